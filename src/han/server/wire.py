"""The messages of the websocket, `han-table/1` (`docs/reference/table-protocol.md`)."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from han.table import command as commands
from han.table.command import Command

PROTOCOL = "han-table/1"

Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Number = Annotated[int, Meta(ge=-1, le=2**31)]


class _Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client says."""


class _Wish(_Message, frozen=True, kw_only=True):
    id: Id


class Play(_Wish, frozen=True, kw_only=True, tag="play"):
    """Decide for the position of a moment."""

    moment: Number
    action: Annotated[str, Meta(min_length=1, max_length=40)]


class Undo(_Wish, frozen=True, kw_only=True, tag="undo"):
    """Take one's last decision back."""

    moment: Number


class TakeBack(_Wish, frozen=True, kw_only=True, tag="take_back"):
    """Ask to take one's last turn back."""

    moment: Number


class Answer(_Wish, frozen=True, kw_only=True, tag="answer"):
    """Answer somebody who asked for that."""

    agreed: bool


class Leave(_Wish, frozen=True, kw_only=True, tag="leave"):
    """Let the stand-in play."""


class Back(_Wish, frozen=True, kw_only=True, tag="back"):
    """Play again oneself."""


class Nudge(_Wish, frozen=True, kw_only=True, tag="nudge"):
    """Remind the player to move that everybody waits."""

    seat: SeatNumber


class StandIn(_Wish, frozen=True, kw_only=True, tag="stand_in"):
    """Agree that a bot plays for an absent player, or do not."""

    seat: SeatNumber
    agreed: bool


class Say(_Wish, frozen=True, kw_only=True, tag="say"):
    """Say a text or a phrase."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    phrase: Annotated[str, Meta(max_length=40)] = ""


class Mute(_Wish, frozen=True, kw_only=True, tag="mute"):
    """Not hear a seat, or hear it again."""

    seat: SeatNumber
    muted: bool


class Look(_Message, frozen=True, kw_only=True, tag="look"):
    """See the table from another of one's seats, or as an onlooker."""

    seat: SeatNumber | None
    lang: Literal["en", "de", "fr", "it"] | None = None


class Why(_Wish, frozen=True, kw_only=True, tag="why"):
    """Ask why an action is not legal now; nothing is played."""

    action: Annotated[str, Meta(min_length=1, max_length=40)]


class Resync(_Message, frozen=True, kw_only=True, tag="resync"):
    """Hear again all that came after an entry."""

    seen: Number


class Ping(_Message, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the server is there."""


Wish: TypeAlias = Play | Undo | TakeBack | Answer | Leave | Back | Nudge | StandIn | Say | Mute
Message: TypeAlias = Wish | Why | Look | Resync | Ping

decode_message = msgspec.json.Decoder(Message).decode
encode_message = msgspec.json.Encoder().encode

_COMMANDS: dict[type[Any], Callable[[Any, dict[str, Any]], Command]] = {
    Play: lambda m, who: commands.Play(action=m.action, moment=m.moment, **who),
    Undo: lambda m, who: commands.Undo(moment=m.moment, **who),
    TakeBack: lambda m, who: commands.AskTakeBack(moment=m.moment, **who),
    Answer: lambda m, who: commands.AnswerTakeBack(agreed=m.agreed, **who),
    Leave: lambda m, who: commands.Leave(**who),
    Back: lambda m, who: commands.ComeBack(**who),
    Nudge: lambda m, who: commands.Nudge(whom=m.seat, **who),
    StandIn: lambda m, who: commands.AskStandIn(whom=m.seat, agreed=m.agreed, **who),
    Say: lambda m, who: commands.Say(text=m.text, phrase=m.phrase, **who),
    Mute: lambda m, who: commands.Mute(whom=m.seat, muted=m.muted, **who),
}


def command_of(wish: Wish, guest: str, seat: int | None) -> Command:
    """The wish of a connection: who it is from is the connection's to say, not the message's."""
    return _COMMANDS[type(wish)](wish, {"guest": guest, "seat": seat, "cid": wish.id})
