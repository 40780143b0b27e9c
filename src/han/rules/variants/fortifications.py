"""Fortifications: a marker under a house doubles what the house is part of (V1-V3)."""

from typing import Final

from han.rules.board import Board
from han.rules.codes import A_HOUSE
from han.rules.compile import kernel
from han.rules.pieces import place_house
from han.rules.reasons import ALLOWED, NO_HOUSE_LEFT
from han.rules.state import State
from han.rules.types import Mask, Number, Truth

NAME: Final = "fortifications"
RULE: Final = "V1"
COMPANION: Final = A_HOUSE


@kernel
def markers_each(board: Board, state: State) -> Number:
    """One fortification (V1)."""
    return 1


@kernel
def refuse_companion(board: Board, state: State) -> Number:
    """A fortification is placed with a house on it (V1, V2)."""
    return NO_HOUSE_LEFT if state.houses_left[state.seat] == 0 else ALLOWED


@kernel
def place_companion(board: Board, state: State, space: Number) -> None:
    """Put a house on the fortification (V1)."""
    place_house(state, space)


@kernel
def doubling_spaces(board: Board, state: State, seat: Number) -> Mask:
    """The seat's fortified houses: a province, a row or the ports with one count twice (V3)."""
    return state.markers[seat]


@kernel
def joining_emissaries(board: Board, state: State, province: Number, seat: Number) -> Number:
    """Every emissary is on a dragon space already."""
    return 0


@kernel
def fits_marker(board: Board, state: State, seat: Number) -> Truth:
    """A fortification fits nowhere where a house alone would not (Q6)."""
    return False
