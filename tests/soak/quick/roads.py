"""The quick referee's rows along roads: it lists every row, and tries every set of them (F3)."""

from typing import Any

import numpy as np

from soak.compiling import compiled
from soak.quick.table import Board, Number, Table

SHORTEST = 4
MOST_ROWS = 1 << 16
TOO_MANY = -1
NO_HOUSE = -1


@compiled
def road_points(board: Board, table: Table, seat: Number, rows: Any, order: Any) -> Number:
    """The best total over all sets of rows that share no house (F3, Q4, V3).

    ``rows`` and ``order`` are room to work in.
    """
    houses = np.int64(0)
    fortified = np.int64(0)
    for space in range(board.spaces):
        if table.house[space] == seat:
            houses |= np.int64(1) << space
            if table.marker[space] == seat:
                fortified |= np.int64(1) << space
    count = list_rows(board, houses, rows, order)
    if count < 0:
        return TOO_MANY
    points = 0
    rest = houses
    while rest:
        group = group_of(board, rest)
        rest &= ~group
        points += best_rows(group, fortified, rows[:count])
    return points


@compiled
def group_of(board: Board, houses: Number) -> Number:
    """The houses that roads join to the first of some."""
    group = houses & -houses
    is_growing = True
    while is_growing:
        is_growing = False
        for space in range(board.spaces):
            if (group >> space) & 1:
                grown = group | (around(board, space) & houses)
                is_growing = is_growing or grown != group
                group = grown
    return group


@compiled
def around(board: Board, space: Number) -> Number:
    """The spaces at the other ends of a space's roads."""
    found = np.int64(0)
    for n in range(board.neighbour.shape[1]):
        if board.neighbour[space, n] >= 0:
            found |= np.int64(1) << board.neighbour[space, n]
    return found


@compiled
def list_rows(board: Board, houses: Number, rows: Any, trail: Any) -> Number:
    """The houses of every simple path of at least four houses, longest first; how many."""
    count = 0
    for first in range(board.spaces):
        if (houses >> first) & 1:
            count = walk_from(board, first, houses, rows, count, trail)
            if count < 0:
                return count
    ordered = np.unique(rows[:count])
    lengths = np.zeros(ordered.shape[0], np.int64)
    for n in range(ordered.shape[0]):
        lengths[n] = -size(ordered[n])
    ordered = ordered[np.argsort(lengths, kind="mergesort")]
    rows[: ordered.shape[0]] = ordered
    return ordered.shape[0]


@compiled
def walk_from(
    board: Board, first: Number, houses: Number, rows: Any, count: Number, trail: Any
) -> Number:
    """Walk every simple path from a house; ``trail`` holds the houses and the next road of each."""
    depth = 0
    trail[0, 0], trail[0, 1] = first, 0
    path = np.int64(1) << first
    while depth >= 0:
        road = trail[depth, 1]
        trail[depth, 1] += 1
        following = np.int64(-1)
        if road < board.neighbour.shape[1]:
            following = board.neighbour[trail[depth, 0], road]
        if following < 0:
            path &= ~(np.int64(1) << trail[depth, 0])
            depth -= 1
        elif (houses >> following) & 1 and not (path >> following) & 1:
            depth += 1
            trail[depth, 0], trail[depth, 1] = following, 0
            path |= np.int64(1) << following
            if depth + 1 >= SHORTEST:
                if count == rows.shape[0]:
                    return TOO_MANY
                rows[count] = path
                count += 1
    return count


@compiled
def size(houses: Number) -> Number:
    """How many houses."""
    count = 0
    while houses:
        houses &= houses - 1
        count += 1
    return count


@compiled
def worth(row: Number, fortified: Number) -> Number:
    """One point a house, doubled for the row with the fortification (F3, V3)."""
    return size(row) * (2 if row & fortified else 1)


@compiled
def best_rows(free: Number, fortified: Number, rows: Any) -> Number:
    """The best total with rows of these houses: the first house is in one row, or in none."""
    if size(free) < SHORTEST:
        return 0
    first = free & -free
    most = 0
    for row in rows:
        if row & first and row & ~free == 0:
            points = worth(row, fortified) + best_rows(free & ~row, fortified, rows)
            most = max(most, points)
            if most == worth(free, fortified):
                return most  # every house counts as much as it can
    return max(most, best_rows(free & ~first, fortified, rows))
