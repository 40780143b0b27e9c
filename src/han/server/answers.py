"""What the server says over the websocket, `han-table/1` (`docs/reference/table-protocol.md`)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from han.server.reply import Reply
from han.table.shapes import MomentShape, TableShape, ToldEntry


class _Answer(Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the server says."""


class Welcome(_Answer, frozen=True, kw_only=True, tag="welcome"):
    """The table as it stands."""

    protocol: Literal["han-table/1"]
    seq: int
    seat: int | None
    table: TableShape
    game: MomentShape | None


class History(_Answer, frozen=True, kw_only=True, tag="history"):
    """What happened before."""

    entries: list[ToldEntry]


class Update(_Answer, frozen=True, kw_only=True, tag="update"):
    """Something has happened; the table is told only when it has changed."""

    seq: int
    entries: list[ToldEntry]
    game: MomentShape | None
    table: TableShape | UnsetType = UNSET


class Done(_Answer, frozen=True, kw_only=True, tag="done"):
    """A command was carried out."""

    id: str
    seq: int


class Refused(_Answer, frozen=True, kw_only=True, tag="refused"):
    """A command was refused; without an id it answers none."""

    id: str | None
    key: str
    rule: str | None
    text: str


class Explained(_Answer, frozen=True, kw_only=True, tag="why"):
    """Why an action is not legal now; there is no text if it is."""

    id: str
    rule: str | None
    text: str | None


class Pong(_Answer, frozen=True, kw_only=True, tag="pong"):
    """The server is there."""


SeatPresence: TypeAlias = Literal["here", "away", "gone"]
"""Connected and in view, connected but out of view, or not connected."""


class Presence(_Answer, frozen=True, kw_only=True, tag="presence"):
    """Who is at the table now, by seat, and how many look on."""

    seats: list[SeatPresence | None]
    watching: int


class Bye(_Answer, frozen=True, kw_only=True, tag="bye"):
    """The server is about to end: come back soon."""

    retry_ms: int


Answer: TypeAlias = Welcome | History | Update | Done | Refused | Explained | Pong | Presence | Bye


def refused(id_: str | None, reply: Reply) -> Refused:
    """The refusal of a command, or of something that was none."""
    return Refused(id=id_, key=reply.key, rule=reply.rule or None, text=reply.text)
