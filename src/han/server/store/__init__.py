"""Where the games of a server are kept: a SQLite file, or PostgreSQL for several processes.

The truth of a game is its log, which only grows. One node may write it, the one that holds
the game's lease: `Store.claim` counts the game's epoch up, and a write with an older epoch is
refused. Writes are durable when they are acknowledged, and those that come together share a
commit.
"""

from han.server.store.errors import (
    GameTakenError,
    StaleWriterError,
    StoreDownError,
    StoreError,
    UnknownGameError,
)
from han.server.store.store import Store
from han.server.store.values import (
    OPEN,
    RUNNING,
    Claim,
    DatabaseFault,
    GameState,
    LogRow,
    StoredGame,
)

__all__ = [
    "OPEN",
    "RUNNING",
    "Claim",
    "DatabaseFault",
    "GameState",
    "GameTakenError",
    "LogRow",
    "StaleWriterError",
    "Store",
    "StoreDownError",
    "StoreError",
    "StoredGame",
    "UnknownGameError",
]
