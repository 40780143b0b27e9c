"""What placing a piece is worth: by how much it changes what the seats can expect.

In points of the mover less the mean of the other seats, by the tables of `han.search.lore`.
All spaces of a province share most of the sum, so all pieces are judged together.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.maps.board import FORTIFICATIONS, record_dtype
from han.maps.model import MAX_SPACES
from han.rules.bits import bit, count_bits, lowest, without_lowest
from han.rules.board_sets import count_emissaries, free_spaces
from han.rules.codes import BORDER, EMISSARY, HOUSE, MARKER
from han.rules.compile import kernel
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT, SEATS
from han.rules.types import Board, Mask, Number, State, Words
from han.search.change import alliances_change, ports_change, province_change, rows_change
from han.search.lore import end_index, envoys_of, room_index
from han.search.types import Judgement, Lore

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
