"""Whole games of random play."""

from han.rules.bits import count_bits, nth_member, nth_member_below
from han.rules.board import Board
from han.rules.codes import TURN, WORDS
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import Generator, draw_below, seed_generator
from han.rules.legal import (
    allow_pieces,
    cards_to_take,
    count_legal,
    discards_or_stop,
    hand_number,
    nth_legal,
)
from han.rules.play import play_code
from han.rules.scratch import Scratch
from han.rules.state import OVER, PLACE, State, States, copy_state
from han.rules.tape import Tape
from han.rules.types import Mask, Number, Words, whole


@kernel
def count_codes(words: Words) -> Number:
    """How many codes a set holds."""
    count = 0
    for word in range(WORDS):
        count += count_bits(words[word])
    return count


@kernel
def nth_code(words: Words, n: Number) -> Number:
    """The ``n``-th code of a set, counted from 0."""
    left = whole(n)
    for word in range(WORDS):
        inside = count_bits(words[word])
        if left < inside:
            return 64 * word + nth_member(words[word], left)
        left -= inside
    return -1


@kernel(inline=True)
def random_code(board: Board, state: State, scratch: Scratch, generator: Generator) -> Number:
    """A random legal action, all equally likely."""
    if state.phase != PLACE:
        cards = cards_to_take(state)
        return 64 * TURN + nth_choice(cards, draw_below(generator, count_bits(cards)))
    allow_pieces(board, state, scratch)
    hand = hand_number(board, state.hands[state.seat])
    pieces = count_legal(board, state, hand, scratch)
    others = discards_or_stop(state)
    n = draw_below(generator, pieces + count_bits(others))
    if n < pieces:
        return nth_legal(board, state, hand, scratch, n)
    return 64 * TURN + nth_choice(others, n - pieces)


@kernel(inline=True)
def nth_choice(choices: Mask, n: Number) -> Number:
    """The code of the ``n``-th of some choices that place no piece."""
    return nth_member_below(choices, n, 16)


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
    state: State,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
    seed: Mask,
    number: Number,
) -> Number:
    """Play game ``number`` of ``seed`` from a state before the deal; count the decisions."""
    seed_generator(generator, seed, number)
    deal(board, state, generator)
    return play_out(board, state, scratch, generator, tape)


@kernel
def play_random_games(
    board: Board,
    setup: State,
    states: States,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
    seed: Mask,
    first: Number,
) -> Number:
    """Play game ``first``, ``first + 1`` … of ``seed``, one in each of ``states``."""
    decisions = 0
    for game in range(states.shape[0]):
        copy_state(states, game, setup)
        decisions += play_random_game(
            board, states[game], scratch, generator, tape, seed, first + game
        )
    return decisions
