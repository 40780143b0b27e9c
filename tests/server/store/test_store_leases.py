"""Nodes, and which of them may write a game."""

import asyncio
import time
from threading import Event

import pytest
from sqlalchemy import insert, select, update

from han.server.store import Claim, StaleWriterError, UnknownGameError
from han.server.store.lives import Life, unattended
from han.server.store.schema import nodes
from han.server.store.store import THREADS
from server.store.scenes import (
    PLAYED,
    Pause,
    begin,
    connected,
    entries,
    opened,
    until_locked,
    watching,
)
from waiting import HUNG_S, run, until


def test_a_claim_from_the_dead_makes_the_old_writer_stale(postgres_url: str) -> None:
    async def scene() -> None:
        async with opened(postgres_url, "a") as a, opened(postgres_url, "b") as b:
            await a.beat(60)
            await b.beat(60)
            await begin(a)
            assert await a.claim("g") == Claim(1, "a")
            assert await b.claim("g") == Claim(None, "a")
            await a.beat(-1)  # as if it had not beaten for long
            assert await b.claim("g") == Claim(2, "b", lost_by="a")
            with pytest.raises(StaleWriterError, match="Another process has taken over the game g"):
                await a.append("g", 1, entries(1, 1, "a"), PLAYED)
            await b.append("g", 2, entries(1, 1, "b"), PLAYED)
            with pytest.raises(StaleWriterError):
                await a.append("g", 2, entries(2, 2, "a"), PLAYED)
            await a.beat(60)
            assert await a.claim("g") == Claim(None, "b")
            assert await b.rows("g") == [*entries(0, 0), *entries(1, 1, "b")]

    run(scene())


def test_the_time_in_which_a_node_reached_no_database_is_not_part_of_its_life(
    database_url: str,
) -> None:
    """It lived for 1000 s, was cut off 300 s ago, and is back now."""

    async def scene() -> None:
        async with opened(database_url, "a") as store:
            assert not await store.beat(60), "its first sign of life"
            assert not await store.beat(60)
            now = time.time()
            life = {"alive_until": now - 298, "since": now - 1000, "seen": now - 300}
            with connected(database_url) as connection:
                connection.execute(update(nodes).where(nodes.c.id == "a").values(**life))
            assert await store.beat(60)
            assert not await store.beat(60), "that is known now"
            lost = await store.unattended(now - 900, "")
            assert 300 <= lost < 360

    run(scene())


