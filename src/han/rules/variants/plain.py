"""The game without a variant: nobody has a marker."""

from typing import Final

import numpy as np

from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.reasons import VARIANT_OFF
from han.rules.state import State
from han.rules.types import Mask, Number, Truth

NAME: Final = ""


@kernel
def markers_each(board: Board, state: State) -> Number:
    """None."""
    return 0


@kernel
def refuse_companion(board: Board, state: State) -> Number:
    """There is nothing to place a marker with."""
    return VARIANT_OFF


@kernel
def place_companion(board: Board, state: State, space: Number) -> None:
    """Do nothing: there are no markers."""


@kernel
def doubling_spaces(board: Board, state: State, seat: Number) -> Mask:
    """No house doubles anything."""
    return np.uint64(0)


@kernel
def joining_emissaries(board: Board, state: State, province: Number, seat: Number) -> Number:
    """Every emissary is on a dragon space already."""
    return 0


@kernel
def fits_marker(board: Board, state: State, seat: Number) -> Truth:
    """There are no markers."""
    return False
