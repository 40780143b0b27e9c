"""The features of a position by which the tables are indexed."""

from typing import Final, NamedTuple

import numpy as np

from han.rules.bits import bit, count_bits, lowest
from han.rules.board import Board
from han.rules.board_sets import count_emissaries, emissary_limit
from han.rules.compile import kernel
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.state import HOUSES, PROVINCE_COUNT, SEATS, State
from han.rules.types import Grid, Mask, Masks, Number, Numbers, whole
from han.rules.variants.table import joining_emissaries
from han.search.tables.indices import capacity_index, end_index
from han.search.types import PointsArray


class TopTwo(NamedTuple):
    """The two largest counts of any seats, and the first seat that has the largest."""

    most: Number
    next: Number
    leader: Number


@kernel(inline=True)
def no_counts() -> TopTwo:
    """The value before any seat was counted."""
    return TopTwo(whole(-1), whole(-1), whole(-1))


@kernel(inline=True)
def with_count(top: TopTwo, seat: Number, count: Number) -> TopTwo:
    """``top`` after one more seat was counted."""
    if count > top.most:
        return TopTwo(count, top.most, seat)
    if count > top.next:
        return TopTwo(top.most, count, top.leader)
    return top


@kernel(inline=True)
def most_of_others(top: TopTwo, seat: Number) -> Number:
    """The largest count of a seat other than ``seat``."""
    return top.next if seat == top.leader else top.most


@kernel
def rank_houses(state: State, spaces: Mask) -> TopTwo:
    """The two largest numbers of houses that seats have on some spaces."""
    top = no_counts()
    for seat in range(state.players):
        top = with_count(top, whole(seat), count_bits(state.houses[seat] & spaces))
    return top


class Features(KernelRecord):
    """Features of one position, computed when they are first needed.

    An *end* is one of the two provinces of an alliance.
    """

    # provinces whose ends are computed, as bits
    noted: Number = field(np.uint16)
    # for these: the limit, each seat's emissaries that will count, and its `end_index`
    limits: Numbers = field(np.uint8, PROVINCE_COUNT)
    emissaries: Grid = field(np.uint8, PROVINCE_COUNT, SEATS)
    ends: Grid = field(np.uint8, PROVINCE_COUNT, SEATS)
    # houses of the seat to move whose groups are computed
    grouped: Mask = field(np.uint64)
    # these groups: how many, their houses, all spaces next to them, and their expected points
    group_count: Number = field(np.uint8)
    groups: Masks = field(np.uint64, HOUSES)
    around: Masks = field(np.uint64, HOUSES)
    group_points: PointsArray = field(np.float64, HOUSES)


FEATURES: Final = dtype_of(Features)


@kernel(inline=True)
def clear_features(features: Features) -> None:
    """Forget all features, before another position is looked at."""
    features.noted = 0
    features.grouped = np.uint64(0)
    features.group_count = 0


@kernel(inline=True)
def ensure_end(board: Board, state: State, province: Number, features: Features) -> None:
    """Compute the features of a dragon space, unless that was done before."""
    if not (features.noted >> province) & 1:
        note_end(board, state, province, features)


@kernel
def note_end(board: Board, state: State, province: Number, features: Features) -> None:
    """Compute a dragon space's limit, its emissaries, and each seat's index (T11, V6)."""
    features.noted |= 1 << province
    top = no_counts()
    for seat in range(state.players):
        count = whole(state.emissaries[province, seat])
        count += whole(joining_emissaries(board, state, province, seat))
        features.emissaries[province, seat] = count
        top = with_count(top, whole(seat), count)
    limit = emissary_limit(board, state, province)
    features.limits[province] = limit
    houses_fit = (state.free & board.province_spaces[province]) != 0
    capacity = capacity_index(limit - count_emissaries(state, province), houses_fit)
    for seat in range(state.players):
        own = whole(features.emissaries[province, seat])
        features.ends[province, seat] = end_index(capacity, own, most_of_others(top, whole(seat)))


@kernel
def note_ends(board: Board, state: State, features: Features) -> None:
    """Compute the features of every dragon space."""
    for province in range(PROVINCE_COUNT):
        note_end(board, state, province, features)


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
