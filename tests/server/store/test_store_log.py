"""A game's log: what is acknowledged is there, in order, once."""

import asyncio
from dataclasses import replace
from threading import Condition

import pytest
from sqlalchemy import insert

from han.server.store import (
    Claim,
    GameTakenError,
    LogRow,
    StaleWriterError,
    Store,
    StoredGame,
    StoreDownError,
    UnknownGameError,
    writer,
)
from han.server.store.schema import log
from han.server.store.writer import MOST_WRITES, SPACING_S
from server.store.scenes import (
    PLAYED,
    WAITING,
    Notice,
    Pause,
    begin,
    blocked,
    connected,
    entries,
    opened,
    watching,
)
from waiting import HUNG_S, let_others_run, run, until


def test_appends_survive_reopening(database_url: str) -> None:
    async def write() -> None:
        async with opened(database_url) as store:
            assert await begin(store, last=1, state=WAITING) == 1
            await store.append("g", 1, entries(2, 4), PLAYED)
            await store.append("g", 1, [LogRow(5, 0.1, bytes(range(256)))], PLAYED)

    async def read() -> None:
        async with opened(database_url, node="b") as store:
            assert await store.rows("g") == [*entries(0, 4), LogRow(5, 0.1, bytes(range(256)))]
            assert await store.rows("g", after=3) == (await store.rows("g"))[4:]
            assert await store.rows("none") == []
            found = await store.find("g")
            assert found is not None
            created = found.created
            assert found == StoredGame(
                "g", "invite-g", "running", True, created, 5, b"seed", "a", 1
            )
            assert await store.find_invite("invite-g") == found
            assert await store.find("invite-g") is None

    run(write())
    run(read())


def test_appends_that_come_together_share_a_commit(database_url: str) -> None:
    commits: list[object] = []
    notice = Notice()

    async def scene() -> None:
        async with opened(database_url) as store:
            games = [f"g{n}" for n in range(100)]
            await asyncio.gather(*(begin(store, game) for game in games))
            writes = [store.append(g, 1, entries(n, n), PLAYED) for n in (1, 2, 3) for g in games]
            with watching("commit", commits.append):
                with blocked(database_url), watching("before_cursor_execute", notice):
                    first = asyncio.create_task(writes[0])
                    await notice.sent()
                    rest = asyncio.gather(*writes[1:])
                    await let_others_run()
                await asyncio.gather(first, rest)
            for game in games:
                assert await store.rows(game) == entries(0, 3)

    run(scene())
    assert 300 / MOST_WRITES < len(commits) <= 3  # the first, and two for what queued meanwhile


def test_one_alone_does_not_wait_for_others(database_url: str) -> None:
    commits: list[object] = []

    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with watching("commit", commits.append):
                for n in range(1, 6):
                    await store.append("g", 1, entries(n, n), PLAYED)

    run(scene())
    assert len(commits) == 5


class Clock:
    """The time of the thread that writes: it passes when a test says so."""

    def __init__(self) -> None:
        self._now = 0.0
        self._moved = Condition()
        self.is_slept_by = False
        """Whether somebody waits for time to pass."""

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        with self._moved:
            end = self._now + seconds
            self.is_slept_by = seconds > 0
            assert self._moved.wait_for(lambda: self._now >= end, HUNG_S)
            self.is_slept_by = False

    def move_on(self, seconds: float) -> None:
        with self._moved:
            self._now += seconds
            self._moved.notify_all()


