"""A SQLite file that is ours alone."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from han.server.store.errors import StoreDownError, StoreError


def hold_file(path: Path) -> Callable[[], None]:
    """Keep other processes away from a database file; what is returned lets them in again.

    The lock is on a file beside the database, and the system lifts it when the process ends.
    SQLite itself takes it, because it knows how to on every system.
    """
    try:
        with ExitStack() as stack:
            beside = path.with_name(f"{path.name}.lock")
            lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
            stack.enter_context(closing(lock))
            lock.execute("BEGIN EXCLUSIVE")
            _write_ahead(path)
            _check_pages(path)
            return stack.pop_all().close
    except sqlite3.DatabaseError as error:
        raise _in_words(path, error) from error


def _write_ahead(path: Path) -> None:
    """Let readers and the writer not wait for one another; the file remembers it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def _check_pages(path: Path) -> None:
    """Refuse a damaged file: some of its tables would be lost, and more with every entry."""
    with closing(sqlite3.connect(path)) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreError("store.damaged", file=path)


def _in_words(path: Path, error: sqlite3.DatabaseError) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return StoreError("store.file_in_use", file=path)
    if code == sqlite3.SQLITE_NOTADB:
        return StoreError("store.not_a_database", file=path)
    if code == sqlite3.SQLITE_CORRUPT:
        return StoreError("store.damaged", file=path)
    return StoreDownError("store.unreachable", where=path, fault=error)
