"""Questions about what stands where, and the sets that moves keep up to date."""

import numpy as np

from han.rules.bits import count_bits, lowest, without_lowest
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT, State
from han.rules.types import Cards, Mask, Number, Truth, whole

ALL_PROVINCES = 0x1FF


@kernel
def spaces_in(board: Board, provinces: Number) -> Mask:
    """All spaces of a set of provinces, border spaces included (T8)."""
    mask = np.uint64(0)
    rest = np.uint64(provinces)
    while rest != 0:
        mask |= board.province_spaces[lowest(rest)]
        rest = without_lowest(rest)
    return mask


@kernel
def count_emissaries(state: State, province: Number) -> Number:
    """Emissaries of all players on a dragon space."""
    count = whole(0)
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
def has_room(state: State, province: Number) -> Truth:
    """Whether one more emissary fits on a dragon space (T11)."""
    return (state.room >> province) & 1 != 0


@kernel(inline=True)
def is_full(board: Board, state: State, province: Number) -> Truth:
    """Whether every space of a province is occupied (T14, Q3)."""
    return not board.province_spaces[province] & state.free


@kernel
def note_room(board: Board, state: State, province: Number) -> None:
    """After a house or an emissary: see whether the dragon space takes another one (T11)."""
    state.room |= 1 << province
    if count_emissaries(state, province) >= emissary_limit(board, state, province):
        state.room ^= 1 << province


@kernel
def count_cards(cards: Cards) -> Number:
    """How many cards of all colours."""
    count = whole(0)
    for colour in range(COLOUR_COUNT):
        count += cards[colour]
    return count


@kernel
def count_anew(board: Board, state: State) -> None:
    """Count what moves keep up to date from pieces and cards: free spaces, room, the pile."""
    state.free = board.spaces
    for seat in range(state.players):
        state.free &= ~(state.houses[seat] | state.markers[seat])
    for province in range(PROVINCE_COUNT):
        note_room(board, state, province)
    state.pile_size = count_cards(state.pile)
