"""A map and its prices as arrays: one kernel record that the rules read and never change.

Sets of spaces are 64-bit masks, bit *i* for the *i*-th space of the file; sets of
provinces are 16-bit masks in the file's order of provinces.
"""

from functools import cache
from typing import Final

import numpy as np

from han.maps.model import ALLIANCES, COLOURS, MAX_SPACES, PROVINCES, Map
from han.rules.bits import bit
from han.rules.codes import CODES, PIECE_WORDS
from han.rules.compile import kernel
from han.rules.hands import HAND_COUNT
from han.rules.plan import Plan, plan_of
from han.rules.prices import fill_prices
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.types import Grid, Mask, Masks, Number, Numbers, whole


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
    payable: Masks = field(np.uint64, 2, HAND_COUNT, PIECE_WORDS)
    # which of these words are not empty
    payable_words: Masks = field(np.uint64, 2, HAND_COUNT)
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
    hand_cards: Grid = field(np.uint8, HAND_COUNT, len(COLOURS))
    hand_sizes: Numbers = field(np.uint8, HAND_COUNT)
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
    fill_board(boards[0], plan_of(game_map))
    boards.flags.writeable = False
    board: Board = boards[0]
    return board


@kernel
def fill_board(board: Board, plan: Plan) -> None:
    """Make the board of a plan; the record must be empty."""
    board.display_size = plan.display_size
    board.variant = plan.variant
    for province in range(PROVINCES):
        board.province_colour[province] = plan.province_colour[province]
    for alliance in range(ALLIANCES):
        board.alliances[alliance, 0] = plan.alliances[alliance, 0]
        board.alliances[alliance, 1] = plan.alliances[alliance, 1]
    for space in range(plan.space_count):
        add_space(board, plan, space)
    for road in range(plan.road_count):
        one, other = plan.roads[road, 0], plan.roads[road, 1]
        board.neighbours[one] |= bit(other)
        board.neighbours[other] |= bit(one)
    fill_prices(board)


@kernel(inline=True)
def add_space(board: Board, plan: Plan, space: Number) -> None:
    """Put a space into the sets that it belongs to."""
    one, other = plan.space_provinces[space, 0], plan.space_provinces[space, 1]
    here = bit(space)
    board.spaces |= here
    board.province_spaces[one] |= here
    board.province_spaces[other] |= here
    board.space_provinces[space] = 1 << whole(one) | 1 << whole(other)
    if one != other:
        board.borders |= here
        board.border_colours[space, 0] = plan.province_colour[one]
        board.border_colours[space, 1] = plan.province_colour[other]
    else:
        board.ordinary |= here
        board.colour_spaces[plan.province_colour[one]] |= here
    if plan.ports[space]:
        board.ports |= here
