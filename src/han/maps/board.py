"""A map as arrays: one numpy record that the rules read and never change.

Sets of spaces are 64-bit masks, bit *i* for the *i*-th space of the file; sets of
provinces are 16-bit masks in the file's order of provinces.
"""

from functools import cache
from typing import Any, Final

import numpy as np

from han.maps.model import ALLIANCES, COLOURS, MAX_SPACES, PROVINCES, Map

FORTIFICATIONS: Final = 1
MARKET_PLACES: Final = 2
VARIANTS: Final = {"fortifications": FORTIFICATIONS, "market-places": MARKET_PLACES}


def record_dtype(fields: list[Any]) -> Any:
    """A record whose fields lie where a processor likes to read them."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


BOARD: Final = record_dtype(
    [
        ("spaces", np.uint64),
        ("ordinary", np.uint64),
        ("borders", np.uint64),
        ("ports", np.uint64),
        ("province_spaces", np.uint64, (PROVINCES,)),
        ("colour_spaces", np.uint64, (len(COLOURS),)),
        ("neighbours", np.uint64, (MAX_SPACES,)),
        ("space_provinces", np.uint16, (MAX_SPACES,)),
        ("colour_provinces", np.uint16, (len(COLOURS),)),
        ("border_colours", np.uint8, (MAX_SPACES, 2)),
        ("province_colour", np.uint8, (PROVINCES,)),
        ("alliances", np.uint8, (ALLIANCES, 2)),
        ("display_size", np.uint8),
        ("variant", np.uint8),
    ]
)
"""Ordinary spaces are those in one province; ``colour_spaces`` holds only such spaces.

``border_colours`` are the colours of a border space's two provinces, in the file's order.
"""


@cache
def build_board(game_map: Map) -> np.record:
    """The arrays of ``game_map``; equal maps share one read-only record."""
    boards = np.zeros(1, BOARD)
    board: np.record = boards[0]
    board.display_size = game_map.display
    board.variant = VARIANTS[game_map.variant]
    _add_provinces(board, game_map)
    _add_spaces(board, game_map)
    _add_roads(board, game_map)
    boards.flags.writeable = False
    return board


def _add_provinces(board: np.record, game_map: Map) -> None:
    province_ids = [province.id for province in game_map.provinces]
    for index, province in enumerate(game_map.provinces):
        colour = COLOURS.index(province.colour)
        board.province_colour[index] = colour
        board.colour_provinces[colour] |= np.uint16(1 << index)
    for index, pair in enumerate(game_map.alliances):
        board.alliances[index] = [province_ids.index(end) for end in pair]


def _add_spaces(board: np.record, game_map: Map) -> None:
    province_ids = [province.id for province in game_map.provinces]
    for index, space in enumerate(game_map.spaces):
        bit = np.uint64(1 << index)
        provinces = [province_ids.index(province) for province in space.provinces]
        colours = [board.province_colour[province] for province in provinces]
        board.spaces |= bit
        for province in provinces:
            board.province_spaces[province] |= bit
            board.space_provinces[index] |= np.uint16(1 << province)
        if len(provinces) == 2:
            board.borders |= bit
            board.border_colours[index] = colours
        else:
            board.ordinary |= bit
            board.colour_spaces[colours[0]] |= bit
        if space.port:
            board.ports |= bit


def _add_roads(board: np.record, game_map: Map) -> None:
    space_ids = [space.id for space in game_map.spaces]
    for road in game_map.roads:
        one, other = (space_ids.index(end) for end in road)
        board.neighbours[one] |= np.uint64(1 << other)
        board.neighbours[other] |= np.uint64(1 << one)
