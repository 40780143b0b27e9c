"""The values of the best one and two pieces in each province, whatever cards a seat holds."""

import numpy as np

from han.rules.bits import lowest, without_lowest
from han.rules.board import Board
from han.rules.codes import A_HOUSE, A_MARKER, AN_EMISSARY, EMISSARY, HOUSE
from han.rules.compile import kernel
from han.rules.scratch import Scratch
from han.rules.state import PROVINCE_COUNT, State
from han.rules.types import Mask, Number, Truth, whole
from han.search.tables.features import Features
from han.search.tables.record import Tables
from han.search.types import Points, single
from han.search.value.pieces import provinces_of, value_places
from han.search.value.record import NEVER, Values


@kernel
def value_board(
    board: Board, state: State, tables: Tables, scratch: Scratch, values: Values, features: Features
) -> None:
    """Value every place that `han.rules.legal.allow_pieces` allows.

    Also fills in the best piece of each province and what a second one adds as the board stands,
    which is nothing in a province that is still empty (T5).
    """
    houses = scratch.allowed[A_HOUSE]
    markers = scratch.allowed[A_MARKER]
    emissaries = provinces_of(scratch.allowed[AN_EMISSARY])
    value_places(board, state, tables, houses, markers, emissaries, values, features)
    values.seat = state.seat
    for province in range(PROVINCE_COUNT):
        has_emissary = ((emissaries >> province) & 1) != 0
        note_province(board, province, houses, has_emissary, values)
        if not (state.settled >> province) & 1:
            values.second[province] = single(0.0)


@kernel
def note_province(
    board: Board, province: Number, houses: Mask, has_emissary: Truth, values: Values
) -> None:
    """Fill in the values of the best two pieces in a province, and the code of the first.

    Of houses on ordinary spaces and an emissary, of which one is taken as it makes room for
    the other: houses come first.
    """
    colour = whole(board.province_colour[province])
    best = whole(-1)
    first = NEVER
    second = single(0.0)
    rest = houses & board.province_spaces[province] & board.ordinary
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        value = values.houses[space]
        if value > first:
            second = max(second, first)
            first = value
            best = 64 * (HOUSE + colour) + space
        else:
            second = max(second, value)
    if has_emissary:
        value = values.emissaries[province]
        if best < 0:
            best = 64 * EMISSARY + PROVINCE_COUNT * colour + province
            first = value
        else:
            second = max(second, min(first, value))
            first = max(first, value)
    values.first[province] = first
    values.first_codes[province] = best
    values.second[province] = second


@kernel
def value_second(
    board: Board,
    state: State,
    tables: Tables,
    scratch: Scratch,
    province: Number,
    values: Values,
    features: Features,
) -> Points:
    """What the best second piece in a province adds, after the first was placed.

    Of those that `han.rules.legal.allow_pieces` allows, houses on ordinary spaces and an
    emissary.
    """
    houses = scratch.allowed[A_HOUSE] & board.province_spaces[province] & board.ordinary
    emissaries = provinces_of(scratch.allowed[AN_EMISSARY]) & (1 << province)
    value_places(board, state, tables, houses, np.uint64(0), emissaries, values, features)
    best = single(0.0)
    if emissaries:
        best = max(best, values.emissaries[province])
    while houses != 0:
        best = max(best, values.houses[lowest(houses)])
        houses = without_lowest(houses)
    return best
