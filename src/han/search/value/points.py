"""How many points each seat can expect to have at the end of the game."""

import numpy as np

from han.maps.model import ALLIANCES
from han.rules.bits import count_bits
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.state import PROVINCE_COUNT, State
from han.rules.types import Mask, Number, whole
from han.rules.variants.table import doubling_spaces
from han.search.tables.features import (
    Features,
    most_of_others,
    note_ends,
    rank_houses,
)
from han.search.tables.indices import alliance_index, port_offset, province_offset, rank_index
from han.search.tables.record import Tables
from han.search.types import PointsArray
from han.search.value.rows import expect_rows


@kernel
def expect_points(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    points: PointsArray,
    features: Features,
) -> None:
    """Fill ``points`` with every seat's expected final points."""
    for seat in range(state.players):
        points[seat] = 0.0
    for province in range(PROVINCE_COUNT):
        spaces = board.province_spaces[province]
        offset = province_offset(phase, count_bits(spaces), count_bits(spaces & state.free))
        add_houses(board, state, tables.houses, offset, spaces, points)
    if board.ports:
        offset = port_offset(phase, count_bits(board.ports & state.free))
        add_houses(board, state, tables.ports, offset, board.ports, points)
    note_ends(board, state, features)
    for alliance in range(ALLIANCES):
        one = board.alliances[alliance, 0]
        other = board.alliances[alliance, 1]
        for seat in range(state.players):
            near = whole(features.ends[one, seat])
            far = whole(features.ends[other, seat])
            points[seat] += tables.alliances[alliance_index(phase, near, far)]
    for seat in range(state.players):
        points[seat] += expect_rows(board, state, tables, phase, seat)


@kernel
def add_houses(
    board: Board,
    state: State,
    table: PointsArray,
    offset: Number,
    spaces: Mask,
    points: PointsArray,
) -> None:
    """Add the expected points of the houses in a province or on ports (H1-H3, F4, V3)."""
    top = rank_houses(state, spaces)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        expected = np.float64(table[rank_index(offset, count, most_of_others(top, whole(seat)))])
        if doubling_spaces(board, state, seat) & spaces:
            expected *= 2
        points[seat] += expected
