"""Tables for tests: people, people on one device, bots, and a log as a server keeps it."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from han.engine.event import Event
from han.engine.game import Game
from han.records.fair import commitment
from han.records.record import Record
from han.table import absence, moves, opening
from han.table import command as commands
from han.table.command import Command, SentCommand
from han.table.decide import decide
from han.table.entry import Entry, Seat
from han.table.errors import TableError
from han.table.options import Options
from han.table.progress import Progress, progress_by
from han.table.sender import Sender
from han.table.table import Table

NOW = 1_700_000_000_000
SEED = b"the seed that nobody else knows!"
TABLE, INVITE = "table-1", "invitation-to-sit-down"
ANN, BEN, CLEO, EVE = "identity-of-a", "identity-of-b", "identity-of-c", "identity-of-e"
"""Guests; Eve never sits down."""

SALTS = {ANN: "salt of Ann", BEN: "salt of Ben"}
"""What the guests add to the shuffle; the others add nothing."""

ann = Seat("person", "Ann", ANN)
ben = Seat("person", "Ben", BEN)
cleo = Seat("person", "Cleo", CLEO)
dora = Seat("person", "Dora", ANN)
"""Plays on Ann's device."""
bot = Seat("bot", bot="merchant")


def by(
    guest: str,
    seat: int | None,
    kind: Callable[..., Command],
    /,
    id: str = "",  # noqa: A002
    **parts: Any,
) -> SentCommand:
    """A guest's command for one of the seats."""
    return SentCommand(kind(id=id, **parts), guest, seat)


def options_of(game: Game, **more: Any) -> Options:
    """The options of a table at which ``game`` is played."""
    return Options(game.map.id, game.players, game.variant, game.wild_in_prices, **more)


class Keeper:
    """A table and its log, kept as a server does it."""

    def __init__(
        self, options: Options, seats: Sequence[Seat], host: str = ANN, *, invites: bool = False
    ) -> None:
        """Set the table up."""
        self.now = NOW
        sender = Sender(host, NOW)
        created = opening.create(options, seats, sender, commitment(SEED), invites=invites)
        self.table = Table.load(TABLE, SEED, [created], INVITE)
        self.entries: list[Entry] = [created]

    def add(self, entry: Entry) -> tuple[Event, ...]:
        """Go one entry on."""
        progress = progress_by(self.table, entry)
        self.go_on(progress)
        return progress.events

    def go_on(self, progress: Progress) -> Entry:
        """Let a progress of this table happen."""
        assert progress.before is self.table
        self.table = progress.after
        self.entries.append(progress.entry)
        return progress.entry

    def carry_out(self, sent: SentCommand) -> Entry:
        """Let a command happen, or be refused."""
        return self.go_on(decide(self.table, sent, self.now))

    def send(
        self, guest: str, seat: int | None, kind: Callable[..., Command], /, **parts: Any
    ) -> Entry:
        """Let a guest's command happen, or be refused."""
        return self.carry_out(by(guest, seat, kind, **parts))

    def refusal(self, sent: SentCommand) -> str:
        """Why a command is refused: the key of its message."""
        with pytest.raises(TableError) as caught:
            self.carry_out(sent)
        return caught.value.key

    def deal(self) -> None:
        """Let those who have salts add them, and begin without waiting for others."""
        for guest, salt in SALTS.items():
            if self.table.seats_of(guest):
                self.add_salt(guest, salt)
        self.go_on(opening.deal(self.table, Sender(ANN, self.now)))

    def add_salt(self, guest: str, salt: str) -> Entry:
        """Let a guest add a salt."""
        bound = self.table.commitment
        return self.send(guest, None, commands.AddSalt, commitment=bound, salt=salt)

    def play(self, action: str) -> Entry:
        """Decide for the seat to move, whoever plays it."""
        table = self.table
        if table.bot_to_move:
            return self.go_on(moves.play_bot(table, self.now, action))
        seat = table.to_move
        assert seat is not None
        guest = table.seats[seat].guest
        return self.send(guest, seat, commands.Play, action=action, moment=table.moment)

    def undo(self) -> Entry:
        """Let the seat to move undo its last decision."""
        return self.carry_out(self.to_undo())

    def to_undo(self) -> SentCommand:
        """The command by which the seat to move undoes."""
        seat = self.table.to_move
        assert seat is not None
        guest = self.table.seats[seat].guest
        return by(guest, seat, commands.Undo, moment=self.table.moment)

    def ask_take_back(self, guest: str, seat: int) -> None:
        """Let a guest ask to take the last turn of a seat back."""
        self.send(guest, seat, commands.AskTakeBack, moment=self.table.moment_of(seat))

    def answer_take_back(self, guest: str, seat: int, *, agreed: bool = True) -> None:
        """Let a guest agree to that, or not."""
        self.send(guest, seat, commands.AnswerTakeBack, agreed=agreed)

    def discard(self) -> int:
        """Play the shortest turn there is, for the seat to move; return that seat."""
        seat = self.table.to_move
        assert seat is not None
        self.play(f"X {self.table.position.hands[seat][0]}")
        if self.table.to_move == seat:
            self.play(f"+{self.table.position.display[0]}")
        return seat

    def run_out(self) -> None:
        """Wait until the time of the seat to move is up; the stand-in takes over."""
        assert self.table.deadline is not None
        self.now = self.table.deadline
        progress = absence.run_out(self.table, self.now)
        assert progress is not None
        self.go_on(progress)


def begun(*seats: Seat, game: Game | None = None, **more: Any) -> Keeper:
    """A table whose cards are dealt; seat 0 starts."""
    game = game or Game("border-disputes", len(seats))
    keeper = Keeper(options_of(game, **{"start": 0, **more}), seats)
    keeper.deal()
    return keeper


def asked_to_go_back(*seats: Seat, **more: Any) -> Keeper:
    """A table at which the first seat has had its turn and asks everybody to take it back."""
    keeper = begun(*seats, **more)
    keeper.discard()
    keeper.ask_take_back(seats[0].guest, 0)
    return keeper


def record_of(table: Table) -> Record:
    """The record of its game."""
    assert table.timeline is not None
    return table.timeline.record(table.record_meta())


def facts(table: Table) -> dict[str, Any]:
    """All that a table knows at this moment, to compare it with another."""
    timeline, timing = table.timeline, table.timing
    known = {name: _still(value) for name, value in vars(table).items()}
    if timeline and timing:
        known["timeline"] = (
            timeline.first,
            timeline.position,
            tuple(timeline.codes),
            tuple(timeline.turns),
            timeline.redraws,
        )
        known["timing"] = _still(vars(timing))
        known["due"] = (table.to_move, table.bot_to_move, table.deadline)
    return known


def _still(value: object) -> object:
    """The value as it is now, whatever becomes of it."""
    if isinstance(value, dict):
        return tuple((key, _still(item)) for key, item in value.items())
    if isinstance(value, list | set):
        return type(value)(value)
    return value
