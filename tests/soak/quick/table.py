"""What lies on the quick referee's table, and looking at it."""

from typing import Any

import numpy as np

from reference.board import COLOURS, EMISSARIES, HOUSES
from soak.compiling import compiled
from soak.quick.board import PROVINCES, SPACES

SEATS = 5
HAND = 3
NOBODY = -1
PILE, BOARD_IS_FULL = 1, 2
"""Why a game is over."""
FROM_HOUSES, FROM_ALLIANCES, FROM_ROADS, FROM_PORTS = range(4)

Number = Any
Truth = Any
Board = Any
Table = Any

TABLE = np.dtype(
    (
        np.record,
        [
            ("players", np.int64),
            ("start", np.int64),
            ("seat", np.int64),
            ("has_variant", np.uint8),
            ("house", np.int64, (SPACES,)),
            ("marker", np.int64, (SPACES,)),
            ("emissaries", np.int64, (PROVINCES, SEATS)),
            ("has_disk", np.uint8, (PROVINCES,)),
            ("was_empty", np.uint8, (PROVINCES,)),
            ("houses_left", np.int64, (SEATS,)),
            ("emissaries_left", np.int64, (SEATS,)),
            ("markers_left", np.int64, (SEATS,)),
            ("hands", np.int64, (SEATS, 5)),
            ("known", np.int64, (SEATS, 5)),
            ("display", np.int64, (5,)),
            ("pile", np.int64, (5,)),
            ("discards", np.int64, (5,)),
            ("points", np.int64, (4, SEATS)),
            ("placed", np.int64),
            ("placed_in", np.int64, (2, 2)),
            ("is_placing", np.uint8),
            ("times_used_up", np.int64),
            ("is_over", np.uint8),
            ("reason", np.int64),
        ],
    )
)
"""``house`` and ``marker``: the owner's seat on each space, or nobody. ``was_empty``: provinces
without a piece when the turn began (T5). ``placed_in``: the provinces of this turn's pieces."""


def new_table(players: int, markers: int, has_variant: bool) -> Any:
    """A table before the deal, as a record in an array of one."""
    made = np.zeros(1, TABLE)
    one = made[0]
    one["players"], one["has_variant"], one["is_placing"] = players, has_variant, True
    one["house"][:] = one["marker"][:] = NOBODY
    one["was_empty"][:] = True
    one["houses_left"][:players] = HOUSES
    one["emissaries_left"][:players] = EMISSARIES
    one["markers_left"][:players] = markers
    return made


assert len(COLOURS) == 5


@compiled
def is_free(table: Table, space: Number) -> Truth:
    """Whether neither a house nor a marker is there (T6)."""
    return table.house[space] == NOBODY and table.marker[space] == NOBODY


@compiled
def is_in(board: Board, space: Number, province: Number) -> Truth:
    """Whether a space belongs to a province, border spaces too (T8)."""
    return board.province_of[space, 0] == province or board.province_of[space, 1] == province


@compiled
def is_full(board: Board, table: Table, province: Number) -> Truth:
    """Whether every space of a province is occupied (T14)."""
    for space in range(board.spaces):
        if is_in(board, space, province) and is_free(table, space):
            return False
    return True


@compiled
def is_empty(board: Board, table: Table, province: Number) -> Truth:
    """Whether no piece of any kind is in a province (T5)."""
    for seat in range(table.players):
        if table.emissaries[province, seat] > 0:
            return False
    for space in range(board.spaces):
        if is_in(board, space, province) and not is_free(table, space):
            return False
    return True


@compiled
def houses_in(board: Board, table: Table, province: Number, seat: Number) -> Number:
    """A seat's houses in a province."""
    count = 0
    for space in range(board.spaces):
        if is_in(board, space, province) and table.house[space] == seat:
            count += 1
    return count


@compiled
def takes_emissary(board: Board, table: Table, province: Number) -> Truth:
    """Whether a dragon space has room: as many as one seat's most houses there (T11)."""
    there = 0
    most = 0
    for seat in range(table.players):
        there += table.emissaries[province, seat]
        most = max(most, houses_in(board, table, province, seat))
    return there < most


@compiled
def total(cards: Any) -> Number:
    """How many cards of all colours."""
    count = 0
    for colour in range(5):
        count += cards[colour]
    return count
