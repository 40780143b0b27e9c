"""What positions turned out to be worth: tables learned from many finished games.

A game's points come in parts that can be told apart: the houses of one province, one
alliance, the rows, the ports. For each part a few numbers say how a seat stands in it, and
a table says how many points seats that stood like that got from it in the end. The tables
know no map, only such numbers, so they serve every board (`docs/adr/0010-lore.md`).

The indices are computed here and nowhere else: learning and judging read the same places.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from han.maps.board import MARKET_PLACES, record_dtype
from han.rules.bits import count_bits
from han.rules.compile import kernel
from han.rules.turn import count_cards
from han.rules.types import Board, Number, State, Truth

PHASES: Final = 7
SIZES: Final = 6
FREE: Final = 9
RANKS: Final = 6
ENDS: Final = 64
GROUPS: Final = 8
EXITS: Final = 4

LORE: Final = record_dtype(
    [
        ("houses", np.float32, (PHASES * SIZES * FREE * RANKS * RANKS,)),
        ("alliances", np.float32, (PHASES * ENDS * ENDS,)),
        ("rows", np.float32, (PHASES * GROUPS * EXITS,)),
        ("ports", np.float32, (PHASES * FREE * RANKS * RANKS,)),
    ]
)
"""Expected final points of one seat, by part. One record for each number of players."""

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5


@cache
def load_lore(players: int) -> np.record:
    """The tables for a number of players, read-only."""
    with files("han.search").joinpath("lore.npz").open("rb") as file, np.load(file) as tables:
        lore = np.zeros(1, LORE)
        for field in LORE.names:
            lore[field][0] = tables[field][players - FEWEST_PLAYERS]
    lore.flags.writeable = False
    record: np.record = lore[0]
    return record


@kernel(inline=True)
def phase_of(state: State) -> Number:
    """How far the game is: the passes of the deck, in thirds by cards for each player."""
    if state.passes >= 2:
        return PHASES - 1
    share = count_cards(state.pile) // state.players
    third = 0 if share >= 6 else (1 if share >= 3 else 2)
    return 3 * np.int64(state.passes) + third


@kernel(inline=True)
def province_place(phase: Number, spaces: Number, free: Number) -> Number:
    """Where a province's part of its table begins."""
    size = min(max(spaces, 3), 8) - 3
    return (phase * SIZES + size) * FREE + min(free, FREE - 1)


@kernel(inline=True)
def port_place(phase: Number, free: Number) -> Number:
    """Where the ports' part of their table begins."""
    return phase * FREE + min(free, FREE - 1)


@kernel(inline=True)
def rank_index(place: Number, own: Number, other: Number) -> Number:
    """A seat's index in such a part: ``other`` is the most houses that another seat has."""
    return (place * RANKS + min(own, RANKS - 1)) * RANKS + min(other, RANKS - 1)


@kernel(inline=True)
def row_index(phase: Number, houses: Number, exits: Number) -> Number:
    """Where a connected group of houses stands: ``exits`` are free spaces next to it."""
    return (phase * GROUPS + min(houses, GROUPS) - 1) * EXITS + min(exits, EXITS - 1)


@kernel(inline=True)
def end_index(room: Number, own: Number, other: Number) -> Number:
    """Where one end of an alliance stands."""
    return (room * 4 + min(own, 3)) * 4 + min(other, 3)


@kernel(inline=True)
def alliance_index(phase: Number, one: Number, other: Number) -> Number:
    """Where an alliance stands, by its ends."""
    return (phase * ENDS + one) * ENDS + other


@kernel(inline=True)
def room_index(room: Number, houses_fit: Truth) -> Number:
    """Whether emissaries still fit: 0 never, 1 after another house, 2 one now, 3 more."""
    if room <= 0:
        return np.int64(1) if houses_fit else np.int64(0)
    return np.int64(2) if room == 1 else np.int64(3)


@kernel
def envoys_of(board: Board, state: State, province: Number, seat: Number) -> Number:
    """A seat's emissaries that will count in a province, those on market places too (V6)."""
    count = np.int64(state.emissaries[province, seat])
    if state.variant == MARKET_PLACES:
        count += count_bits(state.markers[seat] & board.province_spaces[province])
    return count
