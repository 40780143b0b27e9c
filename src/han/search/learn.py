"""Learn the tables of `han.search.lore` from finished games."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.maps.board import record_dtype
from han.maps.model import ALLIANCES
from han.rules.bits import count_bits
from han.rules.board_sets import free_spaces
from han.rules.compile import kernel
from han.rules.roads import SHORTEST_ROW, find_rows
from han.rules.score import house_points, is_fortified
from han.rules.state import PROVINCE_COUNT
from han.rules.types import Board, Mask, Number, Scratch, State, States
from han.search.change import group_around
from han.search.lore import (
    ENDS,
    EXITS,
    FREE,
    GROUPS,
    LORE,
    PHASES,
    RANKS,
    SIZES,
    alliance_index,
    phase_of,
    port_place,
    province_place,
    rank_index,
    row_index,
)
from han.search.types import Judgement
from han.search.worth import note_ends

TALLY = record_dtype([(name, np.float64, LORE[name].shape) for name in LORE.names])
"""Sums or numbers of observations, with the shape of the tables."""


@kernel
def note_game(
    board: Board,
    moments: States,
    count: Number,
    final: State,
    scratch: Scratch,
    judged: Judgement,
    sums: Any,
    seen: Any,
) -> None:
    """Add what a finished game says about its first ``count`` ``moments``."""
    for seat in range(final.players):
        scored = np.uint64(0)
        rows = find_rows(board, final.houses[seat], final.markers[seat], scratch)
        for row in range(rows):
            scored |= scratch.rows[row]
        for moment in range(count):
            state = moments[moment]
            phase = phase_of(state)
            note_houses(board, state, final, seat, phase, sums, seen)
            note_alliances(board, state, final, seat, phase, judged, sums, seen)
            note_rows(board, state, scored, seat, phase, sums, seen)


@kernel(inline=True)
def base_points(final: State, spaces: Mask, seat: Number) -> Number:
    """House points without a fortification's doubling."""
    points = house_points(final, spaces, seat)
    return points // 2 if is_fortified(final, spaces, seat) else points


@kernel
def most_of_others(state: State, spaces: Mask, seat: Number) -> Number:
    """The most houses that a seat other than ``seat`` has on these spaces."""
    most = np.int64(0)
    for other in range(state.players):
        if other != seat:
            most = max(most, count_bits(state.houses[other] & spaces))
    return most


@kernel(inline=True)
def note_houses(
    board: Board, state: State, final: State, seat: Number, phase: Number, sums: Any, seen: Any
) -> None:
    """Provinces and ports."""
    free = free_spaces(board, state)
    for province in range(PROVINCE_COUNT):
        spaces = board.province_spaces[province]
        own = count_bits(state.houses[seat] & spaces)
        other = most_of_others(state, spaces, seat)
        place = province_place(phase, count_bits(spaces), count_bits(spaces & free))
        index = rank_index(place, own, other)
        sums.houses[index] += base_points(final, spaces, seat)
        seen.houses[index] += 1
    if board.ports:
        own = count_bits(state.houses[seat] & board.ports)
        other = most_of_others(state, board.ports, seat)
        place = port_place(phase, count_bits(board.ports & free))
        index = rank_index(place, own, other)
        sums.ports[index] += base_points(final, board.ports, seat)
        seen.ports[index] += 1


@kernel(inline=True)
def note_alliances(
    board: Board,
    state: State,
    final: State,
    seat: Number,
    phase: Number,
    judged: Judgement,
    sums: Any,
    seen: Any,
) -> None:
    """Alliances, from either end."""
    note_ends(board, state, free_spaces(board, state), judged)
    for alliance in range(ALLIANCES):
        one = np.int64(board.alliances[alliance, 0])
        other = np.int64(board.alliances[alliance, 1])
        points = alliance_points(final, one, other, seat)
        near = np.int64(judged.ends[one, seat])
        far = np.int64(judged.ends[other, seat])
        there = alliance_index(phase, near, far)
        back = alliance_index(phase, far, near)
        sums.alliances[there] += points
        sums.alliances[back] += points
        seen.alliances[there] += 1
        seen.alliances[back] += 1


@kernel
def alliance_points(final: State, one: Number, other: Number, seat: Number) -> Number:
    """What a seat got for an alliance; all emissaries have joined by now (F2)."""
    total = np.int64(0)
    for province in (one, other):
        own = final.emissaries[province, seat]
        if own == 0:
            return np.int64(0)
        for rival in range(final.players):
            if final.emissaries[province, rival] > own:
                return np.int64(0)
            total += final.emissaries[province, rival]
    return total


@kernel(inline=True)
def note_rows(
    board: Board, state: State, scored: Mask, seat: Number, phase: Number, sums: Any, seen: Any
) -> None:
    """How many houses of each group ended in a row."""
    free = free_spaces(board, state)
    rest = state.houses[seat]
    while rest != 0:
        group, around = group_around(board, rest, rest & (~rest + np.uint64(1)))
        rest &= ~group
        index = row_index(phase, count_bits(group), count_bits(around & free))
        sums.rows[index] += count_bits(group & scored)
        seen.rows[index] += 1


def settle(sums: np.record, seen: np.record, doubt: float = 20.0) -> np.record:
    """Means of the observations; where they are few, nearer to the mean of all phases.

    Where nothing was seen at all, a guess: as if the game were scored now.
    """
    lore: np.record = np.zeros(1, LORE)[0]
    for name, guess in _guesses().items():
        total = sums[name].reshape(PHASES, -1)
        count = seen[name].reshape(PHASES, -1)
        overall = (total.sum(axis=0) + doubt * guess) / (count.sum(axis=0) + doubt)
        lore[name] = ((total + doubt * overall) / (count + doubt)).ravel()
    return lore


def _guesses() -> dict[str, NDArray[np.float64]]:
    """For each table, but for the phase, what the place alone suggests."""
    size, free, own, other = np.indices((SIZES, FREE, RANKS, RANKS))
    taken = np.maximum(size + 3 - free, own + other)
    houses = np.where(own == 0, 0, np.where(own >= other, taken, other))
    _, own, other = np.indices((4, 4, 4)).reshape(3, ENDS)
    leads = (own > 0) & (own >= other)
    both = leads[:, None] & leads[None, :]
    emissaries = (own + other)[:, None] + (own + other)[None, :]
    houses_in_group, _ = np.indices((GROUPS, EXITS)) + 1
    return {
        "houses": houses.ravel(),
        "alliances": (both * emissaries).ravel(),
        "rows": np.where(houses_in_group >= SHORTEST_ROW, houses_in_group, 0).ravel(),
        "ports": houses[-2].ravel(),
    }