def test_slow_reads_do_not_hold_up_heartbeats(database_url: str) -> None:
    """Else a process that reads much would lose its leases."""
    may_go_on, waiting = Event(), []

    def hold_up(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith("SELECT log.seq"):
            waiting.append(statement)
            assert may_go_on.wait(HUNG_S)

    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with watching("before_cursor_execute", hold_up):
                reads = [asyncio.create_task(store.rows("g")) for _ in range(5 * THREADS)]
                try:
                    await until(lambda: len(waiting) == THREADS, "threads that all read")
                    for seconds in (HUNG_S, 3 * HUNG_S):
                        await store.beat(seconds)
                        assert seconds - HUNG_S < alive_for(database_url, "a") <= seconds
                finally:
                    may_go_on.set()
                assert all(rows == entries(0, 0) for rows in await asyncio.gather(*reads))

    run(scene())


def alive_for(url: str, node: str) -> float:
    """For how many seconds a node has promised to live."""
    with connected(url) as connection:
        until_s = connection.scalar(select(nodes.c.alive_until).where(nodes.c.id == node))
    assert until_s is not None
    return float(until_s) - time.time()


def test_a_claim_waits_for_a_write_under_way(postgres_url: str) -> None:
    pause = Pause("INSERT INTO log")

    async def scene() -> None:
        async with opened(postgres_url, "a") as a, opened(postgres_url, "b") as b:
            await begin(a)
            with watching("before_cursor_execute", pause):
                write = asyncio.create_task(a.append("g", 1, entries(1, 1), PLAYED))
                await pause.reached()
                claim = asyncio.create_task(b.claim("g"))
                await until_locked(postgres_url)
                assert not claim.done()
                pause.end()
                await write
            assert await claim == Claim(2, "b", lost_by="a")
            assert await b.rows("g") == entries(0, 1)

    run(scene())


def test_a_claim_waits_for_another(postgres_url: str) -> None:
    pause = Pause("UPDATE games SET owner")

    async def scene() -> None:
        async with opened(postgres_url, "a") as a, opened(postgres_url, "b") as b:
            async with opened(postgres_url, "dead") as dead:
                await begin(dead)
            await a.beat(60)
            with watching("before_cursor_execute", pause):
                first = asyncio.create_task(a.claim("g"))
                await pause.reached()
                second = asyncio.create_task(b.claim("g"))
                await until_locked(postgres_url)
                assert not second.done()
                pause.end()
                assert await first == Claim(2, "a", lost_by="dead")
            assert await second == Claim(None, "a")

    run(scene())


def test_whoever_resigns_frees_all_games_at_once(postgres_url: str) -> None:
    async def scene() -> None:
        async with opened(postgres_url, "a") as a, opened(postgres_url, "b") as b:
            await a.beat(60)
            await begin(a, "g")
            await begin(a, "h")
            assert await b.claim("g") == Claim(None, "a")
            await a.resign()
            assert await b.claim("g") == Claim(2, "b", lost_by="a")
            assert await b.claim("h") == Claim(2, "b", lost_by="a")

    run(scene())


def test_games_of_a_file_are_free_when_it_is_opened_again(sqlite_url: str) -> None:
    async def scene() -> None:
        async with opened(sqlite_url, "a") as a:
            await a.beat(1000)
            await begin(a)
        async with opened(sqlite_url, "b") as b:
            with pytest.raises(StaleWriterError):
                await b.append("g", 1, entries(1, 1), PLAYED)
            assert await b.claim("g") == Claim(2, "b", lost_by="a")
            with pytest.raises(StaleWriterError):
                await b.append("g", 1, entries(1, 1), PLAYED)
            await b.append("g", 2, entries(1, 1), PLAYED)

    run(scene())


def test_an_unknown_game_cannot_be_claimed(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            with pytest.raises(UnknownGameError, match=r"^There is no game g\.$"):
                await store.claim("g")

    run(scene())


def test_the_long_dead_are_forgotten(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            with connected(database_url) as connection:
                connection.execute(insert(nodes).values(id="old", alive_until=1.5))
            await store.beat(5)
            await store.beat(60)
            with connected(database_url) as connection:
                assert connection.exec_driver_sql("SELECT id FROM nodes").scalars().all() == ["a"]

    run(scene())


# Times in which nobody could look after a game. All sums are done by hand.

NOW = 1000.0


def lived(node: str, since: float, seen: float, lease: float = 5) -> Life:
    return Life(node, since, seen, seen + lease, NOW)


def living(node: str, since: float) -> Life:
    return Life(node, since, NOW - 1, NOW + 4, NOW)


@pytest.mark.parametrize(
    ("lives", "lost_by", "lost"),
    [
        ([living("b", 50)], "", 0),
        ([living("b", 300)], "gone and forgotten", 200),
        ([lived("a", 50, 200), living("b", 221)], "a", 21),
        ([lived("a", 50, 200), living("b", 203)], "a", 5),  # the lease had to run out
        ([lived("a", 50, 200), living("b", 60)], "a", 5),
        ([lived("a", 50, 200), living("b", 60)], "b", 0),  # it had taken the game already
        ([lived("a", 50, 200, lease=-200), living("b", 60)], "a", 0),  # a resigned
        ([lived("a", 50, 200), lived("b", 210, 400), living("c", 410)], "a", 20),
        ([lived("a", 50, 200), lived("b", 150, 400), living("c", 300)], "a", 5),
        ([lived("a", 10, 50), living("b", 90)], "a", 0),  # before the last entry
        ([lived("a", 50, 200)], "a", 0),  # we have not shown yet that we live
    ],
)
def test_the_time_in_which_nobody_could_look_after_a_game(
    lives: list[Life], lost_by: str, lost: float
) -> None:
    assert unattended(lives, 100, lost_by) == lost
    assert unattended(lives[::-1], 100, lost_by) == lost


def shift(url: str, node: str, **times: float) -> None:
    """Let a node have shown its signs of life at other times."""
    with connected(url) as connection:
        connection.execute(update(nodes).where(nodes.c.id == node).values(**times))


def test_a_store_remembers_when_its_nodes_lived(database_url: str) -> None:
    async def scene() -> None:
        began = time.time()
        async with opened(database_url, "a") as a:
            await a.beat(60)
            await a.beat(60)  # goes on with the same life
            await a.resign()
        shift(database_url, "a", since=began - 3600, seen=began - 1000)
        async with opened(database_url, "b") as b:
            await b.beat(60)
            lost = await b.unattended(began - 2000, "a")
            assert 1000 <= lost <= 1000 + time.time() - began + 1
            assert await b.unattended(time.time() + 1, "a") == 0

    run(scene())


def test_a_node_of_an_older_version_has_no_times(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url, "b") as b:
            with connected(database_url) as connection:
                connection.execute(insert(nodes).values(id="a", alive_until=2**40))
            await b.beat(60)
            assert await b.unattended(time.time() + 1, "a") == 0

    run(scene())
