"""The connections to a database: none is left open, and none is used again in a bad state."""

import asyncio
import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Connection, text

from han.server.store import StoreDownError
from han.server.store.address import parse_address
from han.server.store.database import Database
from server.databases import PostgresServer
from server.store.scenes import PLAYED, Pause, begin, connected, entries, opened, watching
from waiting import run, until, wait_until

OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def count_connections(url: str) -> int:
    """How many others are connected to a database."""
    with connected(url) as connection:
        return int(connection.scalar(text(f"SELECT count(*) {OTHERS}")) or 0)


def end_waiting_connections(url: str) -> int:
    """End all connections that wait for a lock: how many there were."""
    waiting = f"{OTHERS} AND wait_event_type = 'Lock'"
    with connected(url) as connection:
        return len(connection.execute(text(f"SELECT pg_terminate_backend(pid) {waiting}")).all())


def fail_in_wrong_state(connection: Connection) -> None:
    """Fail as after a failover: SQLSTATE 25006, a transaction that only reads."""
    connection.execute(text("SET TRANSACTION READ ONLY"))
    connection.execute(text("CREATE TABLE refused (a int)"))


@contextmanager
def log_locked(url: str) -> Iterator[None]:
    """Let everybody who wants to write an entry wait."""
    with psycopg.connect(url) as connection:
        connection.execute("LOCK TABLE log IN EXCLUSIVE MODE")
        yield


def test_connections_in_use_while_others_are_given_up_are_closed_in_the_end(
    postgres_url: str,
) -> None:
    """One thread meets a server that only reads while another is in the middle of a question."""
    database = Database(parse_address(postgres_url), retry_for_s=0)
    pause = Pause("SELECT 'slow'")

    async def scene() -> None:
        with watching("before_cursor_execute", pause):
            ask = asyncio.to_thread(
                database.read, lambda connection: connection.scalar(text("SELECT 'slow'"))
            )
            asking = asyncio.create_task(ask)
            await pause.reached()
            with pytest.raises(StoreDownError):
                await asyncio.to_thread(database.write, fail_in_wrong_state)
            pause.end()
            assert await asking == "slow"

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run(scene())
        database.close()
        gc.collect()
    assert [str(one.message) for one in caught] == []
    wait_until(lambda: count_connections(postgres_url) == 0, "the end of all connections")


def test_after_a_server_that_only_reads_old_connections_are_not_used(postgres_url: str) -> None:
    database = Database(parse_address(postgres_url), retry_for_s=0)
    try:
        before = database.read(
            lambda connection: connection.scalar(text("SELECT pg_backend_pid()"))
        )
        with pytest.raises(StoreDownError):
            database.write(fail_in_wrong_state)
        after = database.read(lambda connection: connection.scalar(text("SELECT pg_backend_pid()")))
        assert before != after
    finally:
        database.close()


def test_a_connection_that_ends_among_several_statements_leaves_no_complaint(
    postgres_server: PostgresServer, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The server ends the connection while rows are sent together, in a pipeline."""

    async def scene() -> None:
        async with opened(postgres_url) as store:
            await begin(store)
            with log_locked(postgres_url):
                writing = asyncio.create_task(store.append("g", 1, entries(1, 3), PLAYED))
                await until(lambda: end_waiting_connections(postgres_url), "a write that waits")
            await writing
            assert await store.rows("g") == entries(0, 3)

    run(scene())
    assert errors(caplog) == []


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error."""
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


def test_a_connection_in_a_pipeline_is_not_given_back(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A pipeline that cannot be left: the server's last word came, the end of the line not yet."""
    failed: list[str] = []

    def fail_in_pipeline(cursor: psycopg.Cursor[object], statement: str, *_: object) -> None:
        if not failed:
            failed.append(statement)
            cursor.connection.pgconn.enter_pipeline_mode()
            raise psycopg.OperationalError("cannot exit pipeline mode while busy")

    async def scene() -> None:
        async with opened(postgres_url) as store:
            await begin(store)
            with watching("do_executemany", fail_in_pipeline):
                await store.append("g", 1, entries(1, 3), PLAYED)
            assert await store.rows("g") == entries(0, 3)

    run(scene())
    assert failed
    assert errors(caplog) == []
