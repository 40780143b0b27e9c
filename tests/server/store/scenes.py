"""Small games for the store, and a look into its database past it."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Event
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, select

from han.server.store import GameState, LogRow, Store
from han.server.store.address import parse_address
from han.server.store.schema import log
from waiting import HUNG_S, until

WAITING = GameState(status="open", public=True, due_at=None, summary="{}")
PLAYED = GameState(status="running", public=True, due_at=None, summary="{}")


@asynccontextmanager
async def opened(url: str, node: str = "a", retry_for_s: float = 10) -> AsyncIterator[Store]:
    """A store with its tables made."""
    store = Store(url, node=node, retry_for_s=retry_for_s)
    try:
        store.migrate()
        yield store
    finally:
        await store.close()


def entries(first: int, last: int, who: str = "") -> list[LogRow]:
    """Rows with the numbers ``first`` to ``last``."""
    return [LogRow(seq, seq / 8, f"{who}{seq}".encode()) for seq in range(first, last + 1)]


async def begin(store: Store, game: str = "g", last: int = 0, state: GameState = PLAYED) -> int:
    """Create a game with some rows."""
    return await store.create(game, f"invite-{game}", b"seed", entries(0, last), state)


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A connection of our own to a database."""
    engine = create_engine(parse_address(url), poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


@contextmanager
def blocked(url: str) -> Iterator[None]:
    """A database in which for now nobody else can write to a game."""
    engine = create_engine(parse_address(url), poolclass=NullPool)
    is_file = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        connection.exec_driver_sql(
            "BEGIN IMMEDIATE" if is_file else "SELECT * FROM games FOR UPDATE"
        )
        yield


def whole_log(url: str, games: Collection[str] = ()) -> list[tuple[Any, ...]]:
    """All rows of all games, or of some: game, number, epoch, data."""
    columns = select(log.c.game, log.c.seq, log.c.epoch, log.c.data)
    if games:
        columns = columns.where(log.c.game.in_(games))
    with connected(url) as connection:
        return [tuple(row) for row in connection.execute(columns.order_by(log.c.game, log.c.seq))]


# SQLAlchemy is told only once to tell us: while a thread goes through its list of listeners, that
# list must not change.
_watchers: dict[str, list[Any]] = {
    name: []
    for name in ("before_cursor_execute", "commit", "do_connect", "do_executemany", "handle_error")
}


def _listen_to(name: str) -> None:
    def tell(*words: Any) -> None:
        for watcher in tuple(_watchers[name]):
            watcher(*words)

    event.listen(Engine, name, tell)


for _name in _watchers:
    _listen_to(_name)


@contextmanager
def watching(name: str, watcher: Any) -> Iterator[None]:
    """Listen to all engines."""
    _watchers[name].append(watcher)
    try:
        yield
    finally:
        _watchers[name].remove(watcher)


TO_WRITE = ("BEGIN IMMEDIATE", "SELECT games.id")
"""How a write of a log begins: in a file, and at a server."""


class Notice:
    """Sees when a statement is sent that begins with some words."""

    def __init__(self, words: tuple[str, ...] = TO_WRITE) -> None:
        self._words = words
        self._is_sent = False

    def __call__(self, _: object, __: object, statement: str, *___: object) -> None:
        self._is_sent |= statement.startswith(self._words)

    async def sent(self) -> None:
        await until(lambda: self._is_sent, f"{self._words}")


async def until_locked(url: str) -> None:
    """Wait until somebody at a server waits for what another has locked."""

    def is_so() -> bool:
        with connected(url) as connection:
            found = connection.exec_driver_sql(
                "SELECT 1 FROM pg_stat_activity "
                "WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            return bool(found.all())

    await until(is_so, "somebody who waits for a lock")


class Pause:
    """Holds up the first statement that begins with some words, until it may go on."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._is_reached = Event()
        self._may_go_on = Event()

    def __call__(self, _: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith(self._words) and not self._is_reached.is_set():
            self._is_reached.set()
            assert self._may_go_on.wait(HUNG_S)

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._is_reached.wait, HUNG_S)

    def end(self) -> None:
        self._may_go_on.set()
