"""The quick referee's scorings, each as the most direct reading of its rule."""

from typing import Any

import numpy as np

from soak.compiling import compiled
from soak.quick.board import EMISSARY, FORTIFICATION
from soak.quick.roads import road_points
from soak.quick.table import (
    FROM_ALLIANCES,
    FROM_HOUSES,
    FROM_PORTS,
    FROM_ROADS,
    NOBODY,
    Board,
    Number,
    Table,
    Truth,
    is_in,
)

MOST_HOUSES = 20
PORTS = -1
"""In place of a province: all ports."""

assert EMISSARY < FORTIFICATION


@compiled
def is_there(board: Board, space: Number, where: Number) -> Truth:
    """Whether a space is in a province, or a port."""
    return board.is_port[space] if where == PORTS else is_in(board, space, where)


@compiled
def score_houses(board: Board, table: Table, where: Number, source: Number) -> None:
    """Houses of a province or the ports: all for the most, then the rank above (H1-H3, F4)."""
    every = 0
    for space in range(board.spaces):
        if is_there(board, space, where) and table.house[space] != NOBODY:
            every += 1
    worth = every
    for rank in range(MOST_HOUSES, 0, -1):
        has_rank = False
        for seat in range(table.players):
            if count_there(board, table, where, seat) == rank:
                has_rank = True
                factor = 2 if is_fortified(board, table, where, seat) else 1
                table.points[source, seat] += factor * worth
        if has_rank:
            worth = rank


@compiled
def count_there(board: Board, table: Table, where: Number, seat: Number) -> Number:
    """A seat's houses in a province or on the ports."""
    count = 0
    for space in range(board.spaces):
        if is_there(board, space, where) and table.house[space] == seat:
            count += 1
    return count


@compiled
def is_fortified(board: Board, table: Table, where: Number, seat: Number) -> Truth:
    """Whether a seat has its fortification there: a marker with a house on it (V3)."""
    for space in range(board.spaces):
        has_both = table.marker[space] == seat and table.house[space] == seat
        if has_both and is_there(board, space, where):
            return True
    return False


@compiled
def score_all(board: Board, table: Table, rows: Any, order: Any) -> Truth:
    """The end of the game (V6, F1-F4); false if the rows are too many to list."""
    for space in range(board.spaces):
        seat = table.marker[space]
        if seat != NOBODY and table.house[space] == NOBODY:
            table.emissaries[board.province_of[space, 0], seat] += 1
    for province in range(board.provinces):
        if not table.has_disk[province]:
            table.has_disk[province] = True
            score_houses(board, table, province, FROM_HOUSES)
    for alliance in range(board.alliances):
        score_alliance(board, table, board.alliance[alliance, 0], board.alliance[alliance, 1])
    score_houses(board, table, PORTS, FROM_PORTS)
    is_complete = True
    for seat in range(table.players):
        points = road_points(board, table, seat, rows, order)
        is_complete = is_complete and points >= 0
        table.points[FROM_ROADS, seat] += points
    return is_complete


@compiled
def score_alliance(board: Board, table: Table, one: Number, other: Number) -> None:
    """Who leads in both provinces gets a point for each emissary in them (F2)."""
    worth = np.sum(table.emissaries[one]) + np.sum(table.emissaries[other])
    for seat in range(table.players):
        if leads(table, one, seat) and leads(table, other, seat):
            table.points[FROM_ALLIANCES, seat] += worth


@compiled
def leads(table: Table, province: Number, seat: Number) -> Truth:
    """Whether nobody has more emissaries there, and the seat has one (F2)."""
    own = table.emissaries[province, seat]
    return own > 0 and own == np.max(table.emissaries[province])
