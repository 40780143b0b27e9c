"""Games that go on from decision to decision, alone or thousands at a time.

Between two decisions of a learner chance deals cards and, where they are asked to, bots play
the other seats. All of it is compiled; Python is met once for a whole batch.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from han.bots.compiled import compiled_code
from han.envs.observation import Observation, observe_state, write_mask
from han.envs.rewards import fill_rewards
from han.play.batch import begin_game
from han.rules.bits import bit
from han.rules.board import Board
from han.rules.codes import CODES, WORDS
from han.rules.compile import kernel
from han.rules.deal import chance_code, is_chance
from han.rules.generator import Generator, draw_below
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import count_codes, nth_code
from han.rules.scratch import Scratch
from han.rules.state import OVER, SEATS, State, States
from han.rules.tape import Tape
from han.rules.types import Cards, Number, Truth, Words, whole
from han.search.policy.workspace import Workspace

Records: TypeAlias = NDArray[np.record]
"""One record, as an array: Python hands those over ten times as fast."""


class Batch(NamedTuple):
    """Games side by side, and what their learner is told of them."""

    setup: State
    states: States
    # each game's legal actions
    words: NDArray[np.uint64]
    # each game's chance
    generators: NDArray[np.record]
    # bots of the other seats, by number, from the learner's next neighbour on; none when the
    # learner plays all seats
    others: NDArray[np.uint8]
    # the learner's seat in each game; drawn when it begins
    learners: NDArray[np.uint8]
    # the learner's choices
    actions: NDArray[np.int64]
    # the kind of reward
    reward: Number
    # the reward of the seat that acted, or of the learner
    rewards: NDArray[np.float32]
    # every seat's reward when a game ends; 0 before
    returns: NDArray[np.float32]
    # which games are over
    ended: NDArray[np.bool_]
    # legal actions as ones; none when the game is over
    masks: NDArray[np.int8]
    # what the seat to move sees, or the learner; may have no columns
    observations: NDArray[np.uint8]
    # room for a number for each seat, and for each colour
    sizes: Cards
    unseen: Cards


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
    boards: Records,
    setups: Records,
    states: States,
    words: Words,
    generators: Records,
    scratches: Records,
) -> None:
    """Deal the game in ``states[0]`` and note its legal actions."""
    begin_game(boards[0], setups[0], states, 0, generators[0])
    note_legal(boards[0], states[0], words, scratches[0])


@kernel
def step_one(
    boards: Records,
    states: States,
    words: Words,
    code: Number,
    generators: Records,
    scratches: Records,
    tapes: Records,
) -> Number:
    """Play a legal action and chance; return the seat to move, or -1 at the end."""
    state = states[0]
    play_on(boards[0], state, code, generators[0], scratches[0], tapes[0])
    note_legal(boards[0], state, words, scratches[0])
    return whole(-1) if state.phase == OVER else whole(state.seat)


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
def find_illegal(
    words: NDArray[np.uint64], actions: NDArray[np.int64], asleep: NDArray[np.bool_]
) -> Number:
    """The first game whose action is not legal, -1 if there is none."""
    for game in range(actions.shape[0]):
        if not asleep[game] and not is_in(words[game], actions[game]):
            return game
    return -1


@kernel
def draw_actions(
    words: NDArray[np.uint64], generators: NDArray[np.record], actions: NDArray[np.int64]
) -> None:
    """Any legal action of each game, all equally likely; 0 where there is none."""
    for game in range(actions.shape[0]):
        count = count_codes(words[game])
        actions[game] = nth_code(words[game], draw_below(generators[game], count)) if count else 0


@kernel
def step_games(work: Workspace, batch: Batch, restart: Truth) -> None:
    """Take every game of a batch to the learner's next decision.

    A game that has ended begins anew and its action is not looked at; with ``restart`` all
    do. Actions must be legal.
    """
    for game in range(batch.states.shape[0]):
        state = batch.states[game]
        actor = whole(state.seat)
        if restart or batch.ended[game]:
            begin_in_batch(work, batch, game)
        else:
            play_code(work.board, state, batch.actions[game], work.scratch, work.tape)
        play_others(work, batch, game)
        viewer = actor if state.phase == OVER else whole(state.seat)
        if batch.others.shape[0]:
            viewer = whole(batch.learners[game])
        tell_learner(work, batch, game, viewer)


@kernel(inline=True)
def begin_in_batch(work: Workspace, batch: Batch, game: Number) -> None:
    """Deal a game anew and draw the learner's seat."""
    generator = batch.generators[game]
    begin_game(work.board, batch.setup, batch.states, game, generator)
    batch.learners[game] = draw_below(generator, batch.states[game].players)
    for seat in range(SEATS):
        batch.returns[game, seat] = 0.0


@kernel(inline=True)
def tell_learner(work: Workspace, batch: Batch, game: Number, viewer: Number) -> None:
    """Write what a game brings and what can be done in it, as ``viewer`` sees it."""
    state = batch.states[game]
    batch.ended[game] = state.phase == OVER
    batch.rewards[game] = 0.0
    if state.phase == OVER:
        fill_rewards(state, batch.reward, batch.returns[game])
        batch.rewards[game] = batch.returns[game, viewer]
    note_legal(work.board, state, batch.words[game], work.scratch)
    write_mask(batch.words[game], batch.masks[game])
    if batch.observations.shape[1]:
        observe_state(state, viewer, batch.sizes, batch.unseen, batch.observations[game])


@kernel(inline=True)
def note_legal(board: Board, state: State, words: Words, scratch: Scratch) -> None:
    """Keep the legal actions; a finished game has none."""
    list_legal(board, state, scratch)
    for word in range(WORDS):
        words[word] = scratch.words[word]


@kernel
def play_others(work: Workspace, batch: Batch, game: Number) -> None:
    """Chance draws and bots play until the learner decides or the game is over."""
    state = batch.states[game]
    generator = batch.generators[game]
    others = batch.others
    learner = whole(batch.learners[game])
    deal_on(work.board, state, generator, work.scratch, work.tape)
    while others.shape[0] and state.phase != OVER and state.seat != learner:
        kind = others[(state.seat - learner - 1) % state.players]
        code = compiled_code(kind, work, state, generator)
        play_on(work.board, state, code, generator, work.scratch, work.tape)
