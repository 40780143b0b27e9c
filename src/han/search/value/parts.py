"""What one piece changes in provinces, on ports and in alliances, by the tables.

All are values for the seat to move. A piece is described by ``houses``, which is 1, or 0 for an
emissary on a marker, and by whether it ``doubles`` what it is part of (V3).
"""

import numpy as np

from han.maps.model import ALLIANCES
from han.rules.bits import count_bits
from han.rules.board import Board
from han.rules.board_sets import count_emissaries, emissary_limit
from han.rules.compile import kernel
from han.rules.state import State
from han.rules.types import Mask, Number, Truth, whole
from han.rules.variants.table import doubling_spaces
from han.search.tables.features import (
    Features,
    ensure_end,
    most_of_others,
    rank_houses,
)
from han.search.tables.indices import (
    alliance_index,
    capacity_index,
    end_index,
    other_in_end,
    port_offset,
    province_offset,
    rank_index,
)
from han.search.tables.record import Tables
from han.search.types import Points, PointsArray, single


@kernel(inline=True)
def weight_of_others(state: State) -> Points:
    """The weight of each other seat's points in a value: together they count -1."""
    return single(-1.0) / single(whole(state.players) - 1)


@kernel
def value_in_province(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    province: Number,
    houses: Number,
    doubles: Truth,
    features: Features,
) -> Points:
    """What a piece on any space of a province changes there."""
    spaces = board.province_spaces[province]
    size = count_bits(spaces)
    left = count_bits(spaces & state.free)
    before = province_offset(phase, size, left)
    after = province_offset(phase, size, left - 1)
    value = value_of_houses(board, state, tables.houses, before, after, spaces, houses, doubles)
    own = count_bits(state.houses[state.seat] & spaces) + houses
    limit = emissary_limit(board, state, province)
    present = count_emissaries(state, province)
    capacity = capacity_index(max(limit, own) - present, left > 1)
    if capacity != capacity_index(limit - present, True) or houses == 0:
        value += value_of_alliances(
            board, state, tables, phase, province, capacity, 1 - houses, features
        )
    return value


@kernel
def value_on_ports(
    board: Board, state: State, tables: Tables, phase: Number, houses: Number, doubles: Truth
) -> Points:
    """What a piece on any port changes in the scoring of ports (F4)."""
    left = count_bits(board.ports & state.free)
    before = port_offset(phase, left)
    after = port_offset(phase, left - 1)
    return value_of_houses(board, state, tables.ports, before, after, board.ports, houses, doubles)


@kernel
def value_of_houses(
    board: Board,
    state: State,
    table: PointsArray,
    offset_before: Number,
    offset_after: Number,
    spaces: Mask,
    houses: Number,
    doubles: Truth,
) -> Points:
    """What changes for the houses of a province or on ports, by two offsets into their table."""
    top = rank_houses(state, spaces)
    against = weight_of_others(state)
    own = count_bits(state.houses[state.seat] & spaces) + houses
    value = np.float64(0.0)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        most = most_of_others(top, whole(seat))
        before = np.float64(table[rank_index(offset_before, count, most)])
        weight = against
        if seat == state.seat:
            weight = single(1.0)
            after = np.float64(table[rank_index(offset_after, own, most)])
        else:
            after = np.float64(table[rank_index(offset_after, count, max(most, own))])
        if doubling_spaces(board, state, seat) & spaces:
            before *= 2
            after *= 2
        elif doubles and seat == state.seat:
            after *= 2
        value += weight * (after - before)
    return value


@kernel
def value_of_alliances(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    province: Number,
    capacity: Number,
    emissaries: Number,
    features: Features,
) -> Points:
    """What another ``capacity`` and more ``emissaries`` change in a province's alliances."""
    ensure_end(board, state, province, features)
    own = whole(features.emissaries[province, state.seat]) + emissaries
    against = weight_of_others(state)
    value = single(0.0)
    for alliance in range(ALLIANCES):
        one = whole(board.alliances[alliance, 0])
        other = whole(board.alliances[alliance, 1])
        if one != province and other != province:
            continue
        far = other if one == province else one
        ensure_end(board, state, far, features)
        for seat in range(state.players):
            before = whole(features.ends[province, seat])
            weight = against
            if seat == state.seat:
                weight = single(1.0)
                after = end_index(capacity, own, other_in_end(before))
            else:
                count = whole(features.emissaries[province, seat])
                after = end_index(capacity, count, max(other_in_end(before), own))
            end = whole(features.ends[far, seat])
            change = (
                tables.alliances[alliance_index(phase, after, end)]
                - tables.alliances[alliance_index(phase, before, end)]
            )
            value += weight * change
    return value
