"""Lists of games: the lobby, a person's games, what is due; and that they stay quick."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert

from han.server.store import GameState, Store
from han.server.store.schema import games, nodes, seats
from server.store.scenes import PLAYED, WAITING, begin, connected, entries, opened, watching
from waiting import run

OVER = replace(PLAYED, status="finished")


async def put(store: Store, game: str, state: GameState) -> None:
    await begin(store, game, state=replace(state, summary=game))


def test_the_lobby_shows_public_games_open_ones_first(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await put(store, "running-1", PLAYED)
            await put(store, "open-1", WAITING)
            await put(store, "private", replace(WAITING, public=False))
            await put(store, "over", OVER)
            await put(store, "open-2", WAITING)
            await put(store, "running-2", PLAYED)
            assert await store.lobby(9, 60) == ["open-2", "open-1", "running-2", "running-1"]
            await store.append("running-1", 1, entries(1, 1), replace(PLAYED, summary="moved"))
            assert await store.lobby(9, 60) == ["open-2", "open-1", "moved", "running-2"]
            assert await store.lobby(3, 60) == ["open-2", "open-1", "moved"]
            assert await store.lobby(1, 60) == ["open-2"]
            await store.append("open-2", 1, entries(1, 1), OVER)
            assert await store.lobby(1, 60) == ["open-1"]
            assert await store.count() == {"open": 2, "running": 2, "finished": 2}
            with connected(database_url) as connection:
                connection.exec_driver_sql("UPDATE games SET updated = updated - 100")
            await store.append("open-1", 1, entries(1, 1), replace(WAITING, summary="alive"))
            assert await store.lobby(9, 60) == ["alive"], "nobody comes to the others any more"

    run(scene())


def test_a_person_finds_their_games(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await put(store, "g", replace(WAITING, guests={0: "ada", 2: "ben"}))
            await put(store, "h", replace(OVER, public=False, guests={1: "ada", 3: "ada"}))
            await put(store, "i", replace(WAITING, guests={}))
            assert await store.games_of("ada", 9) == [("h", [1, 3]), ("g", [0])]
            assert await store.games_of("ada", 1) == [("h", [1, 3])]
            assert await store.games_of("ben", 9) == [("g", [2])]
            assert await store.games_of("cy", 9) == []
            sitting = replace(PLAYED, summary="g", guests={0: "cy", 2: "ben"})
            await store.append("g", 1, entries(1, 1), sitting)
            await store.append("g", 1, entries(2, 2), replace(sitting, guests=None))
            assert await store.games_of("ada", 9) == [("h", [1, 3])]
            assert await store.games_of("ben", 9) == [("g", [2])]
            assert await store.games_of("cy", 9) == [("g", [0])]
            await store.append("g", 1, entries(3, 3), replace(sitting, guests={}))
            assert await store.games_of("cy", 9) == []

    run(scene())


def test_unfinished_games_count_for_whoever_set_them_up(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            for game, maker, state in (
                ("g", "here", WAITING),
                ("h", "here", PLAYED),
                ("i", "here", OVER),
                ("j", "there", PLAYED),
            ):
                await store.create(game, f"to {game}", b"", entries(0, 0), state, maker)
            assert [await store.count_unfinished(who, 60) for who in ("here", "there")] == [2, 1]
            await store.append("h", 1, entries(1, 1), OVER)
            assert await store.count_unfinished("here", 60) == 1
            with connected(database_url) as connection:
                connection.exec_driver_sql("UPDATE games SET created = created - 100")
            assert await store.count_unfinished("here", 60) == 0
            assert await store.count_unfinished("here", 600) == 1

    run(scene())


def test_where_the_logs_of_some_games_end(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            for game, last in (("g", 0), ("h", 7), ("i", 3)):
                await begin(store, game, last)
            assert await store.last_entries(["h", "g"]) == {"g": 0, "h": 7}
            await store.append("h", 1, entries(8, 9), PLAYED)
            assert await store.last_entries(["h", "no game"]) == {"h": 9}
            with noting_statements() as noted:
                assert await store.last_entries([]) == {}
            assert noted == []

    run(scene())


def test_writes_that_share_a_commit_leave_the_last_state(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as store:
            await begin(store)
            states = [
                replace(WAITING, summary="first", guests={0: "ada"}),
                replace(WAITING, summary="second", guests={0: "ben"}),
                replace(PLAYED, summary="third"),
            ]
            await asyncio.gather(
                *(store.append("g", 1, entries(n, n), state) for n, state in enumerate(states, 1))
            )
            assert await store.games_of("ben", 9) == [("third", [0])]
            assert await store.games_of("ada", 9) == []
            assert await store.count() == {"running": 1}

    run(scene())


def test_what_is_due(database_url: str) -> None:
    now = time.time()

    async def scene() -> None:
        async with opened(database_url) as store:
            await store.beat(60)
            await put(store, "late", replace(PLAYED, due_at=now - 60))
            await put(store, "later", replace(PLAYED, due_at=now - 30))
            await put(store, "to come", replace(PLAYED, due_at=now + 60))
            await put(store, "never", PLAYED)
            await put(store, "over", replace(OVER, due_at=now - 60))
            assert await store.due(9) == ["late", "later"]
            await put(store, "to begin", replace(WAITING, due_at=now - 90))
            assert await store.due(9) == ["to begin", "late", "later"]
            await store.append("to begin", 1, entries(1, 1), WAITING)
            assert await store.due(1) == ["late"]
            await store.append("late", 1, entries(1, 1), PLAYED)
            assert await store.due(9) == ["later"]
            with connected(database_url) as connection:
                connection.exec_driver_sql("UPDATE games SET owner = 'b'")
                connection.execute(insert(nodes).values(id="b", alive_until=now + 60))
            assert await store.due(9) == []
            with connected(database_url) as connection:
                connection.exec_driver_sql(f"UPDATE nodes SET alive_until = {now - 1}")
            assert await store.due(9) == ["later"]

    run(scene())


# With many games.


def fill(connection: Connection, count: int) -> None:
    """Many unfinished games of a dead node, due one after the other from now on."""
    now = time.time()
    rows = [
        {
            "id": f"g{n}",
            "invite": f"i{n}",
            "status": "running" if n % 3 else "open",
            "public": n % 2 == 0,
            "created": now - n,
            "updated": now - n,
            "last_seq": 0,
            "due_at": now + n - 20,
            "owner": "dead",
            "epoch": 1,
            "seed": b"",
            "summary": f"g{n}",
            "maker": f"maker-of-g{n}",
        }
        for n in range(count)
    ]
    connection.execute(insert(games), rows)
    taken = [{"game": f"g{n}", "seat": 1, "guest": f"guest-of-g{n}"} for n in range(count)]
    connection.execute(insert(seats), taken)
    connection.exec_driver_sql("ANALYZE")


@contextmanager
def noting_statements() -> Iterator[list[tuple[str, Any]]]:
    noted: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if "games" in statement:
            noted.append((statement, parameters))

    with watching("before_cursor_execute", note):
        yield noted


def plan(connection: Connection, statement: str, parameters: Any) -> str:
    """How the database goes about a statement."""
    is_sqlite = connection.dialect.name == "sqlite"
    explain = "EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN "
    rows = connection.exec_driver_sql(explain + statement, parameters).all()
    return "\n".join(str(row[-1]) for row in rows)


def test_among_many_games_an_index_leads_to_the_few(database_url: str) -> None:
    async def scene() -> list[tuple[str, Any]]:
        async with opened(database_url) as store:
            with connected(database_url) as connection:
                fill(connection, 10_000)
            with noting_statements() as noted:
                assert await store.due(3) == ["g0", "g1", "g2"]
                assert (await store.lobby(5, 60))[:2] == ["g0", "g6"]
                assert (await store.claim("g7")).epoch == 2
                assert await store.find_invite("i8") is not None
                await store.append("g7", 2, entries(1, 1), PLAYED)
                assert await store.games_of("guest-of-g9", 5) == [("g9", [1])]
                assert await store.count_unfinished("maker-of-g9", 60) == 1
            return noted

    noted = run(scene())
    with connected(database_url) as connection:
        plans = [plan(connection, *statement) for statement in noted]
    assert len(plans) >= 8
    for (statement, _), steps in zip(noted, plans, strict=True):
        for table in ("games", "seats"):
            assert f"Seq Scan on {table}" not in steps, (statement, steps)
            assert f"SCAN {table}" not in steps, (statement, steps)
    assert "ix_games_due" in plans[0]
    assert "ix_games_lobby" in plans[1]
    assert not any("Sort" in steps or "B-TREE" in steps for steps in plans[:2])
