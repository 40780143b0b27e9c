"""The expected points of rows along roads, and what another house changes."""

import numpy as np

from han.rules.bits import bit, count_bits, lowest
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.state import State
from han.rules.types import Mask, Number, Truth, whole
from han.rules.variants.table import doubling_spaces
from han.search.tables.features import Features, group_around
from han.search.tables.indices import row_index
from han.search.tables.record import Tables
from han.search.types import Points, single


@kernel
def points_of_group(
    tables: Tables, phase: Number, group: Mask, exits: Mask, doubling: Mask
) -> Points:
    """The expected points of a connected group; ``exits`` are free spaces next to it (V3)."""
    points = np.float64(tables.rows[row_index(phase, count_bits(group), count_bits(exits))])
    return 2 * points if group & doubling else points


@kernel(inline=True)
def expect_rows(board: Board, state: State, tables: Tables, phase: Number, seat: Number) -> Points:
    """The expected points of a seat's rows, summed over its connected groups (F3)."""
    expected = single(0.0)
    doubling = doubling_spaces(board, state, seat)
    rest = state.houses[seat]
    while rest != 0:
        group, around = group_around(board, rest, bit(lowest(rest)))
        rest &= ~group
        expected += points_of_group(tables, phase, group, around & state.free, doubling)
    return expected


@kernel
def value_of_rows(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    space: Number,
    doubles: Truth,
    features: Features,
) -> Points:
    """What a house on a space changes in the rows of the seat to move (F3)."""
    here = bit(space)
    value = single(0.0)
    joined = here
    exits = board.neighbours[space]
    rest = board.neighbours[space] & state.houses[state.seat]
    while rest != 0:
        group = group_of(board, state, tables, phase, lowest(rest), features)
        value -= features.group_points[group]
        joined |= features.groups[group]
        exits |= features.around[group]
        rest &= ~features.groups[group]
    doubling = doubling_spaces(board, state, state.seat)
    if doubles:
        doubling |= here
    return value + points_of_group(tables, phase, joined, exits & state.free & ~here, doubling)


@kernel(inline=True)
def group_of(
    board: Board, state: State, tables: Tables, phase: Number, house: Number, features: Features
) -> Number:
    """The number of a house's group in the features; adds the group if it is not there."""
    if not features.grouped & bit(house):
        return note_group(board, state, tables, phase, house, features)
    number = whole(0)
    while not features.groups[number] & bit(house):
        number += 1
    return number


@kernel
def note_group(
    board: Board, state: State, tables: Tables, phase: Number, house: Number, features: Features
) -> Number:
    """Add the group of a house of the seat to move, and its expected points."""
    group, around = group_around(board, state.houses[state.seat], bit(house))
    doubling = doubling_spaces(board, state, state.seat)
    number = whole(features.group_count)
    features.grouped |= group
    features.groups[number] = group
    features.around[number] = around
    features.group_points[number] = points_of_group(
        tables, phase, group, around & state.free, doubling
    )
    features.group_count = number + 1
    return number
