"""What is told of a table, as structs: the only declaration of it.

Websocket, HTTP, JSON Schema and the browser's types all follow from these. A field is always
there unless it can be `msgspec.UNSET`.
"""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from han.engine.event import Event
from han.engine.overview import Overview
from han.engine.result import Result
from han.engine.sentence import Sentence
from han.engine.view_json import ViewShape
from han.records.fair import SaltOrigin
from han.table.options import Clock, Options
from han.table.state import Reason, Status


class ClockShape(Clock, frozen=True, omit_defaults=False):
    """How long players may think."""


class OptionsShape(Options, frozen=True, omit_defaults=False):
    """What was agreed before the game: the options in full."""

    clock: ClockShape = ClockShape()


class Sitter(Struct, frozen=True):
    """Who has a seat: a person by name, or a bot by level."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str


class SeatShape(Sitter, frozen=True):
    """Who has a seat, and how they play."""

    is_mine: bool
    away: Reason | None
    """Why a bot plays for this person, if one does."""
    is_invited: bool
    """Whether the person was invited and has not said yet that they want to play."""
    salt: SaltOrigin | None
    """Whose salt stands for the seat; unknown in old games."""


class BroughtShape(Struct, frozen=True):
    """That a game was begun on somebody's device, which could know all its cards so far."""

    by: str
    """Whose device it was."""
    round: int
    """The round, counted from 1, in which it was brought."""


class TableShape(Struct, frozen=True):
    """A table without its game."""

    id: str
    status: Status
    options: OptionsShape
    seats: list[SeatShape]
    mine: list[int]
    is_host: bool
    invite: str | None
    starting: int | None
    """When the cards are dealt at the latest, if somebody has begun the game."""
    commitment: str
    salts: list[str] | None
    seed: str | None
    rematch_of: str | None
    next_game: str | None
    muted: list[int]
    created: int
    changed: int
    brought: BroughtShape | None
    """Where the game began, if that was not here."""
    moved_to: str | None
    """The table at a server where a game of this device goes on; null at a server."""


class TakeBackRequest(Struct, frozen=True):
    """Who wants to take a turn back, and who agrees."""

    seat: int
    agreed: list[int]
    redrawn: int
    """How many cards go back onto the pile with it, and are drawn anew."""


NoTakeBack: TypeAlias = Literal["pending", "nothing", "behind", "declined"]
"""Why a seat cannot ask to take its last turn back: there is a request already, no turn yet, a
decision of somebody who has left since, or the others did not want it for this turn."""


class AwaitedPlayer(Struct, frozen=True):
    """The player whom the other people wait for, and what they can do about it."""

    seat: int
    nudged_at: int | None
    nudge_from: int
    stand_in_from: int | None
    agreed: list[int]


class ClockFace(Struct, frozen=True):
    """The clocks as they stand, in milliseconds."""

    turn_began: int
    deadline: int | None
    left: list[int | None]


class MomentShape(Struct, frozen=True):
    """The game as it stands for one viewer."""

    moment: int
    view: ViewShape
    overview: Overview
    legal: list[str]
    to_move: int | None
    can_undo: bool
    take_back: TakeBackRequest | None
    no_take_back: NoTakeBack | None
    """Why the viewer's seat cannot ask for one now; null if it can, and for spectators."""
    is_waiting: bool
    """Whether the game stands still until one of its people is back."""
    awaited: AwaitedPlayer | None
    clock: ClockFace | None
    hands: tuple[str, ...] | None
    result: Result | None
    no_piece: Sentence | None = None
    """Why the seat can place nothing (more), where it is to place or discard."""
    after_stop: list[str] = []
    """What the seat can do next if it ends its placing: the cards that it can take."""


# Entries, as one viewer may know them.


class _Told(Struct, frozen=True, kw_only=True):
    told: tuple[Sentence, ...] = ()
    """What tells the entry; of a decision, who won by it. Its events have their own."""
    length: int | UnsetType = UNSET
    """Of an entry that changed the position: how many of the game's actions count since.

    What was done by earlier entries beyond that has been taken back.
    """


