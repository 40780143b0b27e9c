"""Questions about what stands where."""

import numpy as np

from han.rules.bits import count_bits
from han.rules.compile import kernel
from han.rules.state import PROVINCE_COUNT
from han.rules.types import Board, Mask, Number, State, Truth


@kernel
def occupied_spaces(state: State) -> Mask:
    """Spaces with a house or a marker on them (T6, Q3)."""
    mask = np.uint64(0)
    for seat in range(state.players):
        mask |= state.houses[seat] | state.markers[seat]
    return mask


@kernel
def free_spaces(board: Board, state: State) -> Mask:
    """Spaces that a house or a marker can still go on (T6)."""
    return board.spaces & ~occupied_spaces(state)


@kernel
def spaces_in(board: Board, provinces: Number) -> Mask:
    """All spaces of a set of provinces, border spaces included (T8)."""
    mask = np.uint64(0)
    for province in range(PROVINCE_COUNT):
        if (provinces >> province) & 1:
            mask |= board.province_spaces[province]
    return mask


@kernel
def count_emissaries(state: State, province: Number) -> Number:
    """Emissaries of all players on a dragon space."""
    count = np.int64(0)
    for seat in range(state.players):
        count += state.emissaries[province, seat]
    return count


@kernel
def emissary_limit(board: Board, state: State, province: Number) -> Number:
    """How many emissaries a dragon space takes: the most houses of one player there (T11)."""
    limit = 0
    for seat in range(state.players):
        limit = max(limit, count_bits(state.houses[seat] & board.province_spaces[province]))
    return limit


@kernel(inline=True)
def has_room(board: Board, state: State, province: Number) -> Truth:
    """Whether one more emissary fits on a dragon space (T11)."""
    return count_emissaries(state, province) < emissary_limit(board, state, province)


@kernel
def is_full(board: Board, state: State, province: Number) -> Truth:
    """Whether every space of a province is occupied (T14, Q3)."""
    return board.province_spaces[province] & ~occupied_spaces(state) == 0
