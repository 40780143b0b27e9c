"""What happens at a table whose people share one device, for the browser's tables to do as well.

Everything is fixed: the seed, the salt, the times, the ids. Chance decides what people try.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec

from han.messages import LANGUAGES, HanError
from han.records.fair import commitment
from han.server.reply import refuse
from han.table import command as ask
from han.table import moves, opening
from han.table.command import Command, SentCommand
from han.table.decide import decide
from han.table.entry import Created, Entry, Seat, encode_entry
from han.table.options import Options
from han.table.progress import Progress
from han.table.sender import Sender
from han.table.table import Table
from tools.browser.games import digest
from tools.browser.table_told import SHORT, told_of_entry, told_of_past

DEVICE: Final = "device"
STRANGER: Final = "stranger"
BEGIN: Final = 1_800_000_000_000
SECOND: Final = 1000
REPEATED: Final = 4
"""How often each of what is tried at random is tried, in how many steps, about."""

LOOK_BACK: Final = 50
"""After so many entries the past is told to everybody."""

Step = dict[str, Any]


class Script:
    """One game from the first entry to the rematch."""

    def __init__(self, options: Options, seats: tuple[Seat, ...], number: int) -> None:
        """Set the table up."""
        self.seed = bytes([number + 1]) * 32
        sender = Sender(DEVICE, BEGIN)
        created = opening.create(options, seats, sender, commitment(self.seed))
        self.created: Created = created
        self.seats = seats
        self.entries: list[Entry] = [created]
        self.table = Table.load(f"local-{number}", self.seed, self.entries, "invite")
        self.steps: list[Step] = []
        self._rng = Random(number)
        self._now = BEGIN

    def play(self) -> "Script":
        """Let everything happen."""
        self._open()
        while self.table.status == "running":
            if self.table.bot_to_move:
                self._bot()
            else:
                self._person()
        for command in self._after_the_end():
            self._send(command, self._people[0])
        return self

    @property
    def _people(self) -> list[int]:
        return [i for i, seat in enumerate(self.table.seats) if seat.kind == "person"]

    def _open(self) -> None:
        for command, guest, seat in self._before_the_deal():
            self._send(command, seat, guest)
        self._deal()

    def _before_the_deal(self) -> Iterator[tuple[Command, str, int | None]]:
        known, last = commitment(self.seed), len(self.table.seats) - 1
        bot = Seat("bot", bot="scribe")
        yield ask.Say(id="hello", phrase="hello"), DEVICE, self._people[0]
        yield ask.Play(id="early", moment=-1, action="."), DEVICE, self._people[0]
        yield ask.Place(id="stranger", where=0, now=bot), STRANGER, None
        yield ask.Place(id="free", where=last, now=Seat()), DEVICE, None
        yield ask.Start(id="open"), DEVICE, None
        yield ask.Place(id="bot", where=last, now=bot, only_if_open=True), DEVICE, None
        yield ask.Place(id="taken", where=last, now=bot, only_if_open=True), DEVICE, None
        yield ask.Place(id="nowhere", where=last + 1, now=bot), DEVICE, None
        yield ask.Accept(id="accept"), DEVICE, None
        yield ask.Close(id="close"), STRANGER, None
        yield ask.AddSalt(id="other", commitment="other", salt="s"), DEVICE, None
        yield ask.AddSalt(id="long", commitment=known, salt="s" * 65), DEVICE, None
        yield ask.AddSalt(id="theirs", commitment=known, salt="s"), STRANGER, None
        yield ask.Start(id="start"), DEVICE, None
        yield ask.Start(id="again"), DEVICE, None
        yield ask.AddSalt(id="salt", commitment=known, salt="盐 and salt"), DEVICE, None
        yield ask.AddSalt(id="twice", commitment=known, salt="more"), DEVICE, None

    def _after_the_end(self) -> Iterator[Command]:
        yield ask.Play(id="late", moment=self.table.moment, action=".")
        yield ask.Say(id="thanks", text="  Thank\tyou  \u200b all ")
        yield ask.Rematch(id="rematch", table_id="local-next")
        yield ask.Rematch(id="rematch again", table_id="local-other")

    # One step.

    def _person(self) -> None:
        seat = self.table.to_move
        assert seat is not None
        tried = self._something_else(seat)
        if tried is not None:
            self._send(*tried)
        else:
            self._send(self._play(seat), seat)

    def _play(self, seat: int) -> ask.Play:
        legal = self.table.position.legal_actions
        pieces = [action for action in legal if action.place]
        action = self._rng.choice(pieces or list(legal))
        return ask.Play(id=self._id(), moment=self.table.moment_of(seat), action=str(action))

    def _something_else(self, seat: int) -> tuple[Command, int | None] | None:
        """What people do beside deciding; much of it is refused."""
        moment = self.table.moment_of(seat)
        other = self._rng.randrange(len(self.table.seats))
        told = self.table.moment_of(other)
        codes = list(self.table.game.book.texts.values())
        wanted: list[tuple[Command, int | None]] = [
            (ask.Undo(id=self._id(), moment=moment), seat),
            (ask.Undo(id=self._id(), moment=moment), seat),
            (ask.Undo(id=self._id(), moment=told), other),
            (ask.Play(id=self._id(), moment=moment - 1, action="."), seat),
            (ask.Play(id=self._id(), moment=moment, action=self._rng.choice(codes)), seat),
            (ask.Play(id=self._id(), moment=told, action=self._rng.choice(codes)), other),
            (ask.Play(id=self._id(), moment=moment, action="nonsense"), seat),
            (ask.AskTakeBack(id=self._id(), moment=moment), seat),
            (ask.AskTakeBack(id=self._id(), moment=told), other),
            (ask.AnswerTakeBack(id=self._id(), agreed=True), seat),
            (ask.Leave(id=self._id()), other),
            (ask.ComeBack(id=self._id()), other),
            (ask.ComeBack(id=self._id()), seat),
            (ask.Nudge(id=self._id(), whom=seat), self._people[0]),
            (ask.Nudge(id=self._id(), whom=other), seat),
            (ask.AskStandIn(id=self._id(), whom=seat, agreed=True), seat),
            (ask.AskStandIn(id=self._id(), whom=seat, agreed=False), seat),
            (ask.Say(id=self._id(), text="Let me see\u2028…"), seat),
            (ask.Say(id=self._id(), text=" \n "), seat),
            (ask.Say(id=self._id(), text="x" * 301), seat),
            (ask.Say(id=self._id(), phrase="oops"), seat),
            (ask.Say(id=self._id(), phrase="nonsense"), seat),
            (ask.Mute(id=self._id(), whom=other, muted=self._rng.random() < 0.5), seat),
            (ask.Play(id=self._id(), moment=moment, action="."), None),
        ]
        chosen = self._rng.randrange(REPEATED * len(wanted))
        return wanted[chosen] if chosen < len(wanted) else None

    def _id(self) -> str:
        return f"c{len(self.steps)}"

    def _send(self, command: Command, seat: int | None, guest: str = DEVICE) -> None:
        now = self._later()
        content = msgspec.to_builtins(command) | _in_full(command)
        step: Step = {"command": content, "guest": guest, "seat": seat, "at": now}
        try:
            progress = decide(self.table, SentCommand(command, guest, seat), now)
        except HanError as error:
            refusals = [refuse(error, lang, self.table) for lang in LANGUAGES]
            words = digest([[one.text, one.rule] for one in refusals])[:SHORT]
            step["refused"] = [refusals[0].key, words]
            self.steps.append(step)
        else:
            self._go_on(step, progress)

    def _bot(self) -> None:
        legal = self.table.position.legal_actions
        pieces = [action for action in legal if action.place]
        action, now = str(self._rng.choice(pieces or list(legal))), self._later()
        step = {"bot": action, "at": now}
        self._go_on(step, moves.play_bot(self.table, now, action))

    def _deal(self) -> None:
        now = self._later()
        progress = opening.deal_if_due(self.table, now)
        assert progress is not None
        self._go_on({"deal": True, "at": now}, progress)

    def _go_on(self, step: Step, progress: Progress) -> None:
        self.table = progress.after
        self.entries.append(progress.entry)
        step["entry"] = digest(json.loads(encode_entry(progress.entry)))[:SHORT]
        step["told"] = told_of_entry(progress)
        if self.table.status == "running" and len(self.entries) % LOOK_BACK == 0:
            step["past"] = told_of_past(self.table, self.entries)
        self.steps.append(step)

    def _later(self) -> int:
        self._now += SECOND
        return self._now


def _in_full(command: Command) -> dict[str, Any]:
    """What storing would leave out of a command that a page must say in full."""
    match command:
        case ask.Place(now=now):
            seat = {"kind": now.kind, "name": now.name, "guest": now.guest, "bot": now.bot}
            return {"now": seat, "only_if_open": command.only_if_open}
        case _:
            return {}