class _ToldEntry(_Told, frozen=True, tag_field="type"):
    seq: int
    at: int
    """Milliseconds since 1970, by the server's clock."""


class _OfSeat(_ToldEntry, frozen=True):
    seat: int


class CreatedEntry(_ToldEntry, frozen=True, tag="created"):
    """A table was set up."""

    players: int


class SeatEntry(_OfSeat, frozen=True, tag="seat"):
    """Somebody sat down, stood up or made place before the game began."""

    now: Sitter


class AcceptedEntry(_OfSeat, frozen=True, tag="accepted"):
    """A person who was invited wants to play."""


class SaltedEntry(_OfSeat, frozen=True, tag="salted"):
    """A person added a salt, or said that none will come."""


class StartingEntry(_ToldEntry, frozen=True, tag="starting"):
    """The game begins as soon as the salts that are missing have come."""

    until: int


class StartedEntry(_ToldEntry, frozen=True, tag="started"):
    """The cards were dealt; hands that the viewer may not see are null."""

    start: int
    hands: list[str | None]
    display: str


class BroughtEntry(_ToldEntry, frozen=True, tag="brought"):
    """All up to here was played on somebody's device."""


class ResumedEntry(_ToldEntry, frozen=True, tag="resumed"):
    """A game that was brought goes on."""


class PlayedEntry(_OfSeat, frozen=True, tag="played"):
    """A seat decided, and chance gave what was due."""

    by: Literal["person", "bot", "stand_in"]
    actions: list[str]
    events: list[Event]
    fault: str | None
    round: int
    """The round of the turn, counted from 1."""


class UndoneEntry(_OfSeat, frozen=True, tag="undone"):
    """A seat took back what nobody had learned anything from."""


class TakeBackAskedEntry(_OfSeat, frozen=True, tag="take_back_asked"):
    """A seat asked to take back its last turn."""


class TakeBackAnsweredEntry(_OfSeat, frozen=True, tag="take_back_answered"):
    """A seat agreed or did not."""

    agreed: bool


class StoodInEntry(_OfSeat, frozen=True, tag="stood_in"):
    """A bot plays for a seat."""

    reason: Reason


class CameBackEntry(_OfSeat, frozen=True, tag="came_back"):
    """A player plays again."""


class NudgedEntry(_OfSeat, frozen=True, tag="nudged"):
    """A seat reminded the one to move that everybody waits."""

    whom: int


class StandInAskedEntry(_OfSeat, frozen=True, tag="stand_in_asked"):
    """A seat wants a bot to play for an absent player, or does not."""

    whom: int
    agreed: bool


class DowntimeEntry(_ToldEntry, frozen=True, tag="downtime"):
    """No server was there for a while."""

    ms: int


class SaidEntry(_OfSeat, frozen=True, tag="said"):
    """A seat said a text, or a phrase that each reads in the own language."""

    text: str | None
    phrase: str | None


class MutedEntry(_OfSeat, frozen=True, tag="muted"):
    """The viewer does not want to hear a seat, or does again."""

    muted: bool


class RematchedEntry(_ToldEntry, frozen=True, tag="rematched"):
    """The same people play again, at another table."""

    game: str
    seat: int | None
    """Who would like to; unknown in old games."""


class ClosedEntry(_ToldEntry, frozen=True, tag="closed"):
    """The host gave the table up before the game began."""


ToldEntry: TypeAlias = (
    CreatedEntry
    | SeatEntry
    | AcceptedEntry
    | SaltedEntry
    | StartingEntry
    | StartedEntry
    | BroughtEntry
    | ResumedEntry
    | PlayedEntry
    | UndoneEntry
    | TakeBackAskedEntry
    | TakeBackAnsweredEntry
    | StoodInEntry
    | CameBackEntry
    | NudgedEntry
    | StandInAskedEntry
    | DowntimeEntry
    | SaidEntry
    | MutedEntry
    | RematchedEntry
    | ClosedEntry
)
