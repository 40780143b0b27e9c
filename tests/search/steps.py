"""Positions one code at a time, as the search sees them."""

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from han.engine.game import Game
from han.engine.position import Position
from han.rules.board_sets import recount
from han.rules.codes import TURN, codes_in
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.scratch import new_scratch
from han.rules.state import PLACE, STATE, State
from han.rules.tape import NO_TAPE
from tables import Choice, any_action, positions_of

Words = NDArray[np.uint64]


def turn_starts(game: Game, seed: int, choose: Choice = any_action) -> Iterator[Position]:
    """The positions of a whole game in which a turn begins."""
    for position in positions_of(game, seed, choose):
        if position.state.phase == PLACE and position.state.placed == 0:
            yield position


def legal_words(game: Game, state: State) -> Words:
    """The set of what can be done."""
    scratch = new_scratch()
    list_legal(game.board, state, scratch)
    words: Words = scratch["words"].copy()
    return words


def pieces_in(words: Words) -> list[int]:
    """The codes of a set that place a piece."""
    return [code for code in codes_in(words) if code < 64 * TURN]


def play(game: Game, state: State, *codes: int) -> State:
    """The state after some codes; the one given stays as it is."""
    after: State = np.array([state], STATE)[0]
    for code in codes:
        play_code(game.board, after, code, new_scratch(), NO_TAPE)
    return after


def scattered(game: Game, rng: Random, share: float) -> State:
    """A board on which about a ``share`` of the spaces hold a house of somebody's."""
    state = game.new_setup()
    for space in range(len(game.map.spaces)):
        if rng.random() < share:
            seat = rng.choice([s for s in range(game.players) if state.houses_left[s]])
            state.houses[seat] |= np.uint64(1 << space)
            state.houses_left[seat] -= 1
    recount(game.board, state)
    return state
