"""Learn the tables from finished games."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.maps.model import ALLIANCES
from han.rules.bits import bit, count_bits, lowest
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.roads import SHORTEST_ROW, find_rows
from han.rules.score import alliance_points, plain_house_points
from han.rules.scratch import Scratch
from han.rules.state import PROVINCE_COUNT, State, States
from han.rules.types import Mask, Number, whole
from han.rules.variants.table import doubling_spaces
from han.search.tables.features import (
    Features,
    group_around,
    most_of_others,
    note_ends,
    rank_houses,
)
from han.search.tables.indices import (
    alliance_index,
    phase_of,
    port_offset,
    province_offset,
    rank_index,
    row_index,
)
from han.search.tables.record import (
    ENDS,
    EXITS,
    FREE,
    GROUPS,
    PARTS,
    PHASES,
    RANKS,
    SIZES,
    TABLES,
    Tables,
)
from han.search.types import PointsArray


class Tally(KernelRecord):
    """Sums or counts of observations, with the shape of the tables."""

    houses: PointsArray = field(np.float64, *TABLES["houses"].shape)
    alliances: PointsArray = field(np.float64, *TABLES["alliances"].shape)
    rows: PointsArray = field(np.float64, *TABLES["rows"].shape)
    ports: PointsArray = field(np.float64, *TABLES["ports"].shape)


TALLY: Final = dtype_of(Tally)


@kernel
def add_game(
    board: Board,
    moments: States,
    count: Number,
    final: State,
    scratch: Scratch,
    features: Features,
    sums: Tally,
    seen: Tally,
) -> None:
    """Add a finished game's observations of its first ``count`` ``moments``."""
    for seat in range(final.players):
        in_rows = np.uint64(0)
        doubling = doubling_spaces(board, final, seat)
        for row in range(find_rows(board, final.houses[seat], doubling, scratch)):
            in_rows |= scratch.rows[row]
        for moment in range(count):
            state = moments[moment]
            note_provinces(board, state, final, seat, sums, seen)
            note_ports(board, state, final, seat, sums, seen)
            note_ends(board, state, features)
            note_alliances(board, phase_of(state), final, seat, features, sums, seen)
            note_rows(board, state, in_rows, seat, sums, seen)


@kernel(inline=True)
def note_provinces(
    board: Board, state: State, final: State, seat: Number, sums: Tally, seen: Tally
) -> None:
    """Add what the houses of each province got, without a variant's doubling (H1-H3)."""
    for province in range(PROVINCE_COUNT):
        spaces = board.province_spaces[province]
        free = count_bits(spaces & state.free)
        offset = province_offset(phase_of(state), count_bits(spaces), free)
        index = house_index(state, spaces, offset, seat)
        sums.houses[index] += plain_house_points(final, spaces, seat)
        seen.houses[index] += 1


@kernel(inline=True)
def note_ports(
    board: Board, state: State, final: State, seat: Number, sums: Tally, seen: Tally
) -> None:
    """Add what the houses on ports got, where there are any (F4)."""
    if board.ports:
        offset = port_offset(phase_of(state), count_bits(board.ports & state.free))
        index = house_index(state, board.ports, offset, seat)
        sums.ports[index] += plain_house_points(final, board.ports, seat)
        seen.ports[index] += 1


@kernel
def house_index(state: State, spaces: Mask, offset: Number, seat: Number) -> Number:
    """A seat's index, by its houses on some spaces."""
    own = count_bits(state.houses[seat] & spaces)
    return rank_index(offset, own, most_of_others(rank_houses(state, spaces), whole(seat)))


@kernel(inline=True)
def note_alliances(
    board: Board,
    phase: Number,
    final: State,
    seat: Number,
    features: Features,
    sums: Tally,
    seen: Tally,
) -> None:
    """Add what each alliance got, from either end; all emissaries have joined by now (F2, V6)."""
    for alliance in range(ALLIANCES):
        points = alliance_points(board, final, alliance, seat)
        one = whole(features.ends[board.alliances[alliance, 0], seat])
        other = whole(features.ends[board.alliances[alliance, 1], seat])
        there = alliance_index(phase, one, other)
        back = alliance_index(phase, other, one)
        sums.alliances[there] += points
        sums.alliances[back] += points
        seen.alliances[there] += 1
        seen.alliances[back] += 1


@kernel(inline=True)
def note_rows(
    board: Board, state: State, in_rows: Mask, seat: Number, sums: Tally, seen: Tally
) -> None:
    """Add how many houses of each group ended in a row (F3)."""
    rest = state.houses[seat]
    while rest != 0:
        group, around = group_around(board, rest, bit(lowest(rest)))
        rest &= ~group
        exits = count_bits(around & state.free)
        index = row_index(phase_of(state), count_bits(group), exits)
        sums.rows[index] += count_bits(group & in_rows)
        seen.rows[index] += 1


def mean_tables(sums: Tally, seen: Tally, prior_count: float = 20.0) -> Tables:
    """The means of the observations as tables.

    Each mean is shrunk towards the mean of all phases, and that one towards the points if the
    game were scored now; either counts like ``prior_count`` observations.
    """
    tables: Tables = np.zeros(1, TABLES)[0]
    guesses = _guesses()
    for part in PARTS:
        total = sums[part].reshape(PHASES, -1)
        count = seen[part].reshape(PHASES, -1)
        overall = (total.sum(axis=0) + prior_count * guesses[part]) / (
            count.sum(axis=0) + prior_count
        )
        tables[part] = ((total + prior_count * overall) / (count + prior_count)).ravel()
    return tables


def _guesses() -> dict[str, NDArray[np.float64]]:
    """For each table without its phases, the points if the game were scored now."""
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
