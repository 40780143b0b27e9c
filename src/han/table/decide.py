"""What a command makes of a table: the one place where commands find the functions for them."""

from collections.abc import Callable
from typing import Any

from han.table import absence, command, moves, opening, talk
from han.table.command import SentCommand
from han.table.errors import TableError
from han.table.progress import Progress
from han.table.sender import Sender
from han.table.table import Table

_DECIDE: dict[type[Any], Callable[[Table, Sender, Any], Progress]] = {
    command.Sit: opening.sit_down,
    command.StandUp: opening.stand_up,
    command.Place: opening.place,
    command.Accept: opening.accept,
    command.AddSalt: opening.add_salt,
    command.Start: opening.start,
    command.Close: opening.close,
    command.Play: moves.play,
    command.Undo: moves.undo,
    command.AskTakeBack: moves.ask_take_back,
    command.AnswerTakeBack: moves.answer_take_back,
    command.Leave: absence.leave,
    command.ComeBack: absence.come_back,
    command.Nudge: absence.nudge,
    command.AskStandIn: absence.ask_stand_in,
    command.Say: talk.say,
    command.Mute: talk.mute,
    command.Rematch: talk.rematch,
}

LONGEST_LOG = 10_000
"""Entries. A long game with much talk has some hundreds; this is for those who want to fill
the disk."""
_ALWAYS_POSSIBLE = (
    command.Accept,
    command.AddSalt,
    command.Start,
    command.Close,
    command.Play,
    command.ComeBack,
    command.Rematch,
)
"""Commands that a game sooner or later has no more use for, however long its log."""


def decide(table: Table, sent: SentCommand, now: int) -> Progress:
    """What a command makes of a table, which itself stays as it is.

    Raises:
        HanError: The command is refused, and why.
    """
    if table.seq >= LONGEST_LOG and not isinstance(sent.command, _ALWAYS_POSSIBLE):
        raise TableError("table.too_much")
    sender = Sender(sent.guest, now, sent.command.id, sent.seat)
    return _DECIDE[type(sent.command)](table, sender, sent.command)
