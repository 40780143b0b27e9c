"""What a table tells to whom. Built by naming what goes in, never by taking things out."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from han.engine.event import Event
from han.engine.narrator import events_json, tell_result, told_json
from han.engine.overview import board_of, overview_json
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import own_json, public_json
from han.records.fair import SaltOrigin
from han.table import absence
from han.table import entry as log
from han.table.entry import Entry
from han.table.narrator import tell_entry
from han.table.options import Clock
from han.table.shapes import (
    AwaitedShape,
    ClockFaceShape,
    ClockShape,
    MomentShape,
    OptionsShape,
    SeatShape,
    TableShape,
    TakeBackShape,
)
from han.table.table import MOST_UNDOS, Table


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table."""

    guest: str = ""
    seat: int | None = None
    """The seat whose cards they may see; none for an onlooker."""


def table_json(table: Table, guest: str) -> TableShape:
    """The table without its game: what anybody may know, and what is the guest's own."""
    mine = table.seats_of(guest)
    origins = table.salt_origins or [None] * len(table.seats)
    is_host = bool(guest) and guest == table.host
    is_invited = bool(mine) or is_host or table.options.public  # the lobby invites everybody
    return {
        "id": table.id,
        "status": table.status,
        "options": _options(table),
        "seats": [_seat(table, index, mine, origin) for index, origin in enumerate(origins)],
        "mine": list(mine),
        "is_host": is_host,
        "invite": table.invite if is_invited else None,
        "starting": table.starting.until if table.starting else None,
        "commitment": table.commitment,
        "salts": list(table.salts) if table.timeline else None,
        "seed": table.revealed_seed or None,
        "rematch_of": table.rematch_of or None,
        "next_game": table.next_game or None,
        "muted": [seat for who, seat in sorted(table.muted) if who == guest],
        "created": table.created,
        "changed": table.changed,
    }


def _options(table: Table) -> OptionsShape:
    options = table.options
    return {
        "map": options.map,
        "players": options.players,
        "variant": options.variant,
        "wild_in_prices": options.wild_in_prices,
        "start": options.start,
        "clock": clock_json(options.clock),
        "casual": options.casual,
        "public": options.public,
        "memory_aid": options.memory_aid,
        "stand_in": options.stand_in,
    }


def clock_json(clock: Clock) -> ClockShape:
    """How long players may think."""
    return {"kind": clock.kind, "seconds": clock.seconds, "increment": clock.increment}


def _seat(table: Table, index: int, mine: Sequence[int], origin: SaltOrigin | None) -> SeatShape:
    seat = table.seats[index]
    return {
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "is_mine": index in mine,
        "away": table.stand_ins.get(index),
        "salt": origin,
    }


@dataclass(frozen=True)
class SharedMoment:
    """What all viewers of a moment hear alike."""

    view: dict[str, Any]
    overview: Any
    to_move: int | None
    take_back: TakeBackShape | None
    is_waiting: bool
    awaited: AwaitedShape | None
    clock: ClockFaceShape | None
    hands: list[str] | None
    result: dict[str, Any] | None


def moment_json(
    table: Table, viewer: Viewer, shared: SharedMoment | None = None
) -> MomentShape | None:
    """The game as it stands, for one viewer; none before it begins.

    Args:
        table: The table.
        viewer: Who looks.
        shared: What `shared_moment` gave, where many look at once.
    """
    if table.timeline is None:
        return None
    shared = shared or shared_moment(table)
    view = _view(table, viewer.seat)
    return {
        "moment": table.moment,
        "view": shared.view | own_json(view),
        "overview": shared.overview,
        "legal": view.legal_actions.texts if _may_decide(table, viewer) else [],
        "to_move": shared.to_move,
        "can_undo": _can_undo(table, viewer),
        "take_back": shared.take_back,
        "is_waiting": shared.is_waiting,
        "awaited": shared.awaited,
        "clock": shared.clock,
        "hands": shared.hands,
        "result": shared.result,
    }


