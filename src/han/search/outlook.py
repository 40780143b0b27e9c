"""What each seat can expect at the end of the game, as the position stands."""

import numpy as np

from han.maps.model import ALLIANCES
from han.rules.bits import bit, count_bits, lowest
from han.rules.board_sets import free_spaces
from han.rules.compile import kernel
from han.rules.score import is_fortified
from han.rules.state import PROVINCE_COUNT
from han.rules.types import Board, Mask, Number, State
from han.search.change import group_around, group_worth, top_two
from han.search.lore import alliance_index, port_place, province_place, rank_index
from han.search.types import Judgement, Lore, Points, Table
from han.search.worth import note_ends


@kernel
def expect_points(
    board: Board, state: State, lore: Lore, phase: Number, points: Points, judged: Judgement
) -> None:
    """Fill ``points`` with every seat's expected final points."""
    free = free_spaces(board, state)
    for seat in range(state.players):
        points[seat] = 0.0
    for province in range(PROVINCE_COUNT):
        spaces = board.province_spaces[province]
        place = province_place(phase, count_bits(spaces), count_bits(spaces & free))
        add_houses(state, lore.houses, place, spaces, points)
    if board.ports:
        place = port_place(phase, count_bits(board.ports & free))
        add_houses(state, lore.ports, place, board.ports, points)
    note_ends(board, state, free, judged)
    for alliance in range(ALLIANCES):
        one = np.int64(board.alliances[alliance, 0])
        other = np.int64(board.alliances[alliance, 1])
        for seat in range(state.players):
            near = np.int64(judged.ends[one, seat])
            far = np.int64(judged.ends[other, seat])
            points[seat] += lore.alliances[alliance_index(phase, near, far)]
    for seat in range(state.players):
        points[seat] += expect_rows(board, state, lore, phase, free, seat)


@kernel
def add_houses(state: State, table: Table, place: Number, spaces: Mask, points: Points) -> None:
    """Houses of a province or on ports, doubled where they are fortified."""
    first, second, leader = top_two(state, spaces)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        most = second if seat == leader else first
        worth = np.float64(table[rank_index(place, count, most)])
        points[seat] += 2 * worth if is_fortified(state, spaces, seat) else worth


@kernel(inline=True)
def expect_rows(
    board: Board, state: State, lore: Lore, phase: Number, free: Mask, seat: Number
) -> Points:
    """A seat's rows, group by group of connected houses."""
    total = np.float32(0.0)
    rest = state.houses[seat]
    marks = state.markers[seat] & rest
    while rest != 0:
        group, around = group_around(board, rest, bit(lowest(rest)))
        rest &= ~group
        total += group_worth(lore, phase, group, around & free, marks)
    return total
