"""Placing pieces on the board, without paying for them."""

from han.rules.bits import bit
from han.rules.compile import kernel
from han.rules.state import State
from han.rules.types import Number


@kernel(inline=True)
def place_house(state: State, space: Number) -> None:
    """Put the seat's house on a space (T6)."""
    state.houses[state.seat] |= bit(space)
    state.houses_left[state.seat] -= 1
    state.placed += 1
