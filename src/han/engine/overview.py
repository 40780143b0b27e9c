"""What the board would pay if the game ended now: read from a view, worked out by the rules."""

from collections import defaultdict
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from han.engine.event import (
    AllianceScored,
    Event,
    PortsScored,
    ProvinceScored,
    RowScored,
    read_tape,
)
from han.engine.narrator import tell_each
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import Numbers
from han.rules.board import Board
from han.rules.board_sets import emissary_limit, free_emissaries, house_leaders
from han.rules.compile import kernel
from han.rules.score import score_board, score_finally
from han.rules.scratch import new_scratch
from han.rules.state import PROVINCE_COUNT, STATE, State
from han.rules.tape import new_tape

Events = dict[type[Any], list[Any]]
"""What the final scoring would say, each kind by itself."""


class ProvinceOverview(Struct, frozen=True):
    """The house ranking of a province, what it pays (H1-H3), how many emissaries fit (T11)."""

    houses: list[int]
    leaders: Numbers
    """The seats of the first rank: those with the most houses (H1-H3)."""
    points: Numbers
    emissaries: Numbers
    majority: Numbers
    """The seats that hold the majority of emissaries (F2)."""
    limit: int
    free: int
    """How many more emissaries the dragon space takes now (T11)."""
    scored: bool


class AllianceOverview(Struct, frozen=True):
    """An alliance, the seats that lead at each end, and what it pays (F2)."""

    number: int
    provinces: tuple[str, str]
    holders: tuple[Numbers, Numbers]
    points: Numbers
    emissaries: tuple[Numbers, Numbers]
    """Those that count at each end, also the ones that join only after the game (V6)."""


class RowOverview(Struct, frozen=True):
    """A row of houses along a road, and what it pays (F3)."""

    seat: int
    spaces: tuple[str, ...]
    points: int


class PortsOverview(Struct, frozen=True):
    """Houses on ports, and what they pay (F4)."""

    houses: list[int]
    points: Numbers


class Overview(Struct, frozen=True):
    """What scoring would pay now, and the points that everybody would have at the end."""

    provinces: dict[str, ProvinceOverview]
    alliances: list[AllianceOverview]
    """In the Emperor's order."""
    rows: list[RowOverview]
    ports: PortsOverview
    total: Numbers


def board_of(view: View) -> tuple[object, ...]:
    """All that an overview depends on: as long as it stays the same, so does the overview."""
    fields = ("houses", "markers", "emissaries", "disks", "points")
    return (view.is_over, *map(view.numbers.__getitem__, fields))


def overview_json(view: View) -> Overview:
    """Provinces, alliances, rows and ports as they stand, with their points by seat."""
    final, happened = _score(view)
    events: Events = defaultdict(list)
    for event in happened:
        events[type(event)].append(event)
    return Overview(
        provinces=_provinces(view, events),
        alliances=_alliances(final, events),
        rows=[RowOverview(row.seat, row.spaces, row.points) for row in events[RowScored]],
        ports=_ports(view, events),
        total=_total(view, events),
    )


def final_scoring(view: View) -> list[Event]:
    """The events of the final scoring if the game ended now, with the sentences that tell them."""
    final, events = _score(view)
    return tell_each(events, final)


def _score(view: View) -> tuple[Position, tuple[Event, ...]]:
    """Carry out the final scoring (F1-F4), of every province as if it had no disk."""
    state: State = np.array([view.state], STATE)[0]
    state["disks"] = 0
    tape = new_tape()
    score = score_board if view.is_over else score_finally
    score(view.game.board, state, new_scratch(), tape)
    return Position(view.game, state), read_tape(view.game, tape)


def _provinces(view: View, events: Events) -> dict[str, ProvinceOverview]:
    board, disks = view.game.board, view.disks
    found = np.empty((PROVINCE_COUNT, 3), np.int64)
    _ask_provinces(board, view.state, found)
    spaces_of, found_of = board["province_spaces"].tolist(), found.tolist()
    provinces = zip(view.game.book.provinces, spaces_of, found_of, strict=True)
    scored = {event.province: event.points for event in events[ProvinceScored]}
    return {
        name: ProvinceOverview(
            houses=_houses(view, spaces),
            leaders=view.seats_in(leaders),
            points=scored[name],
            emissaries=view.emissaries[name],
            majority=view.majorities[name],
            limit=limit,
            free=free,
            scored=name in disks,
        )
        for name, spaces, (leaders, limit, free) in provinces
    }


@kernel
def _ask_provinces(board: Board, state: State, found: NDArray[np.int64]) -> None:
    """Ask all provinces at once, since each call of a kernel takes its time."""
    for province in range(PROVINCE_COUNT):
        found[province, 0] = house_leaders(board, state, province)
        found[province, 1] = emissary_limit(board, state, province)
        found[province, 2] = free_emissaries(board, state, province)


def _houses(view: View, spaces: int) -> list[int]:
    masks = view.numbers["houses"][: view.game.players]
    return [(mask & spaces).bit_count() for mask in masks]


def _alliances(final: Position, events: Events) -> list[AllianceOverview]:
    """As they are after the final scoring, when all emissaries have joined."""
    holders, counts = final.majorities, final.emissaries
    return [
        AllianceOverview(
            number=event.number,
            provinces=event.provinces,
            holders=(holders[event.provinces[0]], holders[event.provinces[1]]),
            points=event.points,
            emissaries=(counts[event.provinces[0]], counts[event.provinces[1]]),
        )
        for event in events[AllianceScored]
    ]


def _ports(view: View, events: Events) -> PortsOverview:
    """A board without ports pays nothing."""
    nothing = (0,) * view.game.players
    points = [event.points for event in events[PortsScored]] or [nothing]
    return PortsOverview(_houses(view, int(view.game.board["ports"])), points[0])


def _total(view: View, events: Events) -> Numbers:
    if view.is_over:
        return view.scores
    unpaid = [event for event in events[ProvinceScored] if event.province not in view.disks]
    due = [*unpaid, *events[AllianceScored], *events[PortsScored]]
    paid = zip(view.scores, *(event.points for event in due), strict=True)
    total = [sum(points) for points in paid]
    for row in events[RowScored]:
        total[row.seat] += row.points
    return tuple(total)
