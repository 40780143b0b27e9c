"""Wishes as values, so that they can travel to the process that may grant them."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from han.table import absence, moves, opening, talk
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.progress import Progress
from han.table.table import Table
from han.table.wish import Wisher


class _Command(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    guest: str = ""
    cid: str = ""
    seat: int | None = None


class Sit(_Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat."""

    name: str


class StandUp(_Command, frozen=True, kw_only=True, tag="stand_up"):
    """Leave a seat to others before the game begins."""


class Place(_Command, frozen=True, kw_only=True, tag="place"):
    """Put a bot on a seat, or free it."""

    where: int
    now: Seat


class AddSalt(_Command, frozen=True, kw_only=True, tag="salt"):
    """Add a salt to the shuffle."""

    commitment: str
    salt: str = ""


class Start(_Command, frozen=True, kw_only=True, tag="start"):
    """Begin."""


class Close(_Command, frozen=True, kw_only=True, tag="close"):
    """Give the table up."""


class Play(_Command, frozen=True, kw_only=True, tag="play"):
    """Decide."""

    action: str
    moment: int


class Undo(_Command, frozen=True, kw_only=True, tag="undo"):
    """Take the last decision back."""

    moment: int


class AskTakeBack(_Command, frozen=True, kw_only=True, tag="take_back"):
    """Ask to take a turn back."""

    moment: int


class AnswerTakeBack(_Command, frozen=True, kw_only=True, tag="answer"):
    """Agree to that, or do not."""

    agreed: bool


class Leave(_Command, frozen=True, kw_only=True, tag="leave"):
    """Let a bot play."""


class ComeBack(_Command, frozen=True, kw_only=True, tag="back"):
    """Play again."""


class Nudge(_Command, frozen=True, kw_only=True, tag="nudge"):
    """Remind a player that everybody waits."""

    whom: int


class AskStandIn(_Command, frozen=True, kw_only=True, tag="stand_in"):
    """Agree that a bot plays for an absent player, or do not."""

    whom: int
    agreed: bool


class Say(_Command, frozen=True, kw_only=True, tag="say"):
    """Say something."""

    text: str = ""
    phrase: str = ""


class Mute(_Command, frozen=True, kw_only=True, tag="mute"):
    """Not hear somebody, or hear them again."""

    whom: int
    muted: bool


class Rematch(_Command, frozen=True, kw_only=True, tag="rematch"):
    """Lead the table to its next game."""

    game: str


Command: TypeAlias = (
    Sit
    | StandUp
    | Place
    | AddSalt
    | Start
    | Close
    | Play
    | Undo
    | AskTakeBack
    | AnswerTakeBack
    | Leave
    | ComeBack
    | Nudge
    | AskStandIn
    | Say
    | Mute
    | Rematch
)

_DECIDE: dict[type[Any], Callable[[Table, Wisher, Any], Progress]] = {
    Sit: lambda t, w, c: opening.sit_down(t, w, c.name),
    StandUp: lambda t, w, c: opening.stand_up(t, w),
    Place: lambda t, w, c: opening.place(t, w, c.where, c.now),
    AddSalt: lambda t, w, c: opening.add_salt(t, w, c.commitment, c.salt),
    Start: lambda t, w, c: opening.start(t, w),
    Close: lambda t, w, c: opening.close(t, w),
    Play: lambda t, w, c: moves.play(t, w, c.action, c.moment),
    Undo: lambda t, w, c: moves.undo(t, w, c.moment),
    AskTakeBack: lambda t, w, c: moves.ask_take_back(t, w, c.moment),
    AnswerTakeBack: lambda t, w, c: moves.answer_take_back(t, w, c.agreed),
    Leave: lambda t, w, c: absence.leave(t, w),
    ComeBack: lambda t, w, c: absence.come_back(t, w),
    Nudge: lambda t, w, c: absence.nudge(t, w, c.whom),
    AskStandIn: lambda t, w, c: absence.ask_stand_in(t, w, c.whom, c.agreed),
    Say: lambda t, w, c: talk.say(t, w, c.text, c.phrase),
    Mute: lambda t, w, c: talk.mute(t, w, c.whom, c.muted),
    Rematch: lambda t, w, c: talk.rematch(t, w, c.game),
}


LONGEST_LOG = 10_000
"""Entries. A long game with much talk has some hundreds; this is for those who want to fill
the disk."""
_BOUNDED = (AddSalt, Start, Close, Play, ComeBack, Rematch)
"""Wishes that a game sooner or later has no more use for, however long its log."""


def decide(table: Table, command: Command, now: int) -> Progress:
    """What a wish makes of a table, which itself stays as it is.

    Raises:
        HanError: It is refused, and why.
    """
    if table.seq >= LONGEST_LOG and not isinstance(command, _BOUNDED):
        raise TableError("table.too_much")
    wisher = Wisher(command.guest, now, command.cid, command.seat)
    return _DECIDE[type(command)](table, wisher, command)
