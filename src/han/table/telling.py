"""What a table tells to whom. Built by naming what goes in, never by taking things out."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from han.engine.encoding import encode
from han.engine.event import Event
from han.engine.narrator import tell_each, tell_result
from han.engine.overview import board_of, overview_json
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import PublicView, own_json, public_json
from han.records.fair import SaltOrigin
from han.table import absence, shapes
from han.table import entry as log
from han.table.entry import Entry
from han.table.narrator import tell_entry
from han.table.options import Options
from han.table.shapes import (
    AwaitedPlayer,
    ClockFace,
    MomentShape,
    OptionsShape,
    PlayedEntry,
    SeatShape,
    Sitter,
    StartedEntry,
    TableShape,
    TakeBackRequest,
    ToldEntry,
)
from han.table.table import MOST_UNDOS, Table


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table."""

    guest: str = ""
    seat: int | None = None
    """The seat whose cards they may see; none for a spectator."""


def table_json(table: Table, guest: str) -> TableShape:
    """The table without its game: what anybody may know, and what is the guest's own."""
    mine = table.seats_of(guest)
    origins = table.salt_origins or [None] * len(table.seats)
    is_host = bool(guest) and guest == table.host
    is_invited = bool(mine) or is_host or table.options.public  # the lobby invites everybody
    return TableShape(
        id=table.id,
        status=table.status,
        options=_options(table.options),
        seats=[_seat(table, index, mine, origin) for index, origin in enumerate(origins)],
        mine=list(mine),
        is_host=is_host,
        invite=table.invite if is_invited else None,
        starting=table.starting.until if table.starting else None,
        commitment=table.commitment,
        salts=list(table.salts) if table.timeline else None,
        seed=table.revealed_seed or None,
        rematch_of=table.rematch_of or None,
        next_game=table.next_game or None,
        muted=[seat for who, seat in sorted(table.muted) if who == guest],
        created=table.created,
        changed=table.changed,
    )


@lru_cache(maxsize=64)
def _options(options: Options) -> OptionsShape:
    return msgspec.convert(options, OptionsShape, from_attributes=True)


def _seat(table: Table, index: int, mine: Sequence[int], origin: SaltOrigin | None) -> SeatShape:
    seat = table.seats[index]
    return SeatShape(
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        is_mine=index in mine,
        away=table.stand_ins.get(index),
        salt=origin,
    )


@dataclass(frozen=True)
class SharedMoment:
    """What all viewers of a moment hear alike."""

    view: PublicView
    spectator: MomentShape
    """What somebody hears who sees no cards; the whole deal once the game is over."""


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
    if viewer.seat is None:
        return shared.spectator
    view = _view(table, viewer.seat)
    return replace(
        shared.spectator,
        view=own_json(shared.view, view),
        legal=view.legal_actions.texts if _may_decide(table, viewer) else [],
        can_undo=_can_undo(table, viewer),
    )


def shared_moment(table: Table, overview_of: Callable[[View], Any] = overview_json) -> SharedMoment:
    """The part of a moment that a spectator sees."""
    view = _view(table, None)
    public = public_json(view)
    spectator = MomentShape(
        moment=table.moment,
        view=own_json(public, view),
        overview=overview_of(view),
        legal=[],
        to_move=table.to_move,
        can_undo=False,
        take_back=_take_back(table),
        is_waiting=table.is_waiting,
        awaited=_awaited(table),
        clock=_clock_face(table),
        hands=table.position.hands if table.status == "over" else None,
        result=view.result,
    )
    return SharedMoment(public, spectator)


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
            self._board, self._json = board, msgspec.Raw(encode(overview_json(view)))
        return self._json


def _can_undo(table: Table, viewer: Viewer) -> bool:
    assert table.timeline is not None
    is_own = viewer.seat is not None and viewer.seat == table.person_to_move
    may_undo = is_own and table.undos < MOST_UNDOS
    return may_undo and table.timeline.length > table.timeline.undo_limit


def _take_back(table: Table) -> TakeBackRequest | None:
    if not table.take_back:
        return None
    return TakeBackRequest(table.take_back.seat, _seats_of(table, table.agreed))


def _seats_of(table: Table, guests: Collection[str]) -> list[int]:
    return [i for i, seat in enumerate(table.seats) if seat.guest in guests]


def _awaited(table: Table) -> AwaitedPlayer | None:
    seat = table.person_to_move
    if seat is None or not table.present - {table.seats[seat].guest}:
        return None
    return AwaitedPlayer(
        seat=seat,
        nudged_at=table.nudged_at,
        nudge_from=absence.nudge_from(table),
        stand_in_from=absence.stand_in_from(table),
        agreed=_seats_of(table, table.for_stand_in),
    )


