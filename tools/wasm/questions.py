"""Kernels that the browser alone asks: plain calls of what the rules find by the variant."""

from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.state import State
from han.rules.types import Number
from han.rules.variants.table import joining_emissaries


@kernel(cached=False)
def joining(board: Board, state: State, province: Number, seat: Number) -> Number:
    """How many of a seat's emissaries join those on a dragon space at the end (V6)."""
    return joining_emissaries(board, state, province, seat)
