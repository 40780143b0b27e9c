"""House scoring during the game, and the final scoring."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from han.maps.model import ALLIANCES
from han.rules.bits import count_bits
from han.rules.board import Board
from han.rules.board_sets import count_emissaries, update_open_dragon
from han.rules.compile import kernel
from han.rules.roads import find_rows, row_points
from han.rules.scratch import Scratch
from han.rules.state import (
    FROM_ALLIANCES,
    FROM_HOUSES,
    FROM_PORTS,
    FROM_ROADS,
    PROVINCE_COUNT,
    SOURCES,
    State,
)
from han.rules.tape import (
    ALLIANCE_SCORED,
    EMISSARIES_JOINED,
    NOBODY,
    NOTHING,
    PORTS_SCORED,
    PROVINCE_SCORED,
    ROW_SCORED,
    Tape,
    write_event,
    write_number,
)
from han.rules.types import Mask, Number, Truth, whole
from han.rules.variants.table import doubling_spaces, joining_emissaries

N = TypeVar("N", int, NDArray[np.int64])


@kernel
def house_points(board: Board, state: State, spaces: Mask, seat: Number) -> Number:
    """What ``seat`` gets for its houses on a set of spaces (H1-H3, V3)."""
    points = plain_house_points(state, spaces, seat)
    return 2 * points if doubling_spaces(board, state, seat) & spaces else points


@kernel
def plain_house_points(state: State, spaces: Mask, seat: Number) -> Number:
    """The same without a variant: all houses for the most, else as many as the rank above."""
    own = count_bits(state.houses[seat] & spaces)
    if own == 0:
        return 0
    every_house = 0
    rank_above = 0
    for other in range(state.players):
        count = count_bits(state.houses[other] & spaces)
        every_house += count
        if count > own and (rank_above == 0 or count < rank_above):
            rank_above = count
    return every_house if rank_above == 0 else rank_above


@kernel
def award(state: State, tape: Tape, source: Number, seat: Number, points: Number) -> None:
    """Give a seat points, and note them in the event written last."""
    if points:
        state.points[source, seat] += points
        write_number(tape, seat, points)


@kernel
def score_province(board: Board, state: State, province: Number, tape: Tape) -> None:
    """Score one province's houses and put a disk there (H1-H3)."""
    state.disks |= 1 << province
    write_event(tape, PROVINCE_SCORED, NOBODY, province)
    for seat in range(state.players):
        points = house_points(board, state, board.province_spaces[province], seat)
        award(state, tape, FROM_HOUSES, seat, points)


@kernel
def score_finally(board: Board, state: State, scratch: Scratch, tape: Tape) -> None:
    """The final scoring: houses, alliances, roads, ports (F1-F4, V6)."""
    join_emissaries(board, state, tape)
    score_board(board, state, scratch, tape)


@kernel
def score_board(board: Board, state: State, scratch: Scratch, tape: Tape) -> None:
    """The final scoring after emissaries on markers have joined the others."""
    for province in range(PROVINCE_COUNT):
        if not (state.disks >> province) & 1:
            score_province(board, state, province, tape)
    for alliance in range(ALLIANCES):
        score_alliance(board, state, alliance, tape)
    for seat in range(state.players):
        score_rows(board, state, seat, scratch, tape)
    if board.ports:
        score_ports(board, state, tape)


@kernel(inline=True)
def join_emissaries(board: Board, state: State, tape: Tape) -> None:
    """Emissaries on markers go to their district's dragon space (V6)."""
    for province in range(PROVINCE_COUNT):
        written = False
        for seat in range(state.players):
            joining = joining_emissaries(board, state, province, seat)
            if joining:
                if not written:
                    write_event(tape, EMISSARIES_JOINED, NOBODY, province)
                    written = True
                write_number(tape, seat, joining)
                state.emissaries[province, seat] += joining
        if written:
            update_open_dragon(board, state, province)


@kernel
def most_emissaries(state: State, province: Number) -> Number:
    """The largest number of emissaries that one player has on a dragon space."""
    most = 0
    for seat in range(state.players):
        if state.emissaries[province, seat] > most:
            most = state.emissaries[province, seat]
    return most


@kernel
def holds_majority(state: State, province: Number, seat: Number) -> Truth:
    """Whether no player has more emissaries there, and ``seat`` has one (F2)."""
    own = state.emissaries[province, seat]
    return own > 0 and own == most_emissaries(state, province)


@kernel
def majority_seats(state: State, province: Number) -> Number:
    """The seats that hold the majority of emissaries in a province, as bits (F2)."""
    seats = 0
    for seat in range(state.players):
        if holds_majority(state, province, seat):
            seats |= 1 << seat
    return seats


@kernel
def alliance_points(board: Board, state: State, alliance: Number, seat: Number) -> Number:
    """All emissaries at both ends of an alliance, if ``seat`` holds the majority there (F2)."""
    one = board.alliances[alliance, 0]
    other = board.alliances[alliance, 1]
    if holds_majority(state, one, seat) and holds_majority(state, other, seat):
        return count_emissaries(state, one) + count_emissaries(state, other)
    return 0


@kernel(inline=True)
def score_alliance(board: Board, state: State, alliance: Number, tape: Tape) -> None:
    """Score one alliance for all who hold the majority at both of its ends (F2)."""
    write_event(tape, ALLIANCE_SCORED, NOBODY, alliance)
    for seat in range(state.players):
        award(state, tape, FROM_ALLIANCES, seat, alliance_points(board, state, alliance, seat))


@kernel(inline=True)
def score_rows(board: Board, state: State, seat: Number, scratch: Scratch, tape: Tape) -> None:
    """Score a seat's rows of houses along roads (F3, Q4)."""
    doubling = doubling_spaces(board, state, seat)
    for row in range(find_rows(board, state.houses[seat], doubling, scratch)):
        write_event(tape, ROW_SCORED, seat, whole(scratch.rows[row]))
        award(state, tape, FROM_ROADS, seat, row_points(scratch.rows[row], doubling))


@kernel(inline=True)
def score_ports(board: Board, state: State, tape: Tape) -> None:
    """Score the houses on ports like one province (F4)."""
    write_event(tape, PORTS_SCORED, NOBODY, NOTHING)
    for seat in range(state.players):
        award(state, tape, FROM_PORTS, seat, house_points(board, state, board.ports, seat))


@kernel
def total_points(state: State, seat: Number) -> Number:
    """A seat's points from all sources."""
    total = whole(0)  # interpreted, a plain 0 would take the width of what is added
    for source in range(SOURCES):
        total += state.points[source, seat]
    return total


def order_by(points: N, pieces: N) -> N:
    """A number that orders seats: points, then houses and emissaries left in the supply (F5).

    For arrays too.
    """
    return 100 * points + pieces


_order_by = kernel(order_by)


@kernel
def standing(state: State, seat: Number) -> Number:
    """A seat's place among the others; markers that are left do not count (F5, Q8)."""
    pieces = whole(state.houses_left[seat]) + whole(state.emissaries_left[seat])
    return _order_by(total_points(state, seat), pieces)


@kernel
def winning_seats(state: State) -> Number:
    """The seats that win, as bits (F5)."""
    best = -1
    winners = 0
    for seat in range(state.players):
        place = standing(state, seat)
        if place > best:
            best = place
            winners = 0
        if place == best:
            winners |= 1 << seat
    return winners
