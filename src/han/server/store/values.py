"""What goes into the store and comes out of it."""

from collections.abc import Mapping
from dataclasses import dataclass

OPEN = "open"
"""The status of a game that waits for people."""
RUNNING = "running"
"""The status of a game being played. Any other status is out of the lobby and never due."""


@dataclass(frozen=True)
class LogRow:
    """One entry of a game's log. The first has number 0; there are no gaps."""

    seq: int
    at: float
    data: bytes


@dataclass(frozen=True)
class GameState:
    """What can be known of a game without reading its log."""

    status: str
    public: bool
    due_at: float | None
    """When something must happen even if nobody does anything, in seconds since 1970."""
    summary: str
    """JSON for lists of games; the store does not look into it."""
    guests: Mapping[int, str] | None = None
    """Which people sit where; None if that has not changed."""


@dataclass(frozen=True)
class StoredGame:
    """A game without its log."""

    id: str
    invite: str
    status: str
    public: bool
    created: float
    last_seq: int
    seed: bytes
    owner: str | None
    epoch: int
    maker: str | None = ""
    """Whose limits it counts for; a game of an old server may have none."""


@dataclass(frozen=True)
class Claim:
    """Who may write a game: we with this epoch, or another living node (epoch None)."""

    epoch: int | None
    owner: str
    lost_by: str = ""
    """The dead node that we take the game from."""


@dataclass(frozen=True)
class DatabaseFault:
    """Why a database cannot be used now."""

    reason: str
    """The database's own words, for the log."""
    is_away: bool
    """Whether it does not answer at all; else it only takes no writes."""
