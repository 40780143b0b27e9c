"""What one piece changes in each part of the scoring, by the tables."""

import numpy as np

from han.maps.model import ALLIANCES
from han.rules.bits import bit, count_bits, lowest
from han.rules.board_sets import count_emissaries
from han.rules.compile import kernel
from han.rules.score import is_fortified
from han.rules.types import Board, Mask, Number, State, Truth
from han.search.lore import (
    alliance_index,
    end_index,
    port_place,
    province_place,
    rank_index,
    room_index,
    row_index,
)
from han.search.types import Judgement, Lore, Points, Table


@kernel
def weight_of(state: State, seat: Number, mover: Number) -> Points:
    """The mover's points count in full, the others' against them as a mean."""
    if seat == mover:
        return np.float32(1.0)
    return np.float32(-1.0) / np.float32(np.int64(state.players) - 1)


@kernel
def top_two(state: State, spaces: Mask) -> tuple[Number, Number, Number]:
    """The most houses of one seat on these spaces, the next number, and the first seat."""
    first = np.int64(-1)
    second = np.int64(-1)
    leader = np.int64(-1)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        if count > first:
            second = first
            first = count
            leader = np.int64(seat)
        elif count > second:
            second = count
    return first, second, leader


@kernel
def province_change(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    mover: Number,
    province: Number,
    free: Mask,
    added: Number,
    fortified: Truth,
    judged: Judgement,
) -> Points:
    """What one space of a province taken by the mover changes there.

    ``added`` is 1 for a house, 0 for a market place with its emissary.
    """
    spaces = board.province_spaces[province]
    size = count_bits(spaces)
    left = count_bits(spaces & free)
    before = province_place(phase, size, left)
    after = province_place(phase, size, left - 1)
    change = houses_change(state, lore.houses, before, after, spaces, mover, added, fortified)
    first, _, _ = top_two(state, spaces)
    own = count_bits(state.houses[mover] & spaces) + added
    present = count_emissaries(state, province)
    room_before = room_index(first - present, True)
    room = room_index(max(first, own) - present, left > 1)
    if room != room_before or added == 0:
        change += alliances_change(
            board, state, lore, phase, mover, province, room, 1 - added, judged
        )
    return change


@kernel
def ports_change(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    mover: Number,
    free: Mask,
    added: Number,
    fortified: Truth,
) -> Points:
    """What one port taken by the mover changes in the scoring of ports."""
    left = count_bits(board.ports & free)
    before = port_place(phase, left)
    after = port_place(phase, left - 1)
    return houses_change(state, lore.ports, before, after, board.ports, mover, added, fortified)


@kernel
def houses_change(
    state: State,
    table: Table,
    place_before: Number,
    place_after: Number,
    spaces: Mask,
    mover: Number,
    added: Number,
    fortified: Truth,
) -> Points:
    """What the houses of a province or on ports change, by the table's two places."""
    first, second, leader = top_two(state, spaces)
    own = count_bits(state.houses[mover] & spaces) + added
    change = np.float64(0.0)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        most = second if seat == leader else first
        before = np.float64(table[rank_index(place_before, count, most)])
        if seat == mover:
            after = np.float64(table[rank_index(place_after, own, most)])
        else:
            after = np.float64(table[rank_index(place_after, count, max(most, own))])
        if is_fortified(state, spaces, seat):
            before *= 2
            after *= 2
        elif fortified and seat == mover:
            after *= 2
        change += weight_of(state, seat, mover) * (after - before)
    return change


@kernel
def alliances_change(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    mover: Number,
    province: Number,
    room: Number,
    added: Number,
    judged: Judgement,
) -> Points:
    """What a province's alliances change with other ``room`` and ``added`` emissaries."""
    own = np.int64(judged.envoys[province, mover]) + added
    most_of_others = np.int64(0)
    for seat in range(state.players):
        if seat != mover:
            most_of_others = max(most_of_others, np.int64(judged.envoys[province, seat]))
    change = np.float32(0.0)
    for alliance in range(ALLIANCES):
        one = np.int64(board.alliances[alliance, 0])
        other = np.int64(board.alliances[alliance, 1])
        if one != province and other != province:
            continue
        far = other if one == province else one
        for seat in range(state.players):
            before = np.int64(judged.ends[province, seat])
            if seat == mover:
                after = end_index(room, own, most_of_others)
            else:
                most = max(before & 3, own)  # others are told apart up to three
                after = end_index(room, np.int64(judged.envoys[province, seat]), most)
            end = np.int64(judged.ends[far, seat])
            gain = (
                lore.alliances[alliance_index(phase, after, end)]
                - lore.alliances[alliance_index(phase, before, end)]
            )
            change += weight_of(state, seat, mover) * gain
    return change


@kernel
def group_around(board: Board, houses: Mask, start: Mask) -> tuple[Mask, Mask]:
    """The houses that roads join to those of ``start``, and all spaces next to them."""
    group = np.uint64(0)
    around = np.uint64(0)
    edge = start
    while edge != 0:
        house = lowest(edge)
        group |= bit(house)
        around |= board.neighbours[house]
        edge = (edge | board.neighbours[house]) & houses & ~group
    return group, around


@kernel
def group_worth(lore: Lore, phase: Number, group: Mask, exits: Mask, marks: Mask) -> Points:
    """What the rows of one connected group will be worth; ``exits`` are free spaces there."""
    worth = np.float64(lore.rows[row_index(phase, count_bits(group), count_bits(exits))])
    return 2 * worth if group & marks else worth


@kernel
def rows_change(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    mover: Number,
    free: Mask,
    space: Number,
    fortified: Truth,
) -> Points:
    """What the mover's rows gain with a house on ``space``."""
    houses = state.houses[mover]
    marks = state.markers[mover] & houses
    here = bit(space)
    change = np.float32(0.0)
    joined = here
    exits = board.neighbours[space]
    rest = board.neighbours[space] & houses
    while rest != 0:
        group, around = group_around(board, houses, bit(lowest(rest)))
        change -= group_worth(lore, phase, group, around & free, marks)
        joined |= group
        exits |= around
        rest &= ~group
    if fortified:
        marks |= here
    return change + group_worth(lore, phase, joined, exits & free & ~here, marks)
