"""Rows along roads: the most points that a seat's houses can make (F3, Q4, V3).

A row is a simple path of at least four own houses; rows share no house. A house with more
than two own neighbours, a *fork*, can use only two of them. Once each fork has chosen its
two, every piece of what is left is a path or a ring, and a ring of four or more is a row
too (leave out one step). Longer rows are never worth less, also with a fortification, so
some choice of pairs gives the best rows: we try all choices, one connected group of houses
at a time, and stop when every house of the group counts.
"""

import numpy as np

from han.rules.bits import bit, count_bits, lowest, nth_member, without_lowest
from han.rules.compile import kernel

SHORTEST_ROW = 4


@kernel
def find_rows(board, houses, fortified, scratch):
    """Put the best rows of ``houses`` into ``scratch.rows``; return how many there are."""
    found = 0
    rest = houses
    while rest != 0:
        group = connected_group(board, rest)
        rest &= ~group
        if count_bits(group) >= SHORTEST_ROW:
            found = add_best_rows(board, group, fortified, scratch, found)
    return found


@kernel
def row_points(row, fortified):
    """1 point a house, doubled for the row with the fortification (F3, V3)."""
    points = count_bits(row)
    return 2 * points if row & fortified else points


@kernel
def connected_group(board, houses):
    """The houses that roads join to the lowest one."""
    group = np.uint64(0)
    edge = bit(lowest(houses))
    while edge != 0:
        house = lowest(edge)
        group |= bit(house)
        edge = (edge | board.neighbours[house]) & houses & ~group
    return group


@kernel
def add_best_rows(board, group, fortified, scratch, found):
    """Append the best rows of one connected group to ``scratch.rows``."""
    forks = list_forks(board, group, scratch)
    most = row_points(group, fortified)
    best = 0
    end = found
    while True:
        rows = split_rows(group, scratch)
        points = 0
        for row in range(rows):
            points += row_points(scratch.trial[row], fortified)
        if points > best:
            best = points
            end = found + rows
            for row in range(rows):
                scratch.rows[found + row] = scratch.trial[row]
        if best == most or not next_choice(board, group, scratch, forks):
            return end


@kernel
def list_forks(board, group, scratch):
    """Set what each house keeps, forks their first two neighbours; return the forks' number."""
    forks = 0
    rest = group
    while rest != 0:
        house = lowest(rest)
        scratch.kept[house] = board.neighbours[house] & group
        if count_bits(scratch.kept[house]) > 2:
            scratch.forks[forks] = house
            choose_pair(board, group, scratch, forks, 0, 1)
            forks += 1
        rest = without_lowest(rest)
    return forks


@kernel
def choose_pair(board, group, scratch, fork, first, second):
    """Let a fork keep its ``first`` and ``second`` neighbour."""
    house = scratch.forks[fork]
    around = board.neighbours[house] & group
    scratch.first[fork] = first
    scratch.second[fork] = second
    scratch.kept[house] = bit(nth_member(around, first)) | bit(nth_member(around, second))


@kernel
def next_choice(board, group, scratch, forks):
    """Step to the next choice of pairs, like an odometer; false after the last one."""
    for fork in range(forks):
        first = np.int64(scratch.first[fork])
        second = np.int64(scratch.second[fork])
        degree = count_bits(board.neighbours[scratch.forks[fork]] & group)
        if second + 1 < degree:
            choose_pair(board, group, scratch, fork, first, second + 1)
            return True
        if first + 2 < degree:
            choose_pair(board, group, scratch, fork, first + 1, first + 2)
            return True
        choose_pair(board, group, scratch, fork, 0, 1)
    return False


@kernel
def split_rows(group, scratch):
    """Follow what the houses keep; put pieces of four or more into ``scratch.trial``."""
    rows = 0
    rest = group
    while rest != 0:
        piece = kept_piece(rest, scratch)
        rest &= ~piece
        if count_bits(piece) >= SHORTEST_ROW:
            scratch.trial[rows] = piece
            rows += 1
    return rows


@kernel
def kept_piece(houses, scratch):
    """The houses joined to the lowest one by steps that both ends keep."""
    piece = np.uint64(0)
    edge = bit(lowest(houses))
    while edge != 0:
        house = lowest(edge)
        piece |= bit(house)
        edge |= mutual_steps(house, scratch)
        edge &= ~piece
    return piece


@kernel
def mutual_steps(house, scratch):
    """Neighbours that ``house`` keeps and that keep it."""
    steps = np.uint64(0)
    rest = scratch.kept[house]
    while rest != 0:
        other = lowest(rest)
        if scratch.kept[other] & bit(house):
            steps |= bit(other)
        rest = without_lowest(rest)
    return steps
