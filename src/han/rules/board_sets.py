"""Queries about pieces on the board, and the sets that moves keep up to date."""

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


@kernel
def free_emissaries(board: Board, state: State, province: Number) -> Number:
    """How many more emissaries a dragon space takes at this moment (T11)."""
    return max(0, emissary_limit(board, state, province) - count_emissaries(state, province))


@kernel
def house_leaders(board: Board, state: State, province: Number) -> Number:
    """The seats of the first rank in a province, as bits; without a house there is none (H1-H3)."""
    most = emissary_limit(board, state, province)  # the most houses of one player, too
    leaders = 0
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & board.province_spaces[province])
        if count > 0 and count == most:
            leaders |= 1 << seat
    return leaders


@kernel(inline=True)
def is_dragon_open(state: State, province: Number) -> Truth:
    """Whether one more emissary fits on a dragon space (T11)."""
    return (state.open_dragons >> province) & 1 != 0


@kernel(inline=True)
def is_full(board: Board, state: State, province: Number) -> Truth:
    """Whether every space of a province is occupied (T14, Q3)."""
    return not board.province_spaces[province] & state.free


@kernel
def update_open_dragon(board: Board, state: State, province: Number) -> None:
    """After a house or an emissary: update whether the dragon space takes another one (T11)."""
    state.open_dragons |= 1 << province
    if count_emissaries(state, province) >= emissary_limit(board, state, province):
        state.open_dragons ^= 1 << province


@kernel
def count_cards(cards: Cards) -> Number:
    """The total number of cards."""
    count = whole(0)
    for colour in range(COLOUR_COUNT):
        count += cards[colour]
    return count


@kernel
def recount(board: Board, state: State) -> None:
    """Compute anew what moves keep up to date: free spaces, open dragon spaces, the pile's size."""
    state.free = board.spaces
    for seat in range(state.players):
        state.free &= ~(state.houses[seat] | state.markers[seat])
    for province in range(PROVINCE_COUNT):
        update_open_dragon(board, state, province)
    state.pile_size = count_cards(state.pile)
