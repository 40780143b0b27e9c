"""What clients send."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=100)]
Bot = Annotated[str, Field(max_length=20)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ClockBody(_Body):
    """How long players may think: not limited, so long each turn, or so long in all."""

    kind: Literal["none", "turn", "fischer"] = "none"
    seconds: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    increment: Annotated[int, Field(ge=0, le=10_000_000)] = 0


class SeatBody(_Body):
    """Who shall sit on a chair: me, someone else on this device, a bot, or whoever comes."""

    kind: Literal["me", "here", "bot", "open"]
    name: Name = ""
    bot: Bot = ""


class TableBody(_Body):
    """A table to set up."""

    map: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[SeatBody], Field(min_length=2, max_length=5)]
    name: Name
    """How the host is called."""
    variant: bool = False
    wild_in_prices: bool = True
    start: SeatNumber | None = None
    clock: ClockBody = ClockBody()
    casual: bool = True
    public: bool = False
    memory_aid: bool = True
    stand_in: Bot = "governor"


class PlayNowBody(_Body):
    """A game against bots, which begins with the asker's salt."""

    name: Name
    map: Annotated[str, Field(max_length=60)] = "border-disputes"
    players: Annotated[int, Field(ge=2, le=5)] = 4
    variant: bool = False
    bot: Bot = "scribe"


class SitBody(_Body):
    """Sitting down at a table that one was invited to."""

    name: Name
    seat: SeatNumber | None = None


class SaltBody(_Body):
    """What somebody adds to the shuffle, and the commitment that they have seen before."""

    commitment: Annotated[str, Field(max_length=64)]
    salt: Annotated[str, Field(max_length=64)]


class PlaceBody(_Body):
    """What the host puts on a chair."""

    kind: Literal["bot", "open"]
    bot: Bot = ""


class ResumeBody(_Body):
    """The secret part of a personal link."""

    token: Annotated[str, Field(max_length=200)]


class PositionBody(_Body):
    """A position that somebody thought up."""

    position: Annotated[str, Field(max_length=2_000)]
