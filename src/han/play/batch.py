"""Many games between bots in compiled code, on all cores.

The same games as `han.play.match` plays one by one with the same seed and numbers.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.bots.greedy import greedy_code
from han.engine.game import Game
from han.play.match import STREAMS
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import draw_below, seed_generator
from han.rules.play import play_code
from han.rules.playout import random_code
from han.rules.scratch import new_scratch
from han.rules.state import DRAW, OVER, copy_state, new_states
from han.rules.tape import NO_TAPE

KINDS = {"random": 0, "greedy": 1}
"""The bots that can play in bulk."""

_GREEDY = KINDS["greedy"]
_CHUNK = 250


@dataclass(frozen=True)
class Batch:
    """How some games ended."""

    states: NDArray[np.record]
    decisions: NDArray[np.int64]
    turns: NDArray[np.int64]


def play_batches(
    game: Game, bots: Sequence[str], games: int, seed: int, workers: int | None = None
) -> Iterator[Batch]:
    """Play games 0 … ``games`` - 1 of ``seed`` and hand them out in order, some at a time."""
    firsts = range(0, games, _CHUNK)
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        yield from pool.map(
            lambda first: play_batch(game, bots, min(_CHUNK, games - first), seed, first), firsts
        )


def play_batch(game: Game, bots: Sequence[str], games: int, seed: int, first: int = 0) -> Batch:
    """Play games ``first`` … of ``seed`` on this thread."""
    states = new_states(games)
    lengths = np.zeros((games, 2), np.int64)
    kinds = np.array([KINDS[bot] for bot in bots], np.uint8)
    play_games(
        game.board,
        game.new_setup(),
        kinds,
        states,
        lengths,
        np.uint64(seed % (1 << 64)),
        first,
        np.zeros((1 + game.players, 1), np.uint64),
        new_states(2),
        new_scratch(),
        NO_TAPE,
    )
    return Batch(states, lengths[:, 0], lengths[:, 1])


@kernel
def play_games(
    board: np.record,
    setup: np.record,
    kinds: Any,
    states: Any,
    lengths: Any,
    seed: Any,
    first: int,
    generators: Any,
    room: Any,
    scratch: np.record,
    tape: Any,
) -> None:
    """Play one game in each of ``states``; note its decisions and turns in ``lengths``."""
    for game in range(states.shape[0]):
        for stream in range(generators.shape[0]):
            seed_generator(generators[stream], seed, STREAMS * (first + game) + stream)
        copy_state(states, game, setup)
        state = states[game]
        state.start = draw_below(generators[0], state.players)
        state.seat = state.start
        deal(board, state, generators[0])
        while state.phase != OVER:
            if is_chance(state):
                code = chance_code(state, generators[0])
            else:
                generator = generators[1 + state.seat]
                if kinds[state.seat] == _GREEDY:
                    code = greedy_code(board, state, room, scratch, generator, tape)
                else:
                    code = random_code(board, state, scratch, generator)
                lengths[game, 0] += 1
                if state.phase != DRAW and state.placed == 0:
                    lengths[game, 1] += 1
            play_code(board, state, code, scratch, tape)
