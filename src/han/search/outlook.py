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
from han.search.lore import alliance_index, house_index, port_index
from han.search.types import Judgement, Lore, Points
from han.search.worth import note_ends


@kernel
def expect_points(
    board: Board, state: State, lore: Lore, phase: Number, points: Points, judged: Judgement
) -> None:
    """Fill ``points`` with every seat's expected final points."""
    free = free_spaces(board, state)
    for seat in range(state.players):
        points[seat] = 0.0
    add_provinces(board, state, lore, phase, free, points)
    if board.ports:
        add_ports(board, state, lore, phase, free, points)
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


@kernel(inline=True)
def add_provinces(
    board: Board, state: State, lore: Lore, phase: Number, free: Mask, points: Points
) -> None:
    """Houses by province, doubled where they are fortified."""
    for province in range(PROVINCE_COUNT):
        spaces = board.province_spaces[province]
        size = count_bits(spaces)
        left = count_bits(spaces & free)
        first, second, leader = top_two(state, spaces)
        for seat in range(state.players):
            count = count_bits(state.houses[seat] & spaces)
            most = second if seat == leader else first
            worth = np.float64(lore.houses[house_index(phase, size, left, count, most)])
            points[seat] += 2 * worth if is_fortified(state, spaces, seat) else worth


@kernel(inline=True)
def add_ports(
    board: Board, state: State, lore: Lore, phase: Number, free: Mask, points: Points
) -> None:
    """Houses on ports, likewise."""
    left = count_bits(board.ports & free)
    first, second, leader = top_two(state, board.ports)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & board.ports)
        most = second if seat == leader else first
        worth = np.float64(lore.ports[port_index(phase, left, count, most)])
        points[seat] += 2 * worth if is_fortified(state, board.ports, seat) else worth


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
