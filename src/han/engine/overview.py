"""What the board would pay if the game ended now: read from a view, worked out by the rules."""

from typing import Any

import numpy as np

from han.engine.event import (
    AllianceScored,
    Event,
    PortsScored,
    ProvinceScored,
    RowScored,
    read_tape,
)
from han.engine.view import View
from han.rules.board_sets import emissary_limit
from han.rules.score import score_finally
from han.rules.scratch import new_scratch
from han.rules.state import STATE
from han.rules.tape import new_tape


def overview_json(view: View) -> dict[str, Any]:
    """Provinces, alliances, rows and ports as they stand, with their points by seat."""
    final, events = _final_scoring(view)
    players = view.game.players
    emissaries = final["emissaries"][:, :players].tolist()
    return {
        "provinces": _provinces(view, events),
        "alliances": _alliances(view, events, emissaries),
        "rows": [
            {"seat": event.seat, "spaces": list(event.spaces), "points": event.points}
            for event in events
            if isinstance(event, RowScored)
        ],
        "ports": _ports(view, events),
        "total": _total(view, events),
    }


def _final_scoring(view: View) -> tuple[np.record, tuple[Event, ...]]:
    """What the final scoring would say (F1-F4), of every province as if it had no disk."""
    state: np.record = np.array([view.state], STATE)[0]
    state["disks"] = 0
    if view.is_over:
        state["variant"] = 0  # emissaries on market places have joined the others already
    tape = new_tape()
    score_finally(view.game.board, state, new_scratch(), tape)
    return state, read_tape(view.game, tape)


def _provinces(view: View, events: tuple[Event, ...]) -> dict[str, Any]:
    """The house ranking of each province, what it pays (H1-H3), how many emissaries fit (T11)."""
    board, state = view.game.board, view.state
    scored = {event.province: event.points for event in events if isinstance(event, ProvinceScored)}
    return {
        name: {
            "houses": _houses(view, int(board.province_spaces[index])),
            "points": list(scored[name]),
            "emissaries": list(view.emissaries[name]),
            "limit": int(emissary_limit(board, state, index)),
            "scored": name in view.disks,
        }
        for index, name in enumerate(view.game.book.provinces)
    }


def _houses(view: View, spaces: int) -> list[int]:
    masks = view.state["houses"][: view.game.players].tolist()
    return [(mask & spaces).bit_count() for mask in masks]


def _alliances(
    view: View, events: tuple[Event, ...], emissaries: list[list[int]]
) -> list[dict[str, Any]]:
    """The alliances in the Emperor's order, who leads at each end, and what they pay (F2)."""
    index = {name: number for number, name in enumerate(view.game.book.provinces)}
    return [
        {
            "number": event.number,
            "provinces": list(event.provinces),
            "holders": [_leaders(emissaries[index[name]]) for name in event.provinces],
            "points": list(event.points),
        }
        for event in events
        if isinstance(event, AllianceScored)
    ]


def _leaders(counts: list[int]) -> list[int]:
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if most and count == most]


def _ports(view: View, events: tuple[Event, ...]) -> dict[str, Any]:
    """Houses on ports, and what they pay (F4); a board without ports pays nothing."""
    nothing = (0,) * view.game.players
    points = [event.points for event in events if isinstance(event, PortsScored)]
    houses = _houses(view, int(view.game.board.ports))
    return {"houses": houses, "points": list(points[0] if points else nothing)}


def _total(view: View, events: tuple[Event, ...]) -> list[int]:
    """The points that everybody would have at the end."""
    total = np.array(view.scores)
    for event in () if view.is_over else events:
        if isinstance(event, RowScored):
            total[event.seat] += event.points
        elif isinstance(event, AllianceScored | PortsScored | ProvinceScored):
            total += 0 if _is_paid(view, event) else event.points
    points: list[int] = total.tolist()
    return points


def _is_paid(view: View, event: Event) -> bool:
    return isinstance(event, ProvinceScored) and event.province in view.disks
