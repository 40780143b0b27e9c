"""Questions about what stands where."""

import numpy as np

from han.rules.bits import count_bits
from han.rules.compile import kernel
from han.rules.state import PROVINCE_COUNT


@kernel
def occupied_spaces(state):
    """Spaces with a house or a marker on them (T6, Q3)."""
    mask = np.uint64(0)
    for seat in range(state.players):
        mask |= state.houses[seat] | state.markers[seat]
    return mask


@kernel
def free_spaces(board, state):
    """Spaces that a house or a marker can still go on (T6)."""
    return board.spaces & ~occupied_spaces(state)


@kernel
def spaces_in(board, provinces):
    """All spaces of a set of provinces, border spaces included (T8)."""
    mask = np.uint64(0)
    for province in range(PROVINCE_COUNT):
        if (provinces >> province) & 1:
            mask |= board.province_spaces[province]
    return mask


@kernel
def count_emissaries(state, province):
    """Emissaries of all players on a dragon space."""
    count = 0
    for seat in range(state.players):
        count += state.emissaries[province, seat]
    return count


@kernel
def emissary_limit(board, state, province):
    """How many emissaries a dragon space takes: the most houses of one player there (T11)."""
    limit = 0
    for seat in range(state.players):
        limit = max(limit, count_bits(state.houses[seat] & board.province_spaces[province]))
    return limit


@kernel
def has_room(board, state, province):
    """Whether one more emissary fits on a dragon space (T11)."""
    return count_emissaries(state, province) < emissary_limit(board, state, province)


@kernel
def is_full(board, state, province):
    """Whether every space of a province is occupied (T14, Q3)."""
    return board.province_spaces[province] & ~occupied_spaces(state) == 0
