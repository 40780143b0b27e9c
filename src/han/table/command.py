"""What people can ask a table to do. These structs are the messages of the websocket as well.

A command does not say who sends it: that is the server's to know, and stands in a `SentCommand`.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

from han.table.entry import Seat

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
EntryNumber = Annotated[int, Meta(ge=-1, le=2**31)]
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]


class _Command(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    id: str
    """Chosen by the client. A command that comes again with the same id is carried out once."""


class _ClientCommand(_Command, frozen=True, kw_only=True):
    """A command that clients send as it is, so what they may send is checked here."""

    id: CommandId


# Before the game: the server makes these of HTTP requests.


class Sit(_Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat: the named one, or the first."""

    name: str
    seat: int | None = None


class StandUp(_Command, frozen=True, kw_only=True, tag="stand_up"):
    """Leave one's seat to others before the game begins."""


class Place(_Command, frozen=True, kw_only=True, tag="place"):
    """Put a bot on a seat, or free it."""

    where: int
    now: Seat
    only_if_open: bool = False
    """Leave alone whoever sits there already."""


class Accept(_Command, frozen=True, kw_only=True, tag="accept"):
    """Say that one wants to play, having been invited."""


class AddSalt(_Command, frozen=True, kw_only=True, tag="salt"):
    """Add a salt to the shuffle."""

    commitment: str
    """What the sender was told that binds the server to its seed."""
    salt: str = ""
    """Any text; an empty one says that none will come."""


class Start(_Command, frozen=True, kw_only=True, tag="start"):
    """Begin the game."""


class Close(_Command, frozen=True, kw_only=True, tag="close"):
    """Give the table up."""


# During the game, and talk: clients send these.


class Play(_ClientCommand, frozen=True, kw_only=True, tag="play"):
    """Decide for the position of a moment."""

    moment: EntryNumber
    action: ActionText


class Undo(_ClientCommand, frozen=True, kw_only=True, tag="undo"):
    """Take one's last decision back."""

    moment: EntryNumber


class AskTakeBack(_ClientCommand, frozen=True, kw_only=True, tag="take_back"):
    """Ask everybody to take one's last turn back."""

    moment: EntryNumber


class AnswerTakeBack(_ClientCommand, frozen=True, kw_only=True, tag="answer"):
    """Agree to that, or do not."""

    agreed: bool


class Leave(_ClientCommand, frozen=True, kw_only=True, tag="leave"):
    """Let the stand-in play."""


class ComeBack(_ClientCommand, frozen=True, kw_only=True, tag="back"):
    """Play again oneself."""


class Nudge(_ClientCommand, frozen=True, kw_only=True, tag="nudge"):
    """Remind the player to move that everybody waits."""

    whom: SeatNumber = field(name="seat")


class AskStandIn(_ClientCommand, frozen=True, kw_only=True, tag="stand_in"):
    """Agree that a bot plays for an absent player, or do not."""

    whom: SeatNumber = field(name="seat")
    agreed: bool


class Say(_ClientCommand, frozen=True, kw_only=True, tag="say"):
    """Say a text or a phrase."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    phrase: Annotated[str, Meta(max_length=40)] = ""


class Mute(_ClientCommand, frozen=True, kw_only=True, tag="mute"):
    """Do not hear a seat, or hear it again."""

    whom: SeatNumber = field(name="seat")
    muted: bool


# After the game: the server makes this of an HTTP request.


class Rematch(_Command, frozen=True, kw_only=True, tag="rematch"):
    """Lead everybody to the table of the next game."""

    table_id: str


ClientCommand: TypeAlias = (
    Play | Undo | AskTakeBack | AnswerTakeBack | Leave | ComeBack | Nudge | AskStandIn | Say | Mute
)
Command: TypeAlias = (
    Sit | StandUp | Place | Accept | AddSalt | Start | Close | ClientCommand | Rematch
)


class SentCommand(Struct, frozen=True, omit_defaults=True):
    """A command and who sends it, as the server knows them."""

    command: Command
    guest: str
    seat: int | None = None
    """The seat it is sent for."""
