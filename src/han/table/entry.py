"""The entries of a table's log. Their bytes are stored for ever: add, never change.

An entry holds everything, hidden cards included; `telling` says who hears what of it.
"""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from han.table.options import Options

NOBODY = ""


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who has, or will have, a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    guest: str = NOBODY
    """The person's identity; several seats of one guest share a device."""
    bot: str = ""
    salt: str = ""
    """Only in old logs: a salt that came with the request to sit down. Now there is `Salted`."""


class _Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    at: int
    """Milliseconds since 1970."""
    guest: str = NOBODY
    """Who sent the command; nobody when the server did it by itself."""
    cid: str = ""
    """The id of the command, by which it is recognised when it comes again."""


class Created(_Entry, frozen=True, kw_only=True, tag="created"):
    """A table was set up."""

    options: Options
    seats: tuple[Seat, ...]
    commitment: str
    rematch_of: str = ""
    invited: tuple[str, ...] = ()
    """Guests who have a seat and have not said yet that they want to play."""
    brought_by: str = ""
    """The name of the person on whose device the game began: what was played there comes next."""


class SeatChanged(_Entry, frozen=True, kw_only=True, tag="seat"):
    """Somebody sat down, stood up or made place before the game began."""

    seat: int
    now: Seat


class Accepted(_Entry, frozen=True, kw_only=True, tag="accepted"):
    """Somebody who was invited wants to play; the last of them begins the game."""

    seat: int
    """The person's first seat."""
    until: int = 0
    """If the game begins, when the cards are dealt even without salts that are missing."""


class Salted(_Entry, frozen=True, kw_only=True, tag="salted"):
    """A person who had seen the commitment added a salt, or said that none will come."""

    seat: int
    """The person's first seat."""
    salt: str = ""
    """What goes into the shuffle (`docs/reference/fair-cards.md`)."""


class Starting(_Entry, frozen=True, kw_only=True, tag="starting"):
    """The game begins as soon as the salts that are missing have come."""

    until: int
    """When the cards are dealt even without them, in milliseconds since 1970."""


class Started(_Entry, frozen=True, kw_only=True, tag="started"):
    """The cards were dealt."""

    start: int
    hands: tuple[str, ...]
    display: str
    salts: tuple[str, ...] | None = None
    """What was shuffled in, by seat; none in old logs, where it is the salts of the seats."""


class Brought(_Entry, frozen=True, kw_only=True, tag="brought"):
    """All up to here was played on somebody's device; the game goes on when it is `Resumed`."""

    seed: str
    """What the cards up to here follow from, in hexadecimal."""
    salts: tuple[str, ...]
    redraws: tuple[int, ...] = ()
    """For each take-back on the device that put cards back, the first card drawn anew."""


class Resumed(_Entry, frozen=True, kw_only=True, tag="resumed"):
    """A game that was brought goes on, with cards that follow from this table's own seed."""

    salts: tuple[str, ...]
    """What was shuffled in, by seat."""


class Played(_Entry, frozen=True, kw_only=True, tag="played"):
    """A seat decided, and chance gave what was due."""

    seat: int
    actions: tuple[str, ...]
    """The decision, then the outcomes."""
    by: Literal["person", "bot", "stand_in"] = "person"
    fault: str = ""
    """What the bot did wrong, if another chose for it."""


class Undone(_Entry, frozen=True, kw_only=True, tag="undone"):
    """A seat took back what nobody had learned anything from."""

    seat: int
    length: int
    """How many actions of the game remain."""


class TakeBackAsked(_Entry, frozen=True, kw_only=True, tag="take_back_asked"):
    """A seat asked to take back its last turn, and all that came after."""

    seat: int
    length: int
    redraw: bool = False
    """Whether the cards that came since are drawn anew. In old logs the same ones come again."""


class TakeBackAnswered(_Entry, frozen=True, kw_only=True, tag="take_back_answered"):
    """A seat agreed or did not; when all have agreed, the game goes back."""

    seat: int
    agreed: bool
    withdrawn: bool = False
    """Whether it was whoever had asked that no longer wants it; not said in old logs."""


class StoodIn(_Entry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for a seat: this turn if the clock ran out, else until its player is back."""

    seat: int
    reason: Literal["left", "clock", "absent"]
    """The player left, missed a deadline, or is absent and all others agreed to it."""


class CameBack(_Entry, frozen=True, kw_only=True, tag="came_back"):
    """A player plays again."""

    seat: int


class Nudged(_Entry, frozen=True, kw_only=True, tag="nudged"):
    """A seat reminded the one to move that everybody waits."""

    seat: int
    whom: int


class StandInAsked(_Entry, frozen=True, kw_only=True, tag="stand_in_asked"):
    """A seat wants a bot to play for an absent player, or does not.

    When the last of them agrees, that is a `StoodIn`.
    """

    seat: int
    whom: int
    agreed: bool


class Downtime(_Entry, frozen=True, kw_only=True, tag="downtime"):
    """No server was there for a while: that time counts against nobody."""

    ms: int


class Said(_Entry, frozen=True, kw_only=True, tag="said"):
    """A seat said something: a text, or a phrase that each reads in the own language."""

    seat: int
    text: str = ""
    phrase: str = ""


class Muted(_Entry, frozen=True, kw_only=True, tag="muted"):
    """A guest does not want to hear a seat, or does again. Nobody else is told."""

    seat: int
    muted: bool


class Rematched(_Entry, frozen=True, kw_only=True, tag="rematched"):
    """The same people play again, at another table."""

    game: str
    seat: int | None = None
    """Who would like to; unknown in old logs."""


class Closed(_Entry, frozen=True, kw_only=True, tag="closed"):
    """The host gave the table up before the game began."""


Entry: TypeAlias = (
    Created
    | SeatChanged
    | Accepted
    | Salted
    | Starting
    | Started
    | Brought
    | Resumed
    | Played
    | Undone
    | TakeBackAsked
    | TakeBackAnswered
    | StoodIn
    | CameBack
    | Nudged
    | StandInAsked
    | Downtime
    | Said
    | Muted
    | Rematched
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """The entry as it is stored."""
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> Entry:
    """The entry that was stored."""
    return _decoder.decode(data)