def test_who_comes_soon_after_a_commit_waits_for_others(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(writer, "time", clock)
    commits: list[object] = []

    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            clock.move_on(SPACING_S)
            with watching("commit", commits.append):
                await store.append("g", 1, entries(1, 1), PLAYED)
                second = asyncio.create_task(store.append("g", 1, entries(2, 2), PLAYED))
                await until(lambda: clock.is_slept_by)
                third = asyncio.create_task(store.append("g", 1, entries(3, 3), PLAYED))
                await let_others_run()
                clock.move_on(SPACING_S)
                await asyncio.gather(second, third)
            clock.move_on(SPACING_S)

    run(scene())
    assert len(commits) == 2  # of the first at once, of the others together


def test_a_number_that_is_not_next_is_refused(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store, last=2)
            for wrong in (entries(1, 2), entries(0, 0), entries(4, 4), entries(3, 3) * 2):
                with pytest.raises(StaleWriterError):
                    await store.append("g", 1, wrong, PLAYED)
            assert await store.rows("g") == entries(0, 2)
            await store.append("g", 1, entries(3, 3), PLAYED)
            assert await store.rows("g") == entries(0, 3)

    run(scene())


def test_only_the_guilty_of_a_batch_fail(database_url: str) -> None:
    async def scene() -> list[BaseException | int | None]:
        async with opened(database_url) as store:
            for game in ("g", "h", "i"):
                await begin(store, game)
            row = {"game": "h", "seq": 1, "epoch": 9, "at": 0, "data": b"somebody else"}
            with connected(database_url) as connection:
                connection.execute(insert(log).values(row))  # only the primary key knows of it
            return await asyncio.gather(
                store.append("g", 1, entries(1, 1), PLAYED),
                store.append("h", 1, entries(1, 1), PLAYED),  # meets the primary key
                store.append("i", 1, entries(1, 1), replace(PLAYED, summary="\ud800")),  # no text
                store.append("g", 2, entries(2, 2), PLAYED),  # of an epoch to come
                store.append("no", 1, entries(0, 0), PLAYED),
                store.create("j", "invite-g", b"", entries(0, 0), PLAYED),  # g's invitation
                store.append("j", 1, entries(1, 1), PLAYED),  # so there is no j
                store.create("g", "new", b"seed", entries(0, 0), PLAYED),
                store.create("k", "new", b"seed", entries(0, 0), PLAYED),
                store.append("k", 1, entries(1, 2), PLAYED),
                store.append("g", 1, entries(2, 2), PLAYED),
                return_exceptions=True,
            )

    outcomes = run(scene())
    kinds = [type(o) if isinstance(o, Exception) else o for o in outcomes]
    assert kinds == [
        *(None, StaleWriterError, UnicodeEncodeError, StaleWriterError, UnknownGameError),
        *(GameTakenError, UnknownGameError, GameTakenError, 1, None, None),
    ]
    assert str(outcomes[1]) == "Another process has taken over the game h."
    assert str(outcomes[5]) == "The game j or its invitation already exists."


def test_a_state_without_rows_is_kept(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store, last=1, state=WAITING)
            await store.append("g", 1, [], replace(PLAYED, summary='{"new": 1}', public=False))
            found = await store.find("g")
            assert found is not None
            assert (found.status, found.public, found.last_seq) == ("running", False, 1)

    run(scene())


def test_a_slow_database_holds_nobody_up(database_url: str) -> None:
    notice = Notice()

    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            with blocked(database_url), watching("before_cursor_execute", notice):
                appended = asyncio.create_task(store.append("g", 1, entries(1, 1), PLAYED))
                await notice.sent()
                for _ in range(20):
                    assert await store.rows("g") == entries(0, 0)
                assert not appended.done()
            await appended
            assert await store.rows("g") == entries(0, 1)

    run(scene())


def test_the_writers_of_a_file_wait_for_one_another(sqlite_url: str) -> None:
    pause, notice = Pause("UPDATE games SET owner"), Notice()
    failures: list[object] = []

    async def scene() -> None:
        async with opened(sqlite_url) as store:
            await begin(store, "g")
            await begin(store, "h")
            with connected(sqlite_url) as connection:
                connection.exec_driver_sql("UPDATE games SET owner = NULL WHERE id = 'g'")
            with (
                watching("before_cursor_execute", pause),
                watching("handle_error", failures.append),
            ):
                claim = asyncio.create_task(store.claim("g"))
                await pause.reached()
                with watching("before_cursor_execute", notice):
                    append = asyncio.create_task(store.append("h", 1, entries(1, 1), PLAYED))
                    await notice.sent()
                assert not append.done()
                pause.end()
                await append
                assert await claim == Claim(2, "a")

    run(scene())
    assert failures == []


def test_cancelled_appends_do_not_break_the_writer(database_url: str) -> None:
    notice = Notice()

    async def scene() -> None:
        async with opened(database_url) as store:
            for game in ("g", "h", "i"):
                await begin(store, game)
            with blocked(database_url), watching("before_cursor_execute", notice):
                running = asyncio.create_task(store.append("g", 1, entries(1, 1), PLAYED))
                await notice.sent()
                queued = asyncio.create_task(store.append("h", 1, entries(1, 1), PLAYED))
                other = asyncio.create_task(store.append("i", 1, entries(1, 1), PLAYED))
                await let_others_run()
                assert running.cancel()
                assert queued.cancel()
                await let_others_run()
            await other
            assert await store.rows("h") == entries(0, 0)
            assert await store.rows("i") == entries(0, 1)
            on_its_way = await store.rows("g")
            await store.append("g", 1, entries(len(on_its_way), 2), PLAYED)
            assert await store.rows("g") == entries(0, 2)

    run(scene())


def test_closing_finishes_what_is_queued(database_url: str) -> None:
    async def scene() -> None:
        store = Store(database_url, node="a")
        store.migrate()
        await begin(store)
        appends = [store.append("g", 1, entries(n, n), PLAYED) for n in range(1, 600)]
        tasks = [asyncio.create_task(append) for append in appends]
        await let_others_run()
        await store.close()
        await asyncio.gather(*tasks)
        with pytest.raises(StoreDownError):
            await store.append("g", 1, entries(600, 600), PLAYED)
        async with opened(database_url) as again:
            assert await again.rows("g") == entries(0, 599)

    run(scene())
