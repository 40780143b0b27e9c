"""Nodes, and which of them may write a game."""

import asyncio

import pytest

from han.server.store import Claim, StaleWriterError, UnknownGameError
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
from waiting import run


def test_a_claim_from_the_dead_makes_the_old_writer_stale(postgres_url: str) -> None:
    async def scene() -> None:
        async with opened(postgres_url, "a") as a, opened(postgres_url, "b") as b:
            await a.beat(60)
            await b.beat(60)
            await begin(a)
            assert await a.claim("g") == Claim(1, "a")
            assert await b.claim("g") == Claim(None, "a")
            await a.beat(-1)  # as if it had not beaten for long
            assert await b.claim("g") == Claim(2, "b")
            with pytest.raises(StaleWriterError, match="Another process has taken over the game g"):
                await a.append("g", 1, entries(1, 1, "a"), PLAYED)
            await b.append("g", 2, entries(1, 1, "b"), PLAYED)
            with pytest.raises(StaleWriterError):
                await a.append("g", 2, entries(2, 2, "a"), PLAYED)
            await a.beat(60)
            assert await a.claim("g") == Claim(None, "b")
            assert await b.rows("g") == [*entries(0, 0), *entries(1, 1, "b")]

    run(scene())


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
            assert await claim == Claim(2, "b")
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
                assert await first == Claim(2, "a")
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
            assert await b.claim("g") == Claim(2, "b")
            assert await b.claim("h") == Claim(2, "b")

    run(scene())


def test_games_of_a_file_are_free_when_it_is_opened_again(sqlite_url: str) -> None:
    async def scene() -> None:
        async with opened(sqlite_url, "a") as a:
            await a.beat(1000)
            await begin(a)
        async with opened(sqlite_url, "b") as b:
            with pytest.raises(StaleWriterError):
                await b.append("g", 1, entries(1, 1), PLAYED)
            assert await b.claim("g") == Claim(2, "b")
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
                connection.exec_driver_sql("INSERT INTO nodes VALUES ('old', 1.5)")
            await store.beat(5)
            await store.beat(60)
            with connected(database_url) as connection:
                assert connection.exec_driver_sql("SELECT id FROM nodes").scalars().all() == ["a"]

    run(scene())
