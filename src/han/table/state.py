"""A table at one moment: all that is known of it, and what follows from that."""

from typing import Any, Literal

from han.engine.game import Game
from han.engine.position import Position
from han.records.fair import FairCards, SaltOrigin, commitment
from han.table.awaited import AwaitedDecision
from han.table.brought import BroughtGame
from han.table.decision import Decision
from han.table.entry import Seat, Starting
from han.table.options import Options, game_of
from han.table.salts import Salts
from han.table.take_backs import TakeBacks
from han.table.timeline import Timeline
from han.table.timing import Timing

Status = Literal["open", "running", "over", "closed"]
Reason = Literal["left", "clock", "absent"]


class TableState:
    """What a table's log has come to so far. `Table` goes on with it; here nothing changes."""

    options: Options
    seats: list[Seat]
    host: str
    rematch_of: str
    brought_by: str
    """The name of the person on whose device the game began; empty if it began here."""

    def __init__(self, id_: str, seed: bytes, invite: str = "") -> None:
        """A table before its first entry."""
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
        self.invited: set[str] = set()
        """Guests who have a seat and have not said yet that they want to play."""
        self.starting: Starting | None = None
        """The announced start of the game, while salts are missing."""
        self.timeline: Timeline | None = None
        self.timing: Timing | None = None
        self.brought: BroughtGame | None = None
        """The game that was begun on somebody's device, if this is one."""
        self.awaited = AwaitedDecision()
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
        self.take_backs = TakeBacks()
        self.muted: set[tuple[str, int]] = set()
        """Guests, each with a seat whose talk they do not want to read."""
        self.next_game = ""
        """The table of the rematch."""
        self.created = 0
        self.changed = 0
        self._seed = seed
        self._salts = Salts()

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
        return self._salts.by_seat(self.seats)

    @property
    def salt_origins(self) -> tuple[SaltOrigin, ...] | None:
        """Where the salt of each seat came from; unknown in old logs."""
        return self._salts.origins(self.seats)

    @property
    def awaited_salts(self) -> set[str]:
        """The guests at the table who have neither added a salt nor said that none will come."""
        return self._salts.awaited(self.seats)

    def has_answered_for_salt(self, guest: str) -> bool:
        """Whether a guest has added a salt, or said that none will come."""
        return guest in self._salts.given

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
        before = self.brought.cards if self.brought else None
        return FairCards(self._seed, self.salts, redraws, before)

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
        asked = self.present | self.take_backs.agreed
        absent = [i for i, seat in enumerate(self.seats) if seat.guest and seat.guest not in asked]
        return self.timeline.last_decision_of(absent) <= length

    @property
    def undoable(self) -> int:
        """How many decisions of this turn can be undone: those behind which no card came."""
        assert self.timeline is not None
        return self.timeline.length - self.timeline.undo_limit

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
        return self.deadline is not None or self.awaited.nudged_at is not None
