"""Market places: a marker holds an emissary on a house space until the end (V4-V6)."""

from typing import Final

import numpy as np

from han.rules.bits import count_bits
from han.rules.board import Board
from han.rules.board_sets import spaces_in
from han.rules.codes import AN_EMISSARY
from han.rules.compile import kernel
from han.rules.reasons import ALLOWED, NO_EMISSARY_LEFT
from han.rules.state import State
from han.rules.types import Mask, Number, Truth

NAME: Final = "market-places"
RULE: Final = "V4"
COMPANION: Final = AN_EMISSARY


@kernel
def markers_each(board: Board, state: State) -> Number:
    """One market place, or two if two play (V4)."""
    return 2 if state.players == 2 else 1


@kernel
def refuse_companion(board: Board, state: State) -> Number:
    """A market place is placed with an emissary on it (V4, V5)."""
    return NO_EMISSARY_LEFT if state.emissaries_left[state.seat] == 0 else ALLOWED


@kernel
def place_companion(board: Board, state: State, space: Number) -> None:
    """Put an emissary on the market place (V4)."""
    state.emissaries_left[state.seat] -= 1
    state.placed += 1


@kernel
def doubling_spaces(board: Board, state: State, seat: Number) -> Mask:
    """No house doubles anything."""
    return np.uint64(0)


@kernel
def joining_emissaries(board: Board, state: State, province: Number, seat: Number) -> Number:
    """Emissaries on market places, which join those on the dragon space at the end (V6)."""
    return count_bits(state.markers[seat] & board.province_spaces[province])


@kernel
def fits_marker(board: Board, state: State, seat: Number) -> Truth:
    """Whether a market place and an emissary are left, and a free space for them (Q2, Q6)."""
    if state.markers_left[seat] == 0 or state.emissaries_left[seat] == 0:
        return False
    return bool(state.free & spaces_in(board, state.settled | state.touched))
