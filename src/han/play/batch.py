"""Many games between bots in compiled code, on all cores.

The same games as `han.play.match` plays one by one with the same seed and numbers.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from han.bots.compiled import compiled_code, numbers_of
from han.engine.game import Game
from han.play.match import STREAMS
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import GENERATOR, Generator, draw_below, seed_generator
from han.rules.play import play_code
from han.rules.state import DRAW, OVER, State, States, copy_state, new_states
from han.rules.types import Mask, Number
from han.search.policy.workspace import Workspace, new_workspace

_CHUNK = 250


@dataclass(frozen=True)
class FinishedGames:
    """The final states of some games, and their lengths."""

    states: NDArray[np.record]
    decisions: NDArray[np.int64]
    turns: NDArray[np.int64]


def play_batches(
    game: Game, bots: Sequence[str], games: int, seed: int, workers: int | None = None
) -> Iterator[FinishedGames]:
    """Play games 0 … ``games`` - 1 of ``seed``; yield them in order, in chunks."""
    firsts = range(0, games, _CHUNK)
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        yield from pool.map(
            lambda first: play_batch(game, bots, min(_CHUNK, games - first), seed, first), firsts
        )


def play_batch(
    game: Game, bots: Sequence[str], games: int, seed: int, first: int = 0
) -> FinishedGames:
    """Play games ``first`` … of ``seed`` on this thread."""
    states = new_states(games)
    lengths = np.zeros((games, 2), np.int64)
    generators = np.zeros(1 + game.players, GENERATOR)
    series = Series(game.new_setup(), numbers_of(bots), states, lengths, generators)
    play_games(new_workspace(game), series, np.uint64(seed % (1 << 64)), first)
    return FinishedGames(states, lengths[:, 0], lengths[:, 1])


class Series(NamedTuple):
    """What kernels need to play games one after the other."""

    setup: State
    # the bots' numbers, by seat
    kinds: NDArray[np.uint8]
    # how the games end
    states: States
    # how many decisions and turns they have
    lengths: NDArray[np.int64]
    # for the cards, then for each seat
    generators: NDArray[np.record]


@kernel
def play_games(work: Workspace, series: Series, seed: Mask, first: Number) -> None:
    """Play games ``first``, ``first + 1`` … of ``seed``, one in each of the states."""
    generators = series.generators
    for game in range(series.states.shape[0]):
        for stream in range(generators.shape[0]):
            seed_generator(generators[stream], seed, STREAMS * (first + game) + stream)
        copy_state(series.states, game, series.setup)
        begin_game(work.board, series.states[game], generators[0])
        play_game(work, series, game)


@kernel
def begin_game(board: Board, state: State, generator: Generator) -> None:
    """Deal a game whose state is still that of the set-up; the start player is drawn (S3, Q7)."""
    state.start = draw_below(generator, state.players)
    state.seat = state.start
    deal(board, state, generator)


@kernel(inline=True)
def play_game(work: Workspace, series: Series, game: Number) -> None:
    """Play a game to its end; count its decisions and turns."""
    state = series.states[game]
    generators = series.generators
    while state.phase != OVER:
        if is_chance(state):
            code = chance_code(state, generators[0])
        else:
            code = compiled_code(series.kinds[state.seat], work, state, generators[1 + state.seat])
            series.lengths[game, 0] += 1
            if state.phase != DRAW and state.placed == 0:
                series.lengths[game, 1] += 1
        play_code(work.board, state, code, work.scratch, work.tape)
