"""A table: what all entries of its log add up to."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any

from han.engine.event import Event
from han.engine.position import Position
from han.records.fair import CardsBefore
from han.table import entry as log
from han.table.awaited import AwaitedDecision
from han.table.brought import BroughtGame
from han.table.decision import last_decision
from han.table.entry import Entry
from han.table.errors import LogError
from han.table.salts import Salts
from han.table.state import TableState
from han.table.timeline import NO_PERSON, Step, Timeline, replay
from han.table.timing import Timing

REMEMBERED = 32
"""How many commands of each guest are recognised when they come again."""
MOST_UNDOS = 50
"""In one turn. Who tries things out needs a dozen; more only lets the others wait and fills
the log."""

_TALK = (log.Said, log.Muted)
"""Entries that do not show whether somebody plays on."""


class Table(TableState):
    """One game that people and bots share.

    Only the methods named `apply` change it, each by one entry: whoever applies the same log has
    the same table. A table that others look at is never changed; a copy of it goes on (`progress`).
    """

    def __init__(self, id_: str, seed: bytes, invite: str = "") -> None:
        """An empty table; its first entry is a `Created`."""
        super().__init__(id_, seed, invite)
        self._answered: dict[str, dict[str, int]] = {}
        """Of each guest the last command ids and their entries. Copies of a table share the inner
        dictionaries, so these are replaced, not changed."""

    @staticmethod
    def load(id_: str, seed: bytes, entries: Iterable[Entry], invite: str = "") -> "Table":
        """The table that a stored log describes."""
        table = Table(id_, seed, invite)
        for entry in entries:
            table.apply(entry)
        return table

    def blank(self) -> "Table":
        """The same table before its first entry, to go through its past."""
        return Table(self.id, self._seed, self.invite)

    def copy(self) -> "Table":
        """A table that can go on without changing this one."""
        twin = copy(self)
        twin.seats = list(self.seats)
        twin.invited = set(self.invited)
        twin.timeline = copy(self.timeline)
        twin.timing = copy(self.timing)
        twin.stand_ins = dict(self.stand_ins)
        twin.missing = dict(self.missing)
        twin.muted = set(self.muted)
        twin._answered = dict(self._answered)
        return twin

    def answered(self, guest: str, cid: str) -> int | None:
        """The number of the entry that a guest's command has become, if it came before."""
        known = self._answered.get(guest)
        return known.get(cid) if known and cid else None

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Do what the next entry of the log says; return what happened in the game."""
        self._check_follows(entry)
        if isinstance(entry, log.Started):
            first = self.game.deal_cards(entry.hands, entry.display, start=entry.start)
            self.apply_deal(entry, first)
            return ()
        if isinstance(entry, log.Played):
            return self.apply_steps(entry, replay(self.position, entry.actions))
        self._count(entry)
        _APPLY[type(entry)](self, entry)
        return ()

    def apply_deal(self, entry: log.Started, first: Position) -> None:
        """Begin the game with the position that the entry's cards make."""
        self._check_follows(entry)
        self._count(entry)
        self._start(entry, first)

    def apply_steps(self, entry: log.Played, steps: Sequence[Step]) -> tuple[Event, ...]:
        """Make a move whose action and chance outcomes have been played already."""
        self._check_follows(entry)
        self._count(entry)
        self._play(entry, steps)
        return tuple(event for step in steps for event in step.events)

    def _check_follows(self, entry: Entry) -> None:
        if (self.seq < 0) != isinstance(entry, log.Created):
            raise LogError(f"entry {self.seq + 1} of {self.id} cannot be a {type(entry).__name__}")

    def _count(self, entry: Entry) -> None:
        """Do what every entry does."""
        was_waiting = self.is_waiting
        self.seq += 1
        self.changed = entry.at
        self._remember(entry)
        if not isinstance(entry, _TALK):
            self.missing.pop(entry.guest, None)
        self._run_clock_again(was_waiting, entry.at)

    def _run_clock_again(self, was_waiting: bool, now: int) -> None:
        """Let the clock of the person to move go on if the game no longer waits."""
        if was_waiting and self.timing is not None and self.person_to_move is not None:
            self.timing.unpause(now)

    def _remember(self, entry: Entry) -> None:
        if not entry.cid:
            return
        known = {**self._answered.get(entry.guest, {}), entry.cid: self.seq}
        if len(known) > REMEMBERED:
            del known[next(iter(known))]
        self._answered[entry.guest] = known

    def _create(self, entry: log.Created) -> None:
        self.options = entry.options
        self.seats = list(entry.seats)
        self.host = entry.guest
        self.rematch_of = entry.rematch_of
        self.invited = set(entry.invited)
        self.brought_by = entry.brought_by
        self.created = entry.at

    def _change_seat(self, entry: log.SeatChanged) -> None:
        before = self.seats[entry.seat].guest
        self.seats[entry.seat] = entry.now
        self.starting = None
        self.invited &= {seat.guest for seat in self.seats}
        people = [seat.guest for seat in self.seats if seat.kind == "person"]
        if before and before == self.host and people and self.host not in people:
            self.host = people[0]  # nobody shall wait for a host who has gone

    def _accept(self, entry: log.Accepted) -> None:
        self.invited.discard(entry.guest)
        if entry.until:
            self.starting = log.Starting(at=entry.at, guest=entry.guest, until=entry.until)

    def _add_salt(self, entry: log.Salted) -> None:
        self._salts = self._salts.add(entry.guest, entry.salt)

    def _begin_to_start(self, entry: log.Starting) -> None:
        self.starting = entry

    def _start(self, entry: log.Started, first: Position) -> None:
        self.starting = None
        self._salts = self._salts.deal(self.seats, entry.salts)
        self.timeline = Timeline(first)
        self.timing = Timing(self.options.clock, self.game.players, entry.at)
        self.status = "running"
        self.moment = self.told_moment = self.seq
        self._await_decision()

    def _bring(self, entry: log.Brought) -> None:
        """Keep what was played on a device until the people who go on with it are together."""
        assert self.timeline is not None
        self.timeline.settle(entry.redraws)
        cards = CardsBefore(bytes.fromhex(entry.seed), entry.salts, len(entry.redraws) + 1)
        self.brought = BroughtGame(self.timeline, cards)
        self.timeline, self.timing = None, None
        self._salts = Salts()
        self.undos = 0
        self.status = "open"

    def _resume(self, entry: log.Resumed) -> None:
        assert self.brought is not None
        self.starting = None
        self._salts = self._salts.deal(self.seats, entry.salts)
        self.timeline = copy(self.brought.timeline)
        self.timing = Timing(self.options.clock, self.game.players, entry.at)
        self.status = "running"
        self._await_decision()

    def _play(self, entry: log.Played, steps: Sequence[Step]) -> None:
        assert self.timeline is not None
        assert self.timing is not None
        by_person = entry.by == "person"
        turns = len(self.timeline.turns)
        decision, *outcomes = steps
        self.timeline.add(decision, entry.seat if by_person else NO_PERSON)
        for outcome in outcomes:
            self.timeline.add(outcome)
        if len(self.timeline.turns) != turns:
            self.timing.end_turn(entry.seat, entry.at, by_person=by_person)
            self._end_missed_turn(entry.seat)
            self.undos = 0
            self._welcome_back(entry.at)
        if self.position.is_over:
            self.status = "over"
        self._move_on()
        if self._can_still_undo(entry.seat):
            events = [event for step in steps for event in step.events]
            self.held += (last_decision(self.timeline, self.seq, entry, events),)
        else:
            self.show_held()

    def _can_still_undo(self, seat: int) -> bool:
        """Whether the person on a seat, but no bot, can undo what was decided last."""
        if self.brought_by and self.brought is None:
            return False  # it was decided on a device before the game came here
        return self.to_move == seat and self.seats[seat].kind == "person" and self.undoable > 0

    def show_held(self) -> None:
        """Let all be told what had been told to the seat to move alone."""
        self.held, self.told_moment = (), self.moment

    def _end_missed_turn(self, seat: int) -> None:
        """A missed deadline costs one turn: the next one is the player's again."""
        assert self.timing is not None
        if self.stand_ins.get(seat) == "clock":
            del self.stand_ins[seat]
            self.timing.refill(seat)

    def _welcome_back(self, now: int) -> None:
        """A player who came back too late for a turn plays again when it is over or begins anew."""
        assert self.timing is not None
        if self.returning is not None:
            self.timing.resume(self.returning, now, is_to_move=False)
            self.returning = None

    def _undo(self, entry: log.Undone) -> None:
        self.undos += 1
        self._cut(entry.length)
        self.held = self.held[: self.undoable]

    def _ask_take_back(self, entry: log.TakeBackAsked) -> None:
        self.take_backs = self.take_backs.ask(entry)
        self._go_back_if_agreed(entry.at)

    def _answer_take_back(self, entry: log.TakeBackAnswered) -> None:
        if not entry.agreed:
            self.take_backs = self.take_backs.decline(entry.guest)
            return
        self.take_backs = self.take_backs.agree(entry.guest)
        self._go_back_if_agreed(entry.at)

    def _go_back_if_agreed(self, now: int) -> None:
        assert self.timing is not None
        assert self.timeline is not None
        asked = self.take_backs.asked
        if asked and self.present <= self.take_backs.agreed:
            turns = len(self.timeline.turns)
            self._cut(asked.length, redraw=asked.redraw)
            self.show_held()
            self.take_backs = self.take_backs.forget_from(asked.length)
            self.timing.restart(now)
            for seat in list(self.stand_ins):
                self._end_missed_turn(seat)
            if len(self.timeline.turns) != turns:
                self.undos = 0
            self._welcome_back(now)

    def _cut(self, length: int, *, redraw: bool = False) -> None:
        assert self.timeline is not None
        self.timeline.cut(length, redraw=redraw)
        self._move_on()

    def _move_on(self) -> None:
        self.moment = self.seq
        self.take_backs = self.take_backs.drop()
        self._await_decision()

    def _await_decision(self) -> None:
        """From now on everybody waits for the seat to move."""
        self.awaited = AwaitedDecision(since=self.changed)

    def _stand_in(self, entry: log.StoodIn) -> None:
        assert self.timing is not None
        mover = self.person_to_move
        if entry.seat == self.to_move:
            self.timing.pause(entry.seat, entry.at)
            self._await_decision()
        self.stand_ins[entry.seat] = entry.reason
        if entry.reason != "left":
            guest = self.seats[entry.seat].guest
            self.missing[guest] = self.missing.get(guest, 0) + (entry.reason == "clock")
        if entry.seat == self.returning:
            self.returning = None
        self._recheck_take_back(entry.at)
        if self.is_waiting and mover is not None and mover not in self.stand_ins:
            self.timing.pause(mover, entry.at)

    def _recheck_take_back(self, now: int) -> None:
        """Somebody has gone: drop the request if it cannot be answered any more, or go back."""
        asked = self.take_backs.asked
        if asked and asked.guest not in self.present:
            self.take_backs = self.take_backs.drop()  # nobody is there any more who wants it
        elif asked and not self.keeps_absent_players_moves(asked.length):
            self.take_backs = self.take_backs.drop()  # whose decisions it undoes cannot be asked
        self._go_back_if_agreed(now)  # others who left are not asked

    def _come_back(self, entry: log.CameBack) -> None:
        assert self.timing is not None
        was_waiting = self.is_waiting
        if self.stand_ins.pop(entry.seat, None) is None:
            return  # no bot played for this seat: the game waited for its person or for others
        self._run_clock_again(was_waiting, entry.at)
        is_to_move = self.to_move == entry.seat
        self.timing.resume(entry.seat, entry.at, is_to_move=is_to_move)
        if is_to_move:
            self._await_decision()
        if is_to_move and self.timing.is_up(entry.seat):
            self.returning = entry.seat

    def _nudge(self, entry: log.Nudged) -> None:
        self.awaited = self.awaited.nudged(entry.at)

    def _ask_stand_in(self, entry: log.StandInAsked) -> None:
        if entry.agreed:
            self.awaited = self.awaited.agreed(entry.guest, entry.at)
        elif entry.guest == self.seats[entry.whom].guest:
            self._await_decision()  # the player is there after all
        else:
            self.awaited = self.awaited.declined()

    def _give_back_time(self, entry: log.Downtime) -> None:
        assert self.timing is not None
        if self.to_move is not None:
            self.timing.give_back(self.to_move, entry.ms, entry.at)
        self.awaited = self.awaited.moved_on(entry.ms)

    def _say(self, entry: log.Said) -> None:
        pass  # talk changes nothing; it is only told

    def _mute(self, entry: log.Muted) -> None:
        change = self.muted.add if entry.muted else self.muted.discard
        change((entry.guest, entry.seat))

    def _rematch(self, entry: log.Rematched) -> None:
        self.next_game = entry.game

    def _close(self, entry: log.Closed) -> None:
        self.status = "closed"
        self.starting = None


_APPLY: dict[type[Any], Callable[[Table, Any], None]] = {
    log.Created: Table._create,
    log.SeatChanged: Table._change_seat,
    log.Accepted: Table._accept,
    log.Salted: Table._add_salt,
    log.Starting: Table._begin_to_start,
    log.Brought: Table._bring,
    log.Resumed: Table._resume,
    log.Undone: Table._undo,
    log.TakeBackAsked: Table._ask_take_back,
    log.TakeBackAnswered: Table._answer_take_back,
    log.StoodIn: Table._stand_in,
    log.CameBack: Table._come_back,
    log.Nudged: Table._nudge,
    log.StandInAsked: Table._ask_stand_in,
    log.Downtime: Table._give_back_time,
    log.Said: Table._say,
    log.Muted: Table._mute,
    log.Rematched: Table._rematch,
    log.Closed: Table._close,
}
