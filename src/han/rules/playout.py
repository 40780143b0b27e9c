"""Whole games of random play."""

from han.rules.bits import count_bits, nth_member
from han.rules.codes import WORDS
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import draw_below, seed_generator
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.state import OVER, copy_state
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape, Words


@kernel
def count_codes(words: Words) -> Number:
    """How many codes a set holds."""
    count = 0
    for word in range(WORDS):
        if words[word]:
            count += count_bits(words[word])
    return count


@kernel
def nth_code(words: Words, n: Number) -> Number:
    """The ``n``-th code of a set, counted from 0."""
    for word in range(WORDS):
        if words[word]:
            inside = count_bits(words[word])
            if n < inside:
                return 64 * word + nth_member(words[word], n)
            n -= inside
    return -1


@kernel(inline=True)
def random_code(board: Board, state: State, scratch: Scratch, generator: Generator) -> Number:
    """Any legal action, all equally likely."""
    list_legal(board, state, scratch)
    return nth_code(scratch.words, draw_below(generator, count_codes(scratch.words)))


@kernel(inline=True)
def play_out(
    board: Board, state: State, scratch: Scratch, generator: Generator, tape: Tape
) -> Number:
    """Play random actions to the end of the game; return how many decisions there were."""
    decisions = 0
    while state.phase != OVER:
        if is_chance(state):
            code = chance_code(state, generator)
        else:
            code = random_code(board, state, scratch, generator)
            decisions += 1
        play_code(board, state, code, scratch, tape)
    return decisions


@kernel(inline=True)
def play_random_game(
    board: Board,
    setup: State,
    states: States,
    game: Number,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
    seed: Number,
    number: Number,
) -> Number:
    """Play game ``number`` of ``seed`` in ``states[game]``; return the number of decisions.

    ``setup`` is a state before the deal.
    """
    copy_state(states, game, setup)
    seed_generator(generator, seed, number)
    deal(board, states[game], generator)
    return play_out(board, states[game], scratch, generator, tape)


@kernel
def play_random_games(
    board: Board,
    setup: State,
    states: States,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
    seed: Number,
    first: Number,
) -> Number:
    """Play game ``first``, ``first + 1`` … of ``seed``, one in each of ``states``."""
    decisions = 0
    for game in range(states.shape[0]):
        decisions += play_random_game(
            board, setup, states, game, scratch, generator, tape, seed, first + game
        )
    return decisions