def shared_moment(table: Table, overview_of: Callable[[View], Any] = overview_json) -> SharedMoment:
    """The part of a moment that an onlooker sees; the whole deal once the game is over."""
    view = _view(table, None)
    return SharedMoment(
        view=public_json(view),
        overview=overview_of(view),
        to_move=table.to_move,
        take_back=_take_back(table),
        is_waiting=table.is_waiting,
        awaited=_awaited(table),
        clock=_clock_face(table),
        hands=list(table.position.hands) if table.status == "over" else None,
        result=asdict(view.result) if view.result else None,
    )


def _view(table: Table, seat: int | None) -> View:
    """What is seen from a seat; whoever has agreed to play without the memory aid gets none."""
    view = table.position.view(seat)
    return view if table.options.memory_aid else view.without_memory()


def _may_decide(table: Table, viewer: Viewer) -> bool:
    """Whether it is the viewer's turn; not for one who came back to it too late."""
    return viewer.seat not in (None, table.returning) and viewer.seat == table.to_move


class LastOverview:
    """The overview of the last position as JSON, for as long as the board stays the same."""

    def __init__(self) -> None:
        """There is none yet."""
        self._board: object = None
        self._json = msgspec.Raw()

    def of(self, view: View) -> msgspec.Raw:
        """The overview, to be put into a message as it is."""
        board = board_of(view)
        if board != self._board:
            self._board, self._json = board, msgspec.Raw(msgspec.json.encode(overview_json(view)))
        return self._json


def _can_undo(table: Table, viewer: Viewer) -> bool:
    assert table.timeline is not None
    is_own = viewer.seat is not None and viewer.seat == table.person_to_move
    may_undo = is_own and table.undos < MOST_UNDOS
    return may_undo and table.timeline.length > table.timeline.undo_limit


def _take_back(table: Table) -> TakeBackShape | None:
    if not table.take_back:
        return None
    return {"seat": table.take_back.seat, "agreed": _seats_of(table, table.agreed)}


def _seats_of(table: Table, guests: Collection[str]) -> list[int]:
    return [i for i, seat in enumerate(table.seats) if seat.guest in guests]


def _awaited(table: Table) -> AwaitedShape | None:
    seat = table.person_to_move
    if seat is None or not table.present - {table.seats[seat].guest}:
        return None
    return {
        "seat": seat,
        "nudged_at": table.nudged_at,
        "nudge_from": absence.nudge_from(table),
        "stand_in_from": absence.stand_in_from(table),
        "agreed": _seats_of(table, table.for_stand_in),
    }


def _clock_face(table: Table) -> ClockFaceShape | None:
    if table.timing is None or table.options.clock.kind == "none":
        return None
    return {
        "turn_began": table.timing.turn_began,
        "deadline": table.deadline,
        "left": [table.timing.left(seat) for seat in range(len(table.seats))],
    }


def entry_json(
    table: Table,
    seq: int,
    entry: Entry,
    events: Sequence[Event],
    viewer: Viewer,
    after: Table | None = None,
) -> dict[str, Any] | None:
    """What one viewer hears of an entry; ``None`` if nothing at all.

    Args:
        table: The table as it is now.
        seq: The entry's number.
        entry: What happened at the table.
        events: What happened in the game.
        viewer: Who is told.
        after: The table right after the entry, where more has happened since.
    """
    if isinstance(entry, log.Muted) and entry.guest != viewer.guest:
        return None
    if isinstance(entry, log.Said) and (viewer.guest, entry.seat) in table.muted:
        return None
    head = {"seq": seq, "at": entry.at, "type": type(entry).__struct_config__.tag}
    if isinstance(entry, log.Played):
        return head | _played_json(table, entry, events, viewer, (after or table).position)
    told = {"told": told_json(tell_entry(entry))}
    return head | told | _TELL[type(entry)](entry, viewer, table.status == "over")


