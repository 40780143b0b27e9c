"""Rows along roads: the most points that a seat's houses can make (F3, Q4, V3).

A row is a simple path of at least four own houses; rows share no house. A *fork*, a house
with more than two own neighbours, can use only two of its steps. Once every fork has cut
the others, each piece of what is left is a path or a ring, and a ring of four or more is a
row too (leave out one step). A longer row is never worth less, with a fortification too,
so some choice of cuts gives the best rows.

We try the choices fork by fork, one connected group of houses at a time. A step that an
earlier fork has cut needs no second choice, and a branch is left as soon as the pieces
that are still connected cannot give more than the best rows found so far.
"""

import numpy as np

from han.rules.bits import bit, count_bits, lowest, nth_member, without_lowest
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.scratch import Scratch
from han.rules.types import Mask, Number, Truth, whole

SHORTEST_ROW = 4


@kernel
def find_rows(board: Board, houses: Mask, doubling: Mask, scratch: Scratch) -> Number:
    """Put the best rows of ``houses`` into ``scratch.rows``; return how many there are."""
    found = 0
    rest = houses
    while rest != 0:
        group = connected_group(board, rest)
        rest &= ~group
        if count_bits(group) >= SHORTEST_ROW:
            found = add_best_rows(board, group, doubling, scratch, found)
    return found


@kernel
def row_points(row: Mask, doubling: Mask) -> Number:
    """1 point a house, doubled for the row with the fortification (F3, V3)."""
    points = count_bits(row)
    return 2 * points if row & doubling else points


@kernel(inline=True)
def connected_group(board: Board, houses: Mask) -> Mask:
    """The houses that roads join to the lowest one."""
    group = np.uint64(0)
    edge = bit(lowest(houses))
    while edge != 0:
        house = lowest(edge)
        group |= bit(house)
        edge = (edge | board.neighbours[house]) & houses & ~group
    return group


@kernel
def add_best_rows(
    board: Board, group: Mask, doubling: Mask, scratch: Scratch, found: Number
) -> Number:
    """Append the best rows of one connected group to ``scratch.rows``.

    A walk through a tree: ``level`` forks have chosen, the next one chooses now.
    """
    forks = list_forks(board, group, scratch)
    best = 0
    end = found
    level = 0
    while True:
        bound = split_pieces(group, doubling, scratch)
        if bound > best:
            if level < forks:
                open_fork(scratch, level)
                level += 1
                continue
            best = bound
            end = found + keep_trial(scratch, found)
        while level > 0 and not next_cut(scratch, level - 1):
            level -= 1
        if level == 0:
            return end


@kernel(inline=True)
def list_forks(board: Board, group: Mask, scratch: Scratch) -> Number:
    """Let every house keep all its steps; note the forks and return their number."""
    forks = 0
    rest = group
    while rest != 0:
        house = lowest(rest)
        scratch.kept[house] = board.neighbours[house] & group
        if count_bits(scratch.kept[house]) > 2:
            scratch.forks[forks] = house
            forks += 1
        rest = without_lowest(rest)
    return forks


@kernel(inline=True)
def open_fork(scratch: Scratch, fork: Number) -> None:
    """Begin with a fork's choices: its first two steps stay, or all if they are no more."""
    around = scratch.kept[scratch.forks[fork]]
    scratch.around[fork] = around
    scratch.first[fork] = 0
    scratch.second[fork] = 1
    if count_bits(around) > 2:
        cut_steps(scratch, fork)


@kernel(inline=True)
def next_cut(scratch: Scratch, fork: Number) -> Truth:
    """Undo a fork's choice and make the next one; false after the last."""
    mend_steps(scratch, fork)
    degree = count_bits(scratch.around[fork])
    first = whole(scratch.first[fork])
    second = whole(scratch.second[fork])
    if degree <= 2 or first + 2 == degree:
        return False
    if second + 1 == degree:
        first += 1
        second = first
    scratch.first[fork] = first
    scratch.second[fork] = second + 1
    cut_steps(scratch, fork)
    return True


@kernel
def cut_steps(scratch: Scratch, fork: Number) -> None:
    """Cut all steps of a fork but the two that it has chosen."""
    house = scratch.forks[fork]
    around = scratch.around[fork]
    kept = bit(nth_member(around, scratch.first[fork]))
    kept |= bit(nth_member(around, scratch.second[fork]))
    scratch.kept[house] = kept
    rest = around & ~kept
    while rest != 0:
        scratch.kept[lowest(rest)] &= ~bit(house)
        rest = without_lowest(rest)


@kernel(inline=True)
def mend_steps(scratch: Scratch, fork: Number) -> None:
    """Give a fork and its neighbours the steps back that its choice cut."""
    house = scratch.forks[fork]
    scratch.kept[house] = scratch.around[fork]
    rest = scratch.around[fork]
    while rest != 0:
        scratch.kept[lowest(rest)] |= bit(house)
        rest = without_lowest(rest)


@kernel(inline=True)
def split_pieces(group: Mask, doubling: Mask, scratch: Scratch) -> Number:
    """Put the pieces of four or more houses into ``scratch.trial``.

    Returns what they would be worth as rows: the points when no fork is left, and never
    less than the points of any way to cut on.
    """
    points = 0
    pieces = 0
    rest = group
    while rest != 0:
        piece = connected_piece(rest, scratch)
        rest &= ~piece
        if count_bits(piece) >= SHORTEST_ROW:
            scratch.trial[pieces] = piece
            pieces += 1
            points += row_points(piece, doubling)
    scratch.pieces = pieces
    return points


@kernel(inline=True)
def connected_piece(houses: Mask, scratch: Scratch) -> Mask:
    """The houses joined to the lowest one by the steps that are left."""
    piece = np.uint64(0)
    edge = bit(lowest(houses))
    while edge != 0:
        house = lowest(edge)
        piece |= bit(house)
        edge = (edge | scratch.kept[house]) & ~piece
    return piece


@kernel(inline=True)
def keep_trial(scratch: Scratch, found: Number) -> Number:
    """Copy the rows of the trial behind those found before; return their number."""
    for row in range(scratch.pieces):
        scratch.rows[found + row] = scratch.trial[row]
    return whole(scratch.pieces)
