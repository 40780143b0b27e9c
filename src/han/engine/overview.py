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
from han.engine.numbers import Numbers as StateNumbers
from han.engine.numbers import read_numbers
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import Numbers
from han.rules.board import Board
from han.rules.board_sets import emissary_limit
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
    points: Numbers
    emissaries: Numbers
    limit: int
    scored: bool


class AllianceOverview(Struct, frozen=True):
    """An alliance, the seats that lead at each end, and what it pays (F2)."""

    number: int
    provinces: tuple[str, str]
    holders: tuple[list[int], list[int]]
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
    final, events = _final_scoring(view)
    return Overview(
        provinces=_provinces(view, events),
        alliances=_alliances(view, final, events),
        rows=[RowOverview(row.seat, row.spaces, row.points) for row in events[RowScored]],
        ports=_ports(view, events),
        total=_total(view, events),
    )


def final_scoring(view: View) -> list[Event]:
    """The events of the final scoring if the game ended now, with the sentences that tell them."""
    state, events = _score(view)
    return tell_each(events, Position(view.game, state))


def _final_scoring(view: View) -> tuple[StateNumbers, Events]:
    """What the final scoring would say, by kinds of events, and the board after it."""
    state, happened = _score(view)
    events: Events = defaultdict(list)
    for event in happened:
        events[type(event)].append(event)
    return read_numbers(state), events


def _score(view: View) -> tuple[State, tuple[Event, ...]]:
    """Carry out the final scoring (F1-F4), of every province as if it had no disk."""
    state: State = np.array([view.state], STATE)[0]
    state["disks"] = 0
    tape = new_tape()
    score = score_board if view.is_over else score_finally
    score(view.game.board, state, new_scratch(), tape)
    return state, read_tape(view.game, tape)


def _provinces(view: View, events: Events) -> dict[str, ProvinceOverview]:
    board, disks = view.game.board, view.disks
    limits = np.empty(PROVINCE_COUNT, np.int64)
    _list_limits(board, view.state, limits)
    places = zip(board["province_spaces"].tolist(), limits.tolist(), strict=True)
    scored = {event.province: event.points for event in events[ProvinceScored]}
    return {
        name: ProvinceOverview(
            houses=_houses(view, spaces),
            points=scored[name],
            emissaries=view.emissaries[name],
            limit=limit,
            scored=name in disks,
        )
        for name, (spaces, limit) in zip(view.game.book.provinces, places, strict=True)
    }


@kernel
def _list_limits(board: Board, state: State, limits: NDArray[np.int64]) -> None:
    """Ask all provinces at once, since each call of a kernel takes its time."""
    for province in range(PROVINCE_COUNT):
        limits[province] = emissary_limit(board, state, province)


def _houses(view: View, spaces: int) -> list[int]:
    masks = view.numbers["houses"][: view.game.players]
    return [(mask & spaces).bit_count() for mask in masks]


def _alliances(view: View, final: StateNumbers, events: Events) -> list[AllianceOverview]:
    players = view.game.players
    counts = {
        name: row[:players]
        for name, row in zip(view.game.book.provinces, final["emissaries"], strict=True)
    }
    leaders = {name: _leaders(row) for name, row in counts.items()}
    return [
        AllianceOverview(
            number=event.number,
            provinces=event.provinces,
            holders=(leaders[event.provinces[0]], leaders[event.provinces[1]]),
            points=event.points,
            emissaries=(counts[event.provinces[0]], counts[event.provinces[1]]),
        )
        for event in events[AllianceScored]
    ]


def _leaders(counts: tuple[int, ...]) -> list[int]:
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if most and count == most]


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
