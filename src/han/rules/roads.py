"""Rows along roads: the most points that a seat's houses can make (F3, Q4, V3).

A row is a simple path of at least four own houses; rows share no house. A *fork*, a house
with more than two own neighbours, can use only two of its steps. Once every fork has cut
the others, each part of what is left is a path or a ring, and a ring of four or more is a
row too (leave out one step). A longer row is never worth less, with a fortification too,
so some choice of cuts gives the best rows.

We try the choices fork by fork, one connected group of houses at a time. A step that an
earlier fork has cut needs no second choice, and a branch is left as soon as the parts
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

    A depth-first search: ``level`` is the number of forks whose cuts are chosen.
    """
    forks = list_forks(board, group, scratch)
    best = 0
    end = found
    level = 0
    while True:
        bound = split_parts(group, doubling, scratch)
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
    """Set every house's steps to all of them; list the forks and return their number."""
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
    """Make a fork's first choice: keep its first two steps, or all if there are no more."""
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
    """Restore the steps that a fork's choice has cut."""
    house = scratch.forks[fork]
    scratch.kept[house] = scratch.around[fork]
    rest = scratch.around[fork]
    while rest != 0:
        scratch.kept[lowest(rest)] |= bit(house)
        rest = without_lowest(rest)


@kernel(inline=True)
def split_parts(group: Mask, doubling: Mask, scratch: Scratch) -> Number:
    """Put the connected parts of four or more houses into ``scratch.trial``.

    Returns their points if they were rows. When no fork is left this is exact, before that it is
    an upper bound.
    """
    points = 0
    part_count = 0
    rest = group
    while rest != 0:
        part = connected_part(rest, scratch)
        rest &= ~part
        if count_bits(part) >= SHORTEST_ROW:
            scratch.trial[part_count] = part
            part_count += 1
            points += row_points(part, doubling)
    scratch.part_count = part_count
    return points


@kernel(inline=True)
def connected_part(houses: Mask, scratch: Scratch) -> Mask:
    """The houses joined to the lowest one by the steps that are left."""
    part = np.uint64(0)
    edge = bit(lowest(houses))
    while edge != 0:
        house = lowest(edge)
        part |= bit(house)
        edge = (edge | scratch.kept[house]) & ~part
    return part


@kernel(inline=True)
def keep_trial(scratch: Scratch, found: Number) -> Number:
    """Copy the rows of the trial behind those found before; return their number."""
    for row in range(scratch.part_count):
        scratch.rows[found + row] = scratch.trial[row]
    return whole(scratch.part_count)
