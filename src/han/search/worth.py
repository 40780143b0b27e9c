"""What placing a piece is worth: by how much it changes what the seats can expect.

In points of the mover less the mean of the other seats, by the tables of `han.search.lore`.
All spaces of a province share most of the sum, so all pieces are judged together.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.maps.board import FORTIFICATIONS, record_dtype
from han.maps.model import ALLIANCES, MAX_SPACES
from han.rules.bits import bit, count_bits, lowest, without_lowest
from han.rules.board_sets import count_emissaries, free_spaces
from han.rules.codes import BORDER, EMISSARY, HOUSE, MARKER
from han.rules.compile import kernel
from han.rules.score import is_fortified
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT, SEATS
from han.rules.types import Board, Mask, Number, State, Truth, Words
from han.search.lore import (
    alliance_index,
    end_index,
    envoys_of,
    house_index,
    port_index,
    room_index,
    row_index,
)
from han.search.types import Judgement, Lore, Points

TOP: Final = 16
"""How many first pieces of a turn can be looked at closely."""

JUDGEMENT: Final = record_dtype(
    [
        ("houses", np.float32, (MAX_SPACES,)),
        ("markers", np.float32, (MAX_SPACES,)),
        ("emissaries", np.float32, (PROVINCE_COUNT,)),
        ("provinces", np.float32, (PROVINCE_COUNT,)),
        ("first", np.float32, (PROVINCE_COUNT,)),
        ("second", np.float32, (PROVINCE_COUNT,)),
        ("envoys", np.uint8, (PROVINCE_COUNT, SEATS)),
        ("ends", np.uint8, (PROVINCE_COUNT, SEATS)),
        ("limits", np.uint8, (PROVINCE_COUNT,)),
        ("top", np.float32, (TOP,)),
        ("top_codes", np.int16, (TOP,)),
        ("seat", np.int8),
    ]
)
"""``houses``, ``markers``, ``emissaries``: the answers, for places that were asked about.

``provinces``: what a house gains in each province. ``envoys``: emissaries that will count.
``ends``: how each seat stands at the ends of alliances. ``limits``: of dragon spaces.
``seat``: for whom the whole board was judged, -1 for nobody.
"""


def new_judgements(count: int) -> NDArray[np.record]:
    """Room to judge ``count`` positions at a time."""
    return np.zeros(count, JUDGEMENT)


@kernel
def judge_pieces(
    board: Board, state: State, lore: Lore, phase: Number, words: Words, judged: Judgement
) -> None:
    """Say what each piece of the legal actions ``words`` is worth to the seat to move."""
    houses = spaces_of(words, HOUSE, MARKER) | spaces_of(words, BORDER, EMISSARY)
    markers = spaces_of(words, MARKER, BORDER)
    emissaries = provinces_of(words[EMISSARY])
    judge_places(board, state, lore, phase, houses, markers, emissaries, judged)


@kernel
def judge_places(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    houses: Mask,
    markers: Mask,
    emissaries: Number,
    judged: Judgement,
) -> None:
    """Judge houses and markers on spaces, and emissaries in provinces."""
    mover = np.int64(state.seat)
    free = free_spaces(board, state)
    note_ends(board, state, free, judged)
    if houses:
        judge_houses(board, state, lore, phase, mover, free, houses, judged)
    if markers:
        judge_markers(board, state, lore, phase, mover, free, markers, judged)
    for province in range(PROVINCE_COUNT):
        if (emissaries >> province) & 1:
            left = np.int64(judged.limits[province]) - count_emissaries(state, province) - 1
            room = room_index(left, (free & board.province_spaces[province]) != 0)
            judged.emissaries[province] = alliances_change(
                board, state, lore, phase, mover, province, room, 1, judged
            )


@kernel
def spaces_of(words: Words, first: Number, end: Number) -> Mask:
    """All spaces among some words of codes, whatever the payment."""
    spaces = np.uint64(0)
    for word in range(first, end):
        spaces |= words[word]
    return spaces


@kernel
def provinces_of(word: Mask) -> Number:
    """All provinces of emissaries, whatever the payment."""
    provinces = np.int64(0)
    for colour in range(COLOUR_COUNT):
        provinces |= np.int64(word >> np.uint64(PROVINCE_COUNT * colour)) & 0x1FF
    return provinces


@kernel
def note_ends(board: Board, state: State, free: Mask, judged: Judgement) -> None:
    """Note every dragon space's limit, its emissaries, and how the seats stand there."""
    for province in range(PROVINCE_COUNT):
        spaces = board.province_spaces[province]
        limit = np.int64(0)
        first = np.int64(-1)
        second = np.int64(-1)
        leader = np.int64(-1)
        for seat in range(state.players):
            limit = max(limit, count_bits(state.houses[seat] & spaces))
            count = envoys_of(board, state, province, seat)
            judged.envoys[province, seat] = count
            if count > first:
                second = first
                first = count
                leader = np.int64(seat)
            elif count > second:
                second = count
        judged.limits[province] = limit
        room = room_index(limit - count_emissaries(state, province), (free & spaces) != 0)
        for seat in range(state.players):
            count = np.int64(judged.envoys[province, seat])
            most = second if seat == leader else first
            judged.ends[province, seat] = end_index(room, count, most)


