"""Games that go on from decision to decision, alone or thousands at a time.

Between two decisions of a learner chance deals cards and, where they are asked to, bots play
the other seats. All of it is compiled; Python is met once for a whole batch.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from han.bots.compiled import compiled_code
from han.envs.observation import Observation, observe_state, write_mask
from han.envs.rewards import fill_rewards
from han.rules.bits import bit
from han.rules.codes import CODES, WORDS
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import draw_below
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import count_codes, nth_code
from han.rules.state import OVER, copy_state
from han.rules.types import (
    Board,
    Cards,
    Generator,
    Number,
    Scratch,
    State,
    States,
    Tape,
    Truth,
    Words,
)
from han.search.types import Judgements, Lore

Boards: TypeAlias = NDArray[np.record]
"""One board, as an array."""
Scratches: TypeAlias = NDArray[np.record]
"""One room to work in, as an array."""


@kernel
def begin_game(
    board: Board, setup: State, states: States, game: Number, generator: Generator
) -> None:
    """Deal a new game into ``states[game]``; the start player is drawn (Q7)."""
    copy_state(states, game, setup)
    state: State = states[game]
    state.start = draw_below(generator, state.players)
    state.seat = state.start
    deal(board, state, generator)


@kernel(inline=True)
def deal_on(board: Board, state: State, generator: Generator, scratch: Scratch, tape: Tape) -> None:
    """Let chance draw until a seat decides or the game is over."""
    while is_chance(state):
        play_code(board, state, chance_code(state, generator), scratch, tape)


@kernel
def play_on(
    board: Board, state: State, code: Number, generator: Generator, scratch: Scratch, tape: Tape
) -> None:
    """Play a legal action and let chance draw up to the next decision."""
    play_code(board, state, code, scratch, tape)
    deal_on(board, state, generator, scratch, tape)


@kernel
def begin_one(
    boards: Boards,
    setups: States,
    states: States,
    words: Words,
    generator: Generator,
    scratches: Scratches,
) -> None:
    """Deal the game in ``states[0]`` and note its legal actions.

    Here and in `step_one` records come as arrays of one: Python hands those over ten times
    as fast.
    """
    begin_game(boards[0], setups[0], states, 0, generator)
    note_legal(boards[0], states[0], words, scratches[0])


@kernel
def step_one(
    boards: Boards,
    states: States,
    words: Words,
    code: Number,
    generator: Generator,
    scratches: Scratches,
    tape: Tape,
) -> Number:
    """Play a legal action and chance; return the seat to move, or -1 at the end."""
    state: State = states[0]
    play_on(boards[0], state, code, generator, scratches[0], tape)
    note_legal(boards[0], state, words, scratches[0])
    return np.int64(-1) if state.phase == OVER else np.int64(state.seat)


@kernel
def observe_one(
    states: States, viewer: Number, sizes: Cards, unseen: Cards, out: Observation
) -> None:
    """What ``viewer`` sees of the game in ``states[0]``."""
    observe_state(states[0], viewer, sizes, unseen, out)


@kernel(inline=True)
def is_in(words: Words, code: Number) -> Truth:
    """Whether a set has a member, which may be any number."""
    return 0 <= code < CODES and (words[code >> 6] & bit(code & 63)) != 0


@kernel
def find_illegal(words: Any, actions: NDArray[np.int64], asleep: NDArray[np.bool_]) -> Number:
    """The first game whose action is not legal, -1 if there is none."""
    for game in range(actions.shape[0]):
        if not asleep[game] and not is_in(words[game], actions[game]):
            return game
    return -1


@kernel
def draw_actions(words: Any, generators: Any, actions: NDArray[np.int64]) -> None:
    """Any legal action of each game, all equally likely; 0 where there is none."""
    for game in range(actions.shape[0]):
        count = count_codes(words[game])
        actions[game] = nth_code(words[game], draw_below(generators[game], count)) if count else 0


@kernel
def step_games(
    board: Board,
    setup: State,
    lore: Lore,
    others: NDArray[np.uint8],
    actions: NDArray[np.int64],
    restart: Truth,
    reward: Number,
    states: States,
    words: Any,
    generators: Any,
    learners: NDArray[np.uint8],
    returns: Any,
    rewards: NDArray[np.float32],
    ended: NDArray[np.bool_],
    masks: Any,
    observations: Any,
    scratch: Scratch,
    inner: Scratch,
    room: States,
    judged: Judgements,
    sizes: Cards,
    unseen: Cards,
    tape: Tape,
) -> None:
    """Take every game of a batch to the learner's next decision.

    A game that has ended begins anew and its action is not looked at; with ``restart`` all
    do. Actions must be legal.

    Args:
        board: The map.
        setup: A state before the deal.
        lore: What compiled bots know.
        others: Bots of the other seats, by number, from the learner's next neighbour on;
            empty when the learner plays all seats.
        actions: The learner's choice in each game.
        restart: Whether all games begin anew.
        reward: The kind of reward.
        states: The games.
        words: Their legal actions.
        generators: Their chance.
        learners: The learner's seat in each game; drawn when it begins.
        returns: Every seat's reward when a game ends; 0 before.
        rewards: The reward of the seat that acted, or of the learner.
        ended: Which games are over; those of the last step on entry.
        masks: Legal actions as ones; none when the game is over.
        observations: What the seat to move sees, or the learner; may have no columns.
        scratch: Room to work in, as all that follows.
        inner: For bots that look ahead.
        room: For two states.
        judged: For two judgements.
        sizes: For a number for each seat.
        unseen: For a number for each colour.
        tape: One that takes nothing.
    """
    for game in range(states.shape[0]):
        state = states[game]
        generator = generators[game]
        actor = np.int64(state.seat)
        rewards[game] = 0.0
        if restart or ended[game]:
            begin_game(board, setup, states, game, generator)
            learners[game] = draw_below(generator, state.players)
            for seat in range(returns.shape[1]):
                returns[game, seat] = 0.0
        else:
            play_code(board, state, actions[game], scratch, tape)
        learner = np.int64(learners[game])
        play_others(
            board, state, lore, others, learner, generator, scratch, inner, room, judged, tape
        )
        ended[game] = state.phase == OVER
        viewer = actor if state.phase == OVER else np.int64(state.seat)
        if others.shape[0]:
            viewer = learner
        if ended[game]:
            fill_rewards(state, reward, returns[game])
            rewards[game] = returns[game, viewer]
        note_legal(board, state, words[game], scratch)
        write_mask(words[game], masks[game])
        if observations.shape[1]:
            observe_state(state, viewer, sizes, unseen, observations[game])


@kernel(inline=True)
def note_legal(board: Board, state: State, words: Words, scratch: Scratch) -> None:
    """Keep the legal actions; a finished game has none."""
    list_legal(board, state, scratch)
    for word in range(WORDS):
        words[word] = scratch.words[word]


@kernel
def play_others(
    board: Board,
    state: State,
    lore: Lore,
    others: NDArray[np.uint8],
    learner: Number,
    generator: Generator,
    scratch: Scratch,
    inner: Scratch,
    room: States,
    judged: Judgements,
    tape: Tape,
) -> None:
    """Chance draws and bots play until the learner decides or the game is over."""
    deal_on(board, state, generator, scratch, tape)
    while others.shape[0] and state.phase != OVER and state.seat != learner:
        kind = others[(state.seat - learner - 1) % state.players]
        code = compiled_code(
            kind, board, state, lore, room, scratch, inner, judged, generator, tape
        )
        play_on(board, state, code, generator, scratch, tape)
