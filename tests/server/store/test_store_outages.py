"""Lost connections, lost answers, killed processes: nothing acknowledged is lost or doubled."""

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from han.server.store import Claim, StaleWriterError, Store, StoreDownError
from server.databases import PostgresServer, away, only_reading
from server.store import scribe
from server.store.scenes import (
    PLAYED,
    Pause,
    begin,
    connected,
    entries,
    opened,
    watching,
    whole_log,
)
from waiting import HUNG_S, let_others_run, run, until

CONNECTIONS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def kill_connections(url: str) -> int:
    """End all other connections to a database, whatever they are doing; return how many."""
    with connected(url) as connection:
        killed = connection.execute(text(f"SELECT pg_terminate_backend(pid) {CONNECTIONS}"))
        return len(killed.all())


def test_killed_connections_in_a_burst(postgres_url: str) -> None:
    games = [f"g{n}" for n in range(10, 30)]
    last = 40

    written: list[str] = []

    async def play(store: Store, game: str) -> None:
        await begin(store, game)
        for seq in range(1, last + 1):
            await store.append(game, 1, entries(seq, seq), PLAYED)
            assert len(await store.rows(game, after=seq - 1)) == 1
            written.append(game)

    async def scene() -> int:
        async with opened(postgres_url) as store:
            plays = asyncio.gather(*(play(store, game) for game in games))
            killed = 0
            for turn in range(1, 13):
                await until(lambda turn=turn: len(written) > 50 * turn)  # type: ignore[misc]
                killed += await asyncio.to_thread(kill_connections, postgres_url)
            await plays
            return killed

    killed = run(scene())
    assert killed > 5
    expected = [(game, row.seq, 1, row.data) for game in games for row in entries(0, last)]
    assert whole_log(postgres_url) == expected


# An answer that is lost: the commit happens, but the writer only hears of a lost connection.


@contextmanager
def answers_lost(count: int, then: Callable[[], object] = lambda: None) -> Iterator[list[str]]:
    """Let the answers to the next commits of writes be lost; then something else may happen."""
    lost: list[str] = []

    def lose(connection: Connection) -> None:
        if not connection.get_execution_options().get("han_writes") or len(lost) >= count:
            return
        lost.append("lost")
        connection.connection.commit()
        then()
        raise OperationalError("COMMIT", None, psycopg.OperationalError("lost"))

    with watching("commit", lose):
        yield lost