def _played_json(
    table: Table, entry: log.Played, events: Sequence[Event], viewer: Viewer, after: Position
) -> dict[str, Any]:
    is_open = table.status == "over" or viewer.seat == entry.seat
    shown = [event if table.status == "over" else event.seen_by(viewer.seat) for event in events]
    return {
        "seat": entry.seat,
        "by": entry.by,
        "actions": [action if is_open else _covered(action) for action in entry.actions],
        "events": events_json(shown, after),
        "told": told_json(tell_result(after)),
        "fault": entry.fault if is_open and entry.fault else None,  # may name cards
    }


def _covered(action: str) -> str:
    """An action as others see it: the card that a seat drew is hidden (D1)."""
    return "*?" if action.startswith("*") and action != "*" else action


def _started(entry: log.Started, viewer: Viewer, is_over: bool) -> dict[str, Any]:
    hands = [
        hand if is_over or seat == viewer.seat else None for seat, hand in enumerate(entry.hands)
    ]
    return {"start": entry.start, "hands": hands, "display": entry.display}


_TELL: dict[type[Any], Callable[[Any, Viewer, bool], dict[str, Any]]] = {
    log.Created: lambda e, v, o: {"players": e.options.players},
    log.SeatChanged: lambda e, v, o: {
        "seat": e.seat,
        "now": {"kind": e.now.kind, "name": e.now.name, "bot": e.now.bot},
    },
    log.Salted: lambda e, v, o: {"seat": e.seat},
    log.Starting: lambda e, v, o: {"until": e.until},
    log.Started: _started,
    log.Undone: lambda e, v, o: {"seat": e.seat},
    log.TakeBackAsked: lambda e, v, o: {"seat": e.seat},
    log.TakeBackAnswered: lambda e, v, o: {"seat": e.seat, "agreed": e.agreed},
    log.StoodIn: lambda e, v, o: {"seat": e.seat, "reason": e.reason},
    log.CameBack: lambda e, v, o: {"seat": e.seat},
    log.Nudged: lambda e, v, o: {"seat": e.seat, "whom": e.whom},
    log.StandInAsked: lambda e, v, o: {"seat": e.seat, "whom": e.whom, "agreed": e.agreed},
    log.Downtime: lambda e, v, o: {"ms": e.ms},
    log.Said: lambda e, v, o: {"seat": e.seat, "text": e.text or None, "phrase": e.phrase or None},
    log.Muted: lambda e, v, o: {"seat": e.seat, "muted": e.muted},
    log.Rematched: lambda e, v, o: {"game": e.game},
    log.Closed: lambda e, v, o: {},
}


USUAL_LOG = 200
"""Entries of a usual game with some talk."""


def history_cost(entries: int) -> float:
    """What a history of so many entries costs; that of a usual game or a shorter one costs 1."""
    return max(1.0, entries / USUAL_LOG)


def tell_history(
    table: Table, entries: Sequence[Entry], viewer: Viewer, after: int = -1
) -> list[dict[str, Any]]:
    """What a viewer may know of a table's entries, from the one behind ``after`` on.

    When the game is over everything may be known, also of long ago.
    """
    past = table.blank()
    told = []
    for seq, entry in enumerate(entries):
        events = past.apply(entry)
        if seq > after:
            told.append(entry_json(table, seq, entry, events, viewer, past))
    return [one for one in told if one is not None]


def tell_moment(table: Table, entries: Sequence[Entry], viewer: Viewer) -> MomentShape | None:
    """A table's game as it stood after its first entries; nothing can be done there."""
    past = table.blank()
    for entry in entries:
        past.apply(entry)
    moment = moment_json(past, viewer)
    if moment is None:
        return None
    hands = list(past.position.hands) if table.status == "over" else None
    return {**moment, "legal": [], "can_undo": False, "hands": hands}
