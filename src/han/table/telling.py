"""What a table tells to whom. Built by naming what goes in, never by taking things out."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from han.engine.encoding import encode
from han.engine.event import Event
from han.engine.narrator import tell_each, tell_result
from han.engine.overview import board_of, overview_json
from han.engine.placing import after_stop, why_no_piece
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import PublicView, own_json, public_json
from han.records.fair import SaltOrigin
from han.table import absence, moves, shapes
from han.table import entry as log
from han.table.decision import Decision, last_decision
from han.table.entry import Entry
from han.table.errors import TableError
from han.table.narrator import tell_entry
from han.table.options import Options
from han.table.shapes import (
    AwaitedPlayer,
    BroughtShape,
    ClockFace,
    MomentShape,
    NoTakeBack,
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
        brought=BroughtShape(table.brought_by, table.brought.round) if table.brought else None,
        moved_to=None,
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
        is_invited=bool(seat.guest) and seat.guest in table.invited,
        salt=origin,
    )


@dataclass(frozen=True)
class SharedMoment:
    """What viewers of a moment hear alike: all of them but the seat that has yet to be told of."""

    position: Position
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
    if table.held and viewer.seat == table.to_move:
        shared = _moment_at(table, table.position, overview_json)
    shared = shared or shared_moment(table)
    if viewer.seat is None:
        return shared.spectator
    view = _view(table, shared.position, viewer.seat)
    moment = replace(
        shared.spectator,
        moment=table.moment_of(viewer.seat),
        view=own_json(shared.view, view),
        can_undo=_can_undo(table, viewer),
        no_take_back=_no_take_back(table, viewer.seat),
    )
    if not _may_decide(table, viewer):
        return moment
    return replace(
        moment,
        legal=view.legal_actions.texts,
        no_piece=why_no_piece(view),
        after_stop=after_stop(shared.position, viewer.seat),
    )


def shared_moment(table: Table, overview_of: Callable[[View], Any] = overview_json) -> SharedMoment:
    """The part of a moment that a spectator sees."""
    return _moment_at(table, table.told_position, overview_of)


def _moment_at(
    table: Table, position: Position, overview_of: Callable[[View], Any]
) -> SharedMoment:
    view = _view(table, position, None)
    public = public_json(view)
    spectator = MomentShape(
        moment=table.told_moment,
        view=own_json(public, view),
        overview=overview_of(view),
        legal=[],
        to_move=table.to_move,
        can_undo=False,
        take_back=_take_back(table),
        no_take_back=None,
        is_waiting=table.is_waiting,
        awaited=_awaited(table),
        clock=_clock_face(table),
        hands=table.position.hands if table.status == "over" else None,
        result=view.result,
    )
    return SharedMoment(position, public, spectator)


def _view(table: Table, position: Position, seat: int | None) -> View:
    """What is seen from a seat; whoever has agreed to play without the memory aid gets none."""
    view = position.view(seat)
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
    if not table.take_backs.asked:
        return None
    asked, timeline = table.take_backs.asked, table.timeline
    assert timeline is not None
    redrawn = timeline.cards_after(asked.length) if asked.redraw else 0
    return TakeBackRequest(asked.seat, _seats_of(table, table.take_backs.agreed), redrawn)


_NO_TAKE_BACK: dict[str, NoTakeBack] = {
    "table.take_back_pending": "pending",
    "table.nothing_to_take_back": "nothing",
    "table.take_back_behind": "behind",
    "table.take_back_declined": "declined",
}


def _no_take_back(table: Table, seat: int) -> NoTakeBack | None:
    if table.status != "running":
        return None
    try:
        moves.take_back_goal(table, seat)
    except TableError as error:
        return _NO_TAKE_BACK[error.key]
    return None


def _seats_of(table: Table, guests: Collection[str]) -> list[int]:
    return [i for i, seat in enumerate(table.seats) if seat.guest in guests]


def _awaited(table: Table) -> AwaitedPlayer | None:
    seat = table.person_to_move
    if seat is None or not table.present - {table.seats[seat].guest}:
        return None
    return AwaitedPlayer(
        seat=seat,
        nudged_at=table.awaited.nudged_at,
        nudge_from=absence.nudge_from(table),
        stand_in_from=absence.stand_in_from(table),
        agreed=_seats_of(table, table.awaited.for_stand_in),
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
    is_over, after = table.status == "over", after or table
    if isinstance(entry, log.Played):
        assert after.timeline is not None
        return _played(last_decision(after.timeline, seq, entry, events), viewer, is_over)
    if isinstance(entry, log.Started):
        told: ToldEntry = _started(seq, entry, viewer, is_over)
    else:
        told = _TELL[type(entry)](seq, entry)
    return replace(told, told=tell_entry(entry), length=_new_length(seq, after))


def _new_length(seq: int, after: Table) -> int | UnsetType:
    """How many actions count after an entry that changed that, by dealing or taking back."""
    if after.timeline is None or after.moment != seq:
        return UNSET
    return after.timeline.length


def tell_news(
    table: Table,
    past: Table,
    held: Iterable[Decision],
    entry: Entry,
    events: Sequence[Event],
    viewer: Viewer,
) -> list[ToldEntry]:
    """What one viewer hears when an entry comes.

    What its seat can still undo is told to nobody else, nor that it was undone; what nobody can
    undo any more comes together with the decision that made it so.

    Args:
        table: The table as it is now.
        past: The table right after the entry.
        held: What was held back before it.
        entry: What happened at the table.
        events: What happened in the game.
        viewer: Who is told.
    """
    told: list[ToldEntry] = []
    if isinstance(entry, log.Played | log.Undone) and viewer.seat != entry.seat:
        if past.held or isinstance(entry, log.Undone):
            return []
        told = [_played(decision, viewer, table.status == "over") for decision in held]
    last = entry_json(table, past.seq, entry, events, viewer, past)
    return told if last is None else [*told, last]


def _played(decision: Decision, viewer: Viewer, is_over: bool) -> PlayedEntry:
    entry, after = decision.entry, decision.after
    is_open = is_over or viewer.seat == entry.seat
    shown = [event if is_over else event.seen_by(viewer.seat) for event in decision.events]
    return PlayedEntry(
        seq=decision.seq,
        at=entry.at,
        length=decision.length,
        told=tell_result(after),
        seat=entry.seat,
        by=entry.by,
        actions=[action if is_open else _covered(action) for action in entry.actions],
        events=tell_each(shown, after),
        fault=entry.fault if is_open and entry.fault else None,  # may name cards
        round=decision.round,
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
    log.Accepted: lambda n, e: shapes.AcceptedEntry(n, e.at, e.seat),
    log.Salted: lambda n, e: shapes.SaltedEntry(n, e.at, e.seat),
    log.Starting: lambda n, e: shapes.StartingEntry(n, e.at, e.until),
    log.Brought: lambda n, e: shapes.BroughtEntry(n, e.at),
    log.Resumed: lambda n, e: shapes.ResumedEntry(n, e.at),
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
    log.Rematched: lambda n, e: shapes.RematchedEntry(n, e.at, e.game, e.seat),
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

    Among them are earlier ones that had been held back until then.
    When the game is over everything may be known, also of long ago.
    """
    past = table.blank()
    told = []
    for seq, entry in enumerate(entries):
        held = past.held
        events = past.apply(entry)
        if seq > after and not _is_covered(table, entry):
            told += tell_news(table, past, held, entry, events, viewer)
    return sorted(told, key=lambda one: one.seq)


def _is_covered(table: Table, entry: Entry) -> bool:
    """Whether nobody is told of an entry yet: who can still change seats would see all hands."""
    return table.timeline is None and isinstance(entry, log.Started | log.Played)


def tell_moment(
    table: Table, entries: Iterable[Entry], viewer: Viewer, seq: int
) -> MomentShape | None:
    """A table's game as it stood after an entry of its log; nothing can be done there."""
    if table.timeline is None:
        return None
    past, entries = table.blank(), iter(entries)
    for entry in islice(entries, seq + 1):
        past.apply(entry)
    if past.held and _comes_to_stay(past, entries):
        past.show_held()
    moment = moment_json(past, viewer)
    if moment is None:
        return None
    hands = past.position.hands if table.status == "over" else None
    return replace(
        moment,
        legal=[],
        no_piece=None,
        after_stop=[],
        can_undo=False,
        no_take_back=None,
        hands=hands,
    )


def _comes_to_stay(past: Table, later: Iterable[Entry]) -> bool:
    """Whether what was held back last has been told since, and was not undone."""
    last, table = past.held[-1], past.copy()
    for entry in later:
        table.apply(entry)
        if last not in table.held:
            return isinstance(entry, log.Played)
    return False