@kernel(inline=True)
def judge_houses(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    mover: Number,
    free: Mask,
    houses: Mask,
    judged: Judgement,
) -> None:
    """What a house is worth on each of the spaces ``houses``."""
    for province in range(PROVINCE_COUNT):
        if houses & board.province_spaces[province]:
            judged.provinces[province] = province_change(
                board, state, lore, phase, mover, province, free, 1, False, judged
            )
    port = np.float32(0.0)
    if houses & board.ports:
        port = ports_change(board, state, lore, phase, mover, free, 1, False)
    rest = houses
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        worth = rows_change(board, state, lore, phase, mover, free, space, False)
        if board.ports & bit(space):
            worth += port
        provinces = np.uint64(board.space_provinces[space])
        while provinces != 0:
            worth += judged.provinces[lowest(provinces)]
            provinces = without_lowest(provinces)
        judged.houses[space] = worth


@kernel(inline=True)
def judge_markers(
    board: Board,
    state: State,
    lore: Lore,
    phase: Number,
    mover: Number,
    free: Mask,
    markers: Mask,
    judged: Judgement,
) -> None:
    """What a marker with its companion is worth on each of the spaces ``markers``."""
    fortified = state.variant == FORTIFICATIONS
    added = 1 if fortified else 0
    rest = markers
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        province = lowest(np.uint64(board.space_provinces[space]))
        worth = province_change(
            board, state, lore, phase, mover, province, free, added, fortified, judged
        )
        if board.ports & bit(space):
            worth += ports_change(board, state, lore, phase, mover, free, added, fortified)
        if fortified:
            worth += rows_change(board, state, lore, phase, mover, free, space, True)
        judged.markers[space] = worth


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
    first, second, leader = top_two(state, spaces)
    own = count_bits(state.houses[mover] & spaces) + added
    change = np.float32(0.0)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        most = second if seat == leader else first
        before = lore.houses[house_index(phase, size, left, count, most)]
        if seat == mover:
            after = lore.houses[house_index(phase, size, left - 1, own, most)]
        else:
            after = lore.houses[house_index(phase, size, left - 1, count, max(most, own))]
        if state.variant == FORTIFICATIONS:
            if is_fortified(state, spaces, seat):
                before *= 2
                after *= 2
            elif fortified and seat == mover:
                after *= 2
        change += weight_of(state, seat, mover) * (after - before)
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
    spaces = board.ports
    left = count_bits(spaces & free)
    first, second, leader = top_two(state, spaces)
    own = count_bits(state.houses[mover] & spaces) + added
    change = np.float32(0.0)
    for seat in range(state.players):
        count = count_bits(state.houses[seat] & spaces)
        most = second if seat == leader else first
        before = lore.ports[port_index(phase, left, count, most)]
        if seat == mover:
            after = lore.ports[port_index(phase, left - 1, own, most)]
        else:
            after = lore.ports[port_index(phase, left - 1, count, max(most, own))]
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
    worth = lore.rows[row_index(phase, count_bits(group), count_bits(exits))]
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
