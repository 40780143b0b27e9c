"""One database: what fails in a short outage is tried again."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Double,
    Engine,
    ExceptionContext,
    Table,
    bindparam,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from han.server.store.address import format_address
from han.server.store.errors import StoreDownError, StoreError
from han.server.store.sqlite_file import hold_file
from han.server.store.values import DatabaseFault

T = TypeVar("T")

FAILURES = (DBAPIError, sqlite3.OperationalError)
"""The second comes from SQLite while a connection is being made."""
MAY_PASS = ("25", "57")
"""Classes of SQLSTATEs after which other connections may do better: 25 is a server that only
reads, as after a failover, or that has waited too long for us; 57 one that is ended or started."""
FIRST_PAUSE_S = 0.02
LONGEST_PAUSE_S = 0.5
RESERVED = 2
"""Connections that reads and logs never use: one for heartbeats, one for watching."""

POSTGRES_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    # A server that has vanished from the network is given up, not waited for.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    # Nor does one of us that has vanished keep games locked for longer than others wait.
    "options": "-c idle_in_transaction_session_timeout=5s -c lock_timeout=8s",
}
SQLITE_OPTIONS: dict[str, Any] = {"timeout": 5, "isolation_level": None}


class Database:
    """Reads and writes in transactions, which are begun again when the connection is lost."""

    def __init__(self, url: URL, retry_for_s: float) -> None:
        """Prepare; nothing is sent to a server yet, but a file is taken for ourselves."""
        self.name = format_address(url)
        self.is_file = url.drivername == "sqlite"
        self._retry_for_s = retry_for_s
        self._down_since: float | None = None
        self._is_ending = Event()
        make_engine = _sqlite_engine if self.is_file else _postgres_engine
        self._engine = make_engine(url)
        self._writing = self._engine.execution_options(han_writes=True)
        self._reserved = make_engine(url, pool_size=RESERVED, max_overflow=0)
        self._writing_reserved = self._reserved.execution_options(han_writes=True)
        self._is_closed = False
        for engine in (self._engine, self._reserved):
            event.listen(engine, "checkin", self._close_if_late)
        self._release = hold_file(Path(str(url.database)).resolve()) if self.is_file else None

    def read(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` reads in a transaction."""
        return self._with_retries(self._engine, work)

    def write(self, work: Callable[[Connection], T], *, is_reserved: bool = False) -> T:
        """What ``work`` answers, once what it wrote is committed.

        When the answer to a commit is lost, the work is done again although it may have been
        done: it must be of a kind that bears this.

        Args:
            work: Reads and writes.
            is_reserved: Whether it uses a reserved connection, so that it never waits for one.
        """
        return self._with_retries(self._writing_reserved if is_reserved else self._writing, work)

    def find_fault(self, work: Callable[[Connection], object]) -> DatabaseFault | None:
        """What is wrong with the database now; nothing if it takes what ``work`` writes."""
        try:
            with self._writing_reserved.begin() as connection:
                work(connection)
        except FAILURES as error:
            return DatabaseFault(_in_short(error), is_away=not self._answers())
        return None

    def _answers(self) -> bool:
        try:
            with self._reserved.begin() as connection:
                connection.execute(select(1))
        except FAILURES:
            return False
        return True

    def stop_waiting(self) -> None:
        """Wait out no more outages, also those that are being waited out now."""
        self._is_ending.set()

    def close(self) -> None:
        """Close all connections: at once, or when those who still use them give them back."""
        self._is_closed = True
        for engine in (self._engine, self._reserved):
            engine.dispose()
        if self._release:
            self._release()

    def _close_if_late(self, connection: object, record: ConnectionPoolEntry) -> None:
        """Close a connection that comes back to a pool which nobody uses any more."""
        if self._is_closed and connection is not None:
            record.invalidate()

    def now(self) -> ColumnElement[float]:
        """The seconds since 1970 by the clock that all nodes share."""
        if self.is_file:  # asked when a statement is carried out, not when it is written down
            return bindparam("now", type_=Double, callable_=time.time)
        return func.extract("epoch", func.statement_timestamp()).cast(Double)

    def upsert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An insert that can say what to do with a row that is there already."""
        return sqlite.insert(table) if self.is_file else postgresql.insert(table)

    def _with_retries(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        began = time.monotonic()
        pause = FIRST_PAUSE_S
        while True:
            try:
                with engine.begin() as connection:
                    answer = work(connection)
            except FAILURES as error:
                if not _may_pass(error):
                    raise
                self._go_on_or_give_up(began, error)
            else:
                self._down_since = None
                return answer
            self._is_ending.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _go_on_or_give_up(self, began: float, error: Exception) -> None:
        """Give up when this work, or the outage that others met before, has lasted too long."""
        if self._down_since is None:
            self._down_since = time.monotonic()
        has_lasted = time.monotonic() - min(began, self._down_since)
        if has_lasted >= self._retry_for_s or self._is_ending.is_set():
            fault = _in_short(error)
            raise StoreDownError("store.unreachable", where=self.name, fault=fault) from error


def _in_short(error: Exception) -> str:
    """The first line of what a database says."""
    return str(getattr(error, "orig", error)).strip().partition("\n")[0].rstrip(".")


def _may_pass(error: Exception) -> bool:
    """Whether the same work may succeed later: a lost connection, a lock, a full disk."""
    if isinstance(error, DBAPIError):
        return isinstance(error, OperationalError) or error.connection_invalidated
    return True


def _postgres_engine(url: URL, **pool: int) -> Engine:
    options = {name: value for name, value in POSTGRES_OPTIONS.items() if name not in url.query}
    try:
        engine = create_engine(url, connect_args=options, **pool)
    except ImportError:
        raise StoreError("store.driver_missing") from None
    event.listen(engine, "handle_error", _give_up_connection)
    return engine


def _give_up_connection(context: ExceptionContext) -> None:
    """Let an unusable connection be closed, and none opened before now be used again.

    Those that other threads are using are closed when they are given back.
    """
    state = getattr(context.original_exception, "sqlstate", None) or ""
    if state.startswith(MAY_PASS) or _is_in_pipeline(context.connection):
        context.is_disconnect = True


def _is_in_pipeline(connection: Connection | None) -> bool:
    """Whether an error has left a connection between statements that are sent together."""
    if connection is None or connection.invalidated:
        return False
    pgconn = connection.connection.driver_connection.pgconn  # type: ignore[union-attr]
    return bool(pgconn.pipeline_status)


def _sqlite_engine(url: URL, **pool: int) -> Engine:
    engine = create_engine(url, connect_args=SQLITE_OPTIONS, **pool)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA synchronous = FULL")  # a power cut undoes no commit
    connection.execute("PRAGMA fullfsync = ON")  # the same on a Mac
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once: a reader that becomes a writer could come too late."""
    writes = connection.get_execution_options().get("han_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
