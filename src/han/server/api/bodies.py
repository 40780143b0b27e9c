"""What clients send."""

from typing import Annotated, Any, Literal, TypeVar, cast

from msgspec import NODEFAULT, Meta, Struct, defstruct
from msgspec.structs import fields

from han.table.options import BotName, Clock, MapId, Options, Players, SeatNumber

Name = Annotated[str, Meta(max_length=100)]

T = TypeVar("T", bound=Struct)


class _Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class ClockBody(Clock, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """How long players may think: not limited, so long each turn, or so long in all."""


class SeatBody(_Body, frozen=True, kw_only=True):
    """Who shall have a seat: me, someone else on this device, a bot, or whoever comes."""

    kind: Literal["me", "here", "bot", "open"]
    name: Name = ""
    bot: BotName = ""


def _counting_seats(body: type[T]) -> type[T]:
    """The same body without the field ``players``: that is how many seats there are."""
    kept: list[Any] = [
        (field.name, field.type, field.default)
        if field.default is not NODEFAULT
        else (field.name, field.type)
        for field in fields(body)
        if field.name != "players"
    ]
    own = {"__doc__": body.__doc__, "players": property(lambda self: len(self.seats))}
    made = defstruct(
        body.__name__,
        kept,
        namespace=own,
        module=body.__module__,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return cast("type[T]", made)


@_counting_seats
class TableBody(Options, frozen=True, kw_only=True):
    """A table to set up: its options, and who sits there."""

    seats: Annotated[list[SeatBody], Meta(min_length=2, max_length=5)]
    name: Name
    """How the host is called."""
    clock: ClockBody = ClockBody()


class PlayNowBody(_Body, frozen=True, kw_only=True):
    """A game against bots, which begins with the requester's salt."""

    name: Name
    map: MapId = "border-disputes"
    players: Players = 4
    variant: bool = False
    bot: BotName = "scribe"


class ImportBody(_Body, frozen=True, kw_only=True):
    """A running game of the requester's device, and who sits where from now on."""

    record: dict[str, Any]
    """Its [record](record.md) up to a decision, with the seed and the salts of its cards."""
    seats: Annotated[list[SeatBody], Meta(min_length=2, max_length=5)]
    name: Name
    """How the requester is called."""
    casual: bool = True
    memory_aid: bool = True
    stand_in: BotName = "governor"


class SitBody(_Body, frozen=True, kw_only=True):
    """Sitting down at a table that one was invited to."""

    name: Name
    seat: SeatNumber | None = None


class SaltBody(_Body, frozen=True, kw_only=True):
    """What somebody adds to the shuffle, and the commitment that they have seen before."""

    commitment: Annotated[str, Meta(max_length=64)]
    salt: Annotated[str, Meta(max_length=64)]


class PlaceBody(_Body, frozen=True, kw_only=True):
    """What the host puts on a seat."""

    kind: Literal["bot", "open"]
    bot: BotName = ""


class FillBody(_Body, frozen=True, kw_only=True):
    """The level of the bots that take all open seats."""

    bot: BotName


class ResumeBody(_Body, frozen=True, kw_only=True):
    """The secret part of a personal link."""

    token: Annotated[str, Meta(max_length=200)]


class PositionBody(_Body, frozen=True, kw_only=True):
    """A position that somebody thought up."""

    position: Annotated[str, Meta(max_length=2_000)]