def test_a_write_whose_answer_was_lost_is_recognised(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            with answers_lost(2) as lost:
                assert await begin(store) == 1
            assert lost == ["lost", "lost"]
            with answers_lost(1) as lost:
                await asyncio.gather(
                    store.append("g", 1, entries(1, 2), PLAYED),
                    store.append("g", 1, entries(3, 3), PLAYED),
                )
            assert lost == ["lost"]
            await store.append("g", 1, entries(4, 4), PLAYED)
            assert await store.rows("g") == entries(0, 4)

    run(scene())


def test_a_claim_whose_answer_was_lost_counts_once(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with connected(database_url) as connection:
                connection.execute(text("UPDATE games SET owner = NULL"))
            with answers_lost(1) as lost:
                assert await store.claim("g") == Claim(2, "a")
            assert lost == ["lost"]

    run(scene())


def claimed_by_another(url: str) -> Callable[[], None]:
    def claim() -> None:
        with connected(url) as connection:
            connection.execute(text("UPDATE games SET owner = 'b', epoch = epoch + 1"))

    return claim


def test_a_lost_answer_is_still_true_when_the_game_is_lost_too(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with answers_lost(1, then=claimed_by_another(database_url)):
                await store.append("g", 1, entries(1, 1), PLAYED)
            with pytest.raises(StaleWriterError):
                await store.append("g", 1, entries(2, 2), PLAYED)
            assert await store.rows("g") == entries(0, 1)

    run(scene())


def test_another_writers_rows_are_not_taken_for_our_own(database_url: str) -> None:
    def write_instead() -> None:
        claimed_by_another(database_url)()
        with connected(database_url) as connection:
            connection.execute(text("UPDATE log SET epoch = 2 WHERE seq = 1"))

    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with answers_lost(1, then=write_instead), pytest.raises(StaleWriterError):
                await store.append("g", 1, entries(1, 1), PLAYED)

    run(scene())


def test_the_same_rows_twice_are_refused_if_no_answer_was_lost(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            await store.append("g", 1, entries(1, 1), PLAYED)
            with pytest.raises(StaleWriterError):
                await store.append("g", 1, entries(1, 1), PLAYED)

    run(scene())


# A database that is away.


def test_a_short_outage_is_waited_out(postgres_server: PostgresServer, postgres_url: str) -> None:
    async def scene() -> None:
        async with opened(postgres_url) as store:
            await begin(store)
            calls: list[asyncio.Task[Any]] = []
            tries: list[object] = []
            with (
                away(postgres_server, postgres_url),
                watching("do_connect", lambda *details: tries.append(details)),
            ):
                calls.append(asyncio.create_task(store.append("g", 1, entries(1, 1), PLAYED)))
                calls.append(asyncio.create_task(store.rows("g", after=1)))
                calls.append(asyncio.create_task(store.beat(60)))
                await until(lambda: len(tries) >= 2 * len(calls), "tries to connect")
                assert await store.find_fault() is not None
                assert not any(call.done() for call in calls)
            assert await asyncio.gather(*calls) == [None, [], False]
            assert await store.find_fault() is None
            assert await store.rows("g") == entries(0, 1)

    run(scene())


def test_a_server_that_only_reads_for_a_while_is_waited_out(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    """As in a failover; an old connection would go on being refused."""

    async def scene() -> None:
        async with opened(postgres_url) as store:
            await begin(store)
            failures: list[object] = []
            with (
                only_reading(postgres_server, postgres_url),
                watching("handle_error", failures.append),
            ):
                appending = asyncio.create_task(store.append("g", 1, entries(1, 1), PLAYED))
                await until(lambda: len(failures) >= 2, "tries that failed")
                assert not appending.done()
                assert await store.rows("g") == entries(0, 0)
            await appending
            assert await store.rows("g") == entries(0, 1)

    run(scene())


def test_a_long_outage_ends_calls(postgres_server: PostgresServer, postgres_url: str) -> None:
    async def scene() -> None:
        async with opened(postgres_url, retry_for_s=0.5) as store:
            await begin(store)
            with away(postgres_server, postgres_url):
                calls = [store.append("g", 1, entries(n, n), PLAYED) for n in range(1, 600)]
                outcomes = await asyncio.gather(*calls, store.claim("g"), return_exceptions=True)
                assert {type(outcome) for outcome in outcomes} == {StoreDownError}
                assert "is not currently accepting connections" in str(outcomes[0])
            await store.append("g", 1, entries(1, 1), PLAYED)
            assert await store.rows("g") == entries(0, 1)

    run(scene())


def test_the_time_of_retries_is_for_an_outage_not_for_each_call(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async def fail(store: Store) -> tuple[float, int]:
        """For how long and how often a call tries to connect before it fails."""
        tries: list[object] = []
        began = time.monotonic()
        with (
            watching("do_connect", lambda *details: tries.append(details)),
            pytest.raises(StoreDownError),
        ):
            await store.append("g", 1, entries(1, 1), PLAYED)
        return time.monotonic() - began, len(tries)

    async def scene() -> None:
        async with opened(postgres_url, retry_for_s=0.5) as store:
            await begin(store)
            with away(postgres_server, postgres_url):
                assert (await fail(store))[0] >= 0.5
                assert (await fail(store))[1] == 1
            assert await store.rows("g") == entries(0, 0)
            with away(postgres_server, postgres_url):
                assert (await fail(store))[0] >= 0.5

    run(scene())


def test_whoever_ends_does_not_wait_for_a_database_that_is_away(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async def scene() -> None:
        store = Store(postgres_url, node="a", retry_for_s=2 * HUNG_S)
        store.migrate()
        await begin(store)
        with away(postgres_server, postgres_url):
            calls = [store.append("g", 1, entries(1, 1), PLAYED), store.rows("g"), store.beat(9)]
            waiting = [asyncio.create_task(call) for call in calls]
            await let_others_run()
            store.stop_waiting()
            outcomes = await asyncio.gather(*waiting, store.resign(), return_exceptions=True)
            assert {type(outcome) for outcome in outcomes} == {StoreDownError}
            await store.close()

    run(scene())


def test_whoever_ends_does_not_wait_for_an_answer_that_never_comes(database_url: str) -> None:
    pause = Pause("SELECT log.seq")

    async def scene() -> None:
        store = Store(database_url, node="a")
        store.migrate()
        await begin(store)
        with watching("before_cursor_execute", pause):
            reading = asyncio.create_task(store.rows("g"))
            await pause.reached()
            await store.close(limit_s=0.1)
            assert not reading.done()
            pause.end()
            await asyncio.wait([reading])

    run(scene())
    gc.collect()  # a connection that was left open complains now


# A process that is killed.


def test_what_a_killed_process_was_told_is_in_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "han.db")
    command = [sys.executable, scribe.__file__, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [next(process.stdout) for _ in range(300)]
        process.kill()
        lines += [line for line in process.stdout if line.endswith("\n")]
    acknowledged = {(game, int(seq)) for game, seq in map(str.split, lines)}

    async def scene() -> dict[str, int]:
        async with opened(path) as store:
            found = {}
            for game in {game for game, _ in acknowledged}:
                rows = await store.rows(game)
                assert [row.data for row in rows] == [
                    f"{game} {seq}".encode() for seq in range(len(rows))
                ]
                assert (await store.claim(game)).epoch == 2
                found[game] = len(rows)
            return found

    found = run(scene())
    assert len(found) == scribe.GAMES
    assert all(seq < found[game] for game, seq in acknowledged)
