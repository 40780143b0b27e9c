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

from han.bots.compiled import compiled_code, numbers_of
from han.engine.game import Game
from han.play.match import STREAMS
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import draw_below, seed_generator
from han.rules.play import play_code
from han.rules.scratch import new_scratch
from han.rules.state import DRAW, OVER, copy_state, new_states
from han.rules.tape import NO_TAPE
from han.rules.types import Board, Number, Scratch, State, States, Tape
from han.search.lore import load_lore
from han.search.types import Judgements, Lore
from han.search.worth import new_judgements

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
    play_games(
        game.board,
        game.new_setup(),
        numbers_of(bots),
        load_lore(game.players),
        states,
        lengths,
        np.uint64(seed % (1 << 64)),
        first,
        np.zeros((1 + game.players, 1), np.uint64),
        new_states(2),
        new_scratch(),
        new_scratch(),
        new_judgements(2),
        NO_TAPE,
    )
    return Batch(states, lengths[:, 0], lengths[:, 1])


@kernel
def play_games(
    board: Board,
    setup: State,
    kinds: Any,
    lore: Lore,
    states: States,
    lengths: Any,
    seed: Number,
    first: Number,
    generators: Any,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    tape: Tape,
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
                kind = kinds[state.seat]
                generator = generators[1 + state.seat]
                code = compiled_code(
                    kind, board, state, lore, room, scratch, inner, judged, generator, tape
                )
                lengths[game, 0] += 1
                if state.phase != DRAW and state.placed == 0:
                    lengths[game, 1] += 1
            play_code(board, state, code, scratch, tape)