def _clock_face(table: Table) -> ClockFace | None:
    if table.timing is None or table.options.clock.kind == "none":
        return None
    return ClockFace(
        turn_began=table.timing.turn_began,
        deadline=table.deadline,
        left=[table.timing.left(seat) for seat in range(len(table.seats))],
    )


def entry_json(
    table: Table,
    seq: int,
    entry: Entry,
    events: Sequence[Event],
    viewer: Viewer,
    after: Table | None = None,
) -> ToldEntry | None:
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
    is_over = table.status == "over"
    if isinstance(entry, log.Played):
        return _played(seq, entry, events, viewer, is_over, (after or table).position)
    if isinstance(entry, log.Started):
        return replace(_started(seq, entry, viewer, is_over), told=tell_entry(entry))
    return replace(_TELL[type(entry)](seq, entry), told=tell_entry(entry))


def _played(
    seq: int,
    entry: log.Played,
    events: Sequence[Event],
    viewer: Viewer,
    is_over: bool,
    after: Position,
) -> PlayedEntry:
    is_open = is_over or viewer.seat == entry.seat
    shown = [event if is_over else event.seen_by(viewer.seat) for event in events]
    return PlayedEntry(
        seq=seq,
        at=entry.at,
        told=tell_result(after),
        seat=entry.seat,
        by=entry.by,
        actions=[action if is_open else _covered(action) for action in entry.actions],
        events=tell_each(shown, after),
        fault=entry.fault if is_open and entry.fault else None,  # may name cards
    )


def _covered(action: str) -> str:
    """An action as others see it: the card that a seat drew is hidden (D1)."""
    return "*?" if action.startswith("*") and action != "*" else action


def _started(seq: int, entry: log.Started, viewer: Viewer, is_over: bool) -> StartedEntry:
    hands = [
        hand if is_over or seat == viewer.seat else None for seat, hand in enumerate(entry.hands)
    ]
    return StartedEntry(seq, entry.at, entry.start, hands, entry.display)


_TELL: dict[type[Any], Callable[[int, Any], ToldEntry]] = {
    log.Created: lambda n, e: shapes.CreatedEntry(n, e.at, e.options.players),
    log.SeatChanged: lambda n, e: shapes.SeatEntry(
        n, e.at, e.seat, Sitter(e.now.kind, e.now.name, e.now.bot)
    ),
    log.Salted: lambda n, e: shapes.SaltedEntry(n, e.at, e.seat),
    log.Starting: lambda n, e: shapes.StartingEntry(n, e.at, e.until),
    log.Undone: lambda n, e: shapes.UndoneEntry(n, e.at, e.seat),
    log.TakeBackAsked: lambda n, e: shapes.TakeBackAskedEntry(n, e.at, e.seat),
    log.TakeBackAnswered: lambda n, e: shapes.TakeBackAnsweredEntry(n, e.at, e.seat, e.agreed),
    log.StoodIn: lambda n, e: shapes.StoodInEntry(n, e.at, e.seat, e.reason),
    log.CameBack: lambda n, e: shapes.CameBackEntry(n, e.at, e.seat),
    log.Nudged: lambda n, e: shapes.NudgedEntry(n, e.at, e.seat, e.whom),
    log.StandInAsked: lambda n, e: shapes.StandInAskedEntry(n, e.at, e.seat, e.whom, e.agreed),
    log.Downtime: lambda n, e: shapes.DowntimeEntry(n, e.at, e.ms),
    log.Said: lambda n, e: shapes.SaidEntry(n, e.at, e.seat, e.text or None, e.phrase or None),
    log.Muted: lambda n, e: shapes.MutedEntry(n, e.at, e.seat, e.muted),
    log.Rematched: lambda n, e: shapes.RematchedEntry(n, e.at, e.game),
    log.Closed: lambda n, e: shapes.ClosedEntry(n, e.at),
}
"""What everybody hears of an entry, by its number."""


USUAL_LOG = 200
"""Entries of a usual game with some talk."""


def history_cost(entries: int) -> float:
    """What a history of so many entries costs; that of a usual game or a shorter one costs 1."""
    return max(1.0, entries / USUAL_LOG)


def tell_history(
    table: Table, entries: Sequence[Entry], viewer: Viewer, after: int = -1
) -> list[ToldEntry]:
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
    hands = past.position.hands if table.status == "over" else None
    return replace(moment, legal=[], can_undo=False, hands=hands)
