"""A table: what all entries of its log add up to."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Literal

from han.engine.event import Event
from han.engine.game import Game
from han.engine.position import Position
from han.records.fair import FairCards, SaltOrigin, commitment
from han.table import entry as log
from han.table.decision import Decision, last_decision
from han.table.entry import Entry, Seat
from han.table.errors import LogError
from han.table.options import Options, game_of
from han.table.timeline import NO_PERSON, Step, Timeline, replay
from han.table.timing import Timing

Status = Literal["open", "running", "over", "closed"]
Reason = Literal["left", "clock", "absent"]
REMEMBERED = 32
"""How many commands of each guest are recognised when they come again."""
MOST_UNDOS = 50
"""In one turn. Who tries things out needs a dozen; more only lets the others wait and fills
the log."""

_TALK = (log.Said, log.Muted)
"""Entries that do not show whether somebody plays on."""


class Table:
    """One game that people and bots share.

    Only the methods named `apply` change it, each by one entry: whoever applies the same log has
    the same table. A table that others look at is never changed; a copy of it goes on (`progress`).
    """

    options: Options
    seats: list[Seat]
    host: str
    rematch_of: str

    def __init__(self, id_: str, seed: bytes, invite: str = "") -> None:
        """An empty table; its first entry is a `Created`."""
        self.id = id_
        self.invite = invite
        """What lets people sit down; told to those who sit already."""
        self.seq = -1
        """The number of the last entry."""
        self.moment = -1
        """The number of the last entry that changed the position."""
        self.told_moment = -1
        """The moment of all but the seat to move: of the last change that they have been told."""
        self.held: tuple[Decision, ...] = ()
        """What the seat to move can still undo: nobody else is told of it. Else whoever tries out
        where a piece could go would show the cards that pay for it."""
        self.status: Status = "open"
        self.given: dict[str, str] = {}
        """The salts of guests who were asked for one; an empty one means that none will come."""
        self.invited: set[str] = set()
        """Guests who have a seat and have not said yet that they want to play."""
        self.starting: log.Starting | None = None
        """The announced start of the game, while salts are missing."""
        self.timeline: Timeline | None = None
        self.timing: Timing | None = None
        self.stand_ins: dict[int, Reason] = {}
        """Seats that a bot plays for, and why: for this turn (``clock``), or until their player
        comes back."""
        self.missing: dict[str, int] = {}
        """Guests who missed their last deadline or were found absent by the others, and have
        neither played nor sent another command of the game since: how many deadlines they missed in
        a row."""
        self.returning: int | None = None
        """The seat whose player is back too late for this turn, which the stand-in finishes."""
        self.undos = 0
        """How often something was undone in this turn."""
        self.take_back: log.TakeBackAsked | None = None
        self.agreed: set[str] = set()
        """Guests who agree to the take-back."""
        self.declined: dict[int, int] = {}
        """Of each seat whose take-back was declined, where it would have led."""
        self.idle_since = 0
        """Since when everybody waits for the seat to move."""
        self.nudged_at: int | None = None
        """When the seat to move was last reminded, if it has not reacted."""
        self.first_nudged_at: int | None = None
        """When it was reminded first; to remind it again gives it no more time."""
        self.for_stand_in: set[str] = set()
        """Guests who want a bot to play for the seat to move."""
        self.stand_in_asked_at: int | None = None
        """When the first of them said so."""
        self.muted: set[tuple[str, int]] = set()
        self.next_game = ""
        self.created = 0
        self.changed = 0
        self._seed = seed
        self._shuffled_in: tuple[str, ...] | None = None
        """The salts that the cards were dealt with; none before that, and in old logs."""
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
        twin.given = dict(self.given)
        twin.invited = set(self.invited)
        twin.timeline = copy(self.timeline)
        twin.timing = copy(self.timing)
        twin.stand_ins = dict(self.stand_ins)
        twin.missing = dict(self.missing)
        twin.agreed = set(self.agreed)
        twin.declined = dict(self.declined)
        twin.for_stand_in = set(self.for_stand_in)
        twin.muted = set(self.muted)
        twin._answered = dict(self._answered)
        return twin

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_of(self.options)

    @property
    def position(self) -> Position:
        """The position; there is none before the start."""
        assert self.timeline is not None
        return self.timeline.position

    @property
    def told_position(self) -> Position:
        """The position as all but the seat to move know it."""
        assert self.timeline is not None
        return self.timeline.at(self.timeline.undo_limit) if self.held else self.position

    def moment_of(self, seat: int | None) -> int:
        """The moment that a seat, or a spectator, is told and names in its commands."""
        return self.moment if seat == self.to_move else self.told_moment

    @property
    def salts(self) -> tuple[str, ...]:
        """What the people have added to the shuffle, by seat: each at the first of their seats."""
        if self._shuffled_in is not None:
            return self._shuffled_in
        if self.timeline is not None:  # an old log
            return tuple(seat.salt for seat in self.seats)
        return tuple(
            self.given.get(seat.guest, "") if self._is_first_seat(index) else ""
            for index, seat in enumerate(self.seats)
        )

    def _is_first_seat(self, index: int) -> bool:
        """Whether the person on a seat has no seat before it."""
        return self.seats_of(self.seats[index].guest)[:1] == (index,)

    @property
    def salt_origins(self) -> tuple[SaltOrigin, ...] | None:
        """Where the salt of each seat came from; unknown in old logs."""
        if self.timeline is not None and self._shuffled_in is None:
            return None
        return tuple(self._salt_origin(index) for index in range(len(self.seats)))

    def _salt_origin(self, index: int) -> SaltOrigin:
        seat, salts = self.seats[index], self.salts
        if seat.kind != "person":
            return "bot" if seat.kind == "bot" else "none"
        if salts[index]:
            return "own"
        return "shared" if salts[self.seats_of(seat.guest)[0]] else "none"

    @property
    def awaited_salts(self) -> set[str]:
        """The guests at the table who have neither added a salt nor said that none will come."""
        return {seat.guest for seat in self.seats if seat.guest} - self.given.keys()

    @property
    def deal_at(self) -> int | None:
        """When the cards must be dealt, if somebody has sent a `Start`."""
        if self.starting is None:
            return None
        return self.starting.until if self.awaited_salts else self.starting.at

    @property
    def fair(self) -> FairCards:
        """Where this table's chance comes from."""
        redraws = self.timeline.redraws if self.timeline else ()
        return FairCards(self._seed, self.salts, redraws)

    @property
    def commitment(self) -> str:
        """What binds the server to its seed."""
        return commitment(self._seed)

    @property
    def revealed_seed(self) -> str:
        """The seed, once it can do no harm."""
        return self._seed.hex() if self.status == "over" else ""

    def record_meta(self) -> dict[str, Any]:
        """What the record of this finished game says beside the game."""
        names = [seat.name or seat.bot for seat in self.seats]
        fair = self.fair.meta(start_drawn=self.options.start is None, origins=self.salt_origins)
        return {"table": self.id, "names": names, "fair": fair}

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats that a guest plays for."""
        return tuple(i for i, seat in enumerate(self.seats) if guest and seat.guest == guest)

    @property
    def present(self) -> set[str]:
        """The guests who have not left, at least one of their seats.

        Those whose clock ran out are: else one need only wait for it to decide without them.
        """
        people = (i for i, seat in enumerate(self.seats) if seat.kind == "person")
        return {self.seats[i].guest for i in people if self.stand_ins.get(i) != "left"}

    def keeps_absent_players_moves(self, length: int) -> bool:
        """Whether going back to ``length`` undoes no decision of somebody who has left.

        Who agreed before leaving has been asked.
        """
        assert self.timeline is not None
        asked = self.present | self.agreed
        absent = [i for i, seat in enumerate(self.seats) if seat.guest and seat.guest not in asked]
        return self.timeline.last_decision_of(absent) <= length

    @property
    def to_move(self) -> int | None:
        """The seat that decides now."""
        return self.position.to_move if self.status == "running" else None

    @property
    def is_waiting(self) -> bool:
        """Whether the game stands still because all people who have not left are missing."""
        if self.status != "running" or not self.missing:
            return False
        present = self.present
        return bool(present) and present <= self.missing.keys()

    @property
    def bot_to_move(self) -> str | None:
        """The bot that decides now, for itself or for somebody who is away."""
        seat = self.to_move
        if seat is None or self.is_waiting:
            return None
        if self.has_stand_in(seat):
            return self.options.stand_in
        return self.seats[seat].bot or None

    def has_stand_in(self, seat: int) -> bool:
        """Whether a bot plays now for the person on a seat."""
        return seat in self.stand_ins or seat == self.returning

    @property
    def person_to_move(self) -> int | None:
        """The seat to move, if its person is expected to decide."""
        seat = self.to_move
        return None if self.is_waiting or self.bot_to_move else seat

    @property
    def deadline(self) -> int | None:
        """When a bot must take over from the person who decides now."""
        seat = self.person_to_move
        if seat is None or self.timing is None:
            return None
        return self.timing.deadline(seat)

    @property
    def is_timed(self) -> bool:
        """Whether time runs against the person to move: a clock, or that to react to a nudge."""
        return self.deadline is not None or self.nudged_at is not None

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
        self.given[entry.guest] = entry.salt

    def _begin_to_start(self, entry: log.Starting) -> None:
        self.starting = entry

    def _start(self, entry: log.Started, first: Position) -> None:
        self.starting = None
        self._shuffled_in = entry.salts
        self.timeline = Timeline(first)
        self.timing = Timing(self.options.clock, self.game.players, entry.at)
        self.status = "running"
        self.moment = self.told_moment = self.seq
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
            self.held, self.told_moment = (), self.moment

    def _can_still_undo(self, seat: int) -> bool:
        """Whether the person on a seat, but no bot, can undo what was decided last."""
        return self.to_move == seat and self.seats[seat].kind == "person" and self.undoable > 0

    @property
    def undoable(self) -> int:
        """How many decisions of this turn can be undone: those behind which no card came."""
        assert self.timeline is not None
        return self.timeline.length - self.timeline.undo_limit

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
        self.take_back = entry
        self.agreed = {entry.guest}
        self._go_back_if_agreed(entry.at)

    def _answer_take_back(self, entry: log.TakeBackAnswered) -> None:
        if not entry.agreed:
            self._decline(entry.guest)
            return
        self.agreed.add(entry.guest)
        self._go_back_if_agreed(entry.at)

    def _decline(self, guest: str) -> None:
        """End the request; whoever asked can withdraw it and ask again later."""
        asked = self.take_back
        if asked and guest != asked.guest:
            self.declined[asked.seat] = asked.length
        self._drop_take_back()

    def _go_back_if_agreed(self, now: int) -> None:
        assert self.timing is not None
        assert self.timeline is not None
        if self.take_back and self.present <= self.agreed:
            turns, length = len(self.timeline.turns), self.take_back.length
            self._cut(length, redraw=self.take_back.redraw)
            self.held, self.told_moment = (), self.moment
            self.declined = {seat: at for seat, at in self.declined.items() if at < length}
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
        self._drop_take_back()
        self._await_decision()

    def _await_decision(self) -> None:
        """From now on everybody waits for the seat to move."""
        self.idle_since = self.changed
        self.nudged_at = self.first_nudged_at = None
        self._drop_stand_in()

    def _drop_take_back(self) -> None:
        self.take_back = None
        self.agreed = set()

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
        asked = self.take_back
        if asked and asked.guest not in self.present:
            self._drop_take_back()  # nobody is there any more who wants it
        elif asked and not self.keeps_absent_players_moves(asked.length):
            self._drop_take_back()  # nobody can be asked any more whose decisions it undoes
        self._go_back_if_agreed(entry.at)  # others who left are not asked
        if self.is_waiting and mover is not None and mover not in self.stand_ins:
            self.timing.pause(mover, entry.at)

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
        self.nudged_at = entry.at
        if self.first_nudged_at is None:
            self.first_nudged_at = entry.at

    def _ask_stand_in(self, entry: log.StandInAsked) -> None:
        if entry.agreed:
            self.for_stand_in.add(entry.guest)
            if self.stand_in_asked_at is None:
                self.stand_in_asked_at = entry.at
        elif entry.guest == self.seats[entry.whom].guest:
            self._await_decision()  # the player is there after all
        else:
            self._drop_stand_in()

    def _drop_stand_in(self) -> None:
        self.for_stand_in = set()
        self.stand_in_asked_at = None

    def _give_back_time(self, entry: log.Downtime) -> None:
        assert self.timing is not None
        if self.to_move is not None:
            self.timing.give_back(self.to_move, entry.ms, entry.at)
        self.idle_since += entry.ms
        if self.nudged_at is not None and self.first_nudged_at is not None:
            self.nudged_at += entry.ms
            self.first_nudged_at += entry.ms
        if self.stand_in_asked_at is not None:
            self.stand_in_asked_at += entry.ms

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
