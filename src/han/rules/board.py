"""A map and its prices as arrays: one kernel record that the rules read and never change.

Sets of spaces are 64-bit masks, bit *i* for the *i*-th space of the file; sets of
provinces are 16-bit masks in the file's order of provinces.
"""

from functools import cache
from typing import Final

import numpy as np

from han.maps.model import ALLIANCES, COLOURS, MAX_SPACES, PROVINCES, VARIANTS, Map
from han.rules.codes import CODES, PIECE_WORDS
from han.rules.prices import HANDS, fill_prices
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.types import Grid, Mask, Masks, Number, Numbers


class Board(KernelRecord):
    """A map: its spaces and roads, what pieces cost, what hands can pay."""

    spaces: Mask = field(np.uint64)
    # spaces in one province
    ordinary: Mask = field(np.uint64)
    # spaces in two provinces (T8)
    borders: Mask = field(np.uint64)
    ports: Mask = field(np.uint64)
    province_spaces: Masks = field(np.uint64, PROVINCES)
    # ordinary spaces in provinces of each colour
    colour_spaces: Masks = field(np.uint64, len(COLOURS))
    # the other ends of each space's roads
    neighbours: Masks = field(np.uint64, MAX_SPACES)
    # the pieces that a hand can pay, as words of codes: without and with wild pairs in prices (Q1)
    payable: Masks = field(np.uint64, 2, len(HANDS), PIECE_WORDS)
    # which of these words are not empty
    payable_words: Masks = field(np.uint64, 2, len(HANDS))
    space_provinces: Numbers = field(np.uint16, MAX_SPACES)
    # the colours of a border space's two provinces, in the file's order
    border_colours: Grid = field(np.uint8, MAX_SPACES, 2)
    province_colour: Numbers = field(np.uint8, PROVINCES)
    alliances: Grid = field(np.uint8, ALLIANCES, 2)
    # what each piece and each discard costs: a hand's number, 0 for codes without a meaning here
    prices: Numbers = field(np.uint8, CODES)
    # what kind of piece the codes of a word place
    word_kinds: Numbers = field(np.uint8, PIECE_WORDS)
    # the cards of each colour in a hand, by its number, and how many they are
    hand_cards: Grid = field(np.uint8, len(HANDS), len(COLOURS))
    hand_sizes: Numbers = field(np.uint8, len(HANDS))
    # a hand's number, by two bits for each colour
    hand_numbers: Numbers = field(np.uint8, 1 << 2 * len(COLOURS))
    display_size: Number = field(np.uint8)
    # the variant that belongs to the map, whether it is played or not
    variant: Number = field(np.uint8)


BOARD: Final = dtype_of(Board)


@cache
def build_board(game_map: Map) -> Board:
    """The arrays of ``game_map``; equal maps share one read-only record."""
    boards = np.zeros(1, BOARD)
    board: Board = boards[0]
    board.display_size = game_map.display
    board.variant = 1 + VARIANTS.index(game_map.variant)
    _add_provinces(board, game_map)
    _add_spaces(board, game_map)
    _add_roads(board, game_map)
    fill_prices(board, game_map)
    boards.flags.writeable = False
    return board


def _add_provinces(board: Board, game_map: Map) -> None:
    province_ids = [province.id for province in game_map.provinces]
    for index, province in enumerate(game_map.provinces):
        board.province_colour[index] = COLOURS.index(province.colour)
    for index, pair in enumerate(game_map.alliances):
        for end, province_id in enumerate(pair):
            board.alliances[index, end] = province_ids.index(province_id)


def _add_spaces(board: Board, game_map: Map) -> None:
    province_ids = [province.id for province in game_map.provinces]
    for index, space in enumerate(game_map.spaces):
        bit = np.uint64(1 << index)
        provinces = [province_ids.index(province) for province in space.provinces]
        colours = [board.province_colour[province] for province in provinces]
        board.spaces |= bit
        for province in provinces:
            board.province_spaces[province] |= bit
            board.space_provinces[index] |= 1 << province
        if len(provinces) == 2:
            board.borders |= bit
            board.border_colours[index, 0], board.border_colours[index, 1] = colours
        else:
            board.ordinary |= bit
            board.colour_spaces[colours[0]] |= bit
        if space.port:
            board.ports |= bit


def _add_roads(board: Board, game_map: Map) -> None:
    space_ids = [space.id for space in game_map.spaces]
    for road in game_map.roads:
        one, other = (space_ids.index(end) for end in road)
        board.neighbours[one] |= np.uint64(1 << other)
        board.neighbours[other] |= np.uint64(1 << one)
