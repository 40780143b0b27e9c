"""Those who watch over a server hear when it only seems to live, and do not keep it from work."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from han.server import limits
from han.server.app import make_app
from han.server.cached import Cached
from han.server.config import Config
from han.server.metrics import Metrics
from han.server.services import COUNT_AGE_S, HEALTH_CHECK_BURST, make_services
from server.store.scenes import watching
from waiting import HUNG_S, TimeTravelLoop, let_others_run, run, travel


@asynccontextmanager
async def watched(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A server in this process, and somebody who asks it."""
    services = make_services(Config(database=str(folder / "han.sqlite"), processes=1))
    await services.start()
    transport = httpx.ASGITransport(make_app(services))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield client
    finally:
        await services.stop()


def test_a_server_without_its_chores_is_not_ready(tmp_path: Path) -> None:
    async def scene() -> None:
        async with watched(tmp_path) as client:
            assert (await client.get("/readyz")).json()["chores"]
            (sweep,) = [task for task in asyncio.all_tasks() if task.get_name() == "sweep"]
            sweep.cancel()
            await asyncio.wait([sweep])
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["chores"]) == (503, False)

    run(scene())


def test_tables_are_not_counted_for_every_question(tmp_path: Path) -> None:
    counts: list[str] = []

    def note_counts(_: object, __: object, statement: str, *___: object) -> None:
        if "GROUP BY games.status" in statement:
            counts.append(statement)

    async def scene() -> None:
        async with watched(tmp_path) as client:
            with watching("before_cursor_execute", note_counts):
                answers = await asyncio.gather(*(client.get("/metrics") for _ in range(20)))
            assert {answer.status_code for answer in answers} == {200}
            assert 'han_tables{status="running"} 0.0' in answers[0].text

    run(scene())
    assert len(counts) == 1


def test_numbers_of_tables_are_soon_up_to_date(tmp_path: Path) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    body = {"map": "border-disputes", "name": "Ann", "seats": seats}

    async def scene() -> None:
        async with watched(tmp_path) as client:
            assert 'han_tables{status="open"} 0.0' in (await client.get("/metrics")).text
            assert (await client.post("/api/tables", json=body)).status_code == 201
            assert 'han_tables{status="open"} 0.0' in (await client.get("/metrics")).text
            travel(COUNT_AGE_S)
            assert 'han_tables{status="open"} 1.0' in (await client.get("/metrics")).text

    run(scene(), loop_factory=TimeTravelLoop)


def test_watching_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # no time for anything to be forgotten

    async def scene() -> None:
        async with watched(tmp_path) as client:
            for path, allowed in (("/readyz", HEALTH_CHECK_BURST), ("/metrics", 0)):
                asked = [client.get(path) for _ in range(HEALTH_CHECK_BURST + 50)]
                statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
                assert statuses.count(200) == allowed
                assert statuses.count(429) == HEALTH_CHECK_BURST + 50 - allowed
            assert (await client.get("/healthz")).is_success
            assert (await client.get("/api/bots")).is_success

    run(scene())


def test_a_status_that_no_table_has_any_more_is_nought() -> None:
    metrics = Metrics()
    metrics.count_tables({"open": 3, "running": 1})
    metrics.count_tables({"running": 1})
    told = [line for line in metrics.text().decode().splitlines() if "han_tables{" in line]
    assert 'han_tables{status="open"} 0.0' in told
    assert 'han_tables{status="running"} 1.0' in told


def test_nobody_asks_again_who_comes_when_the_answer_has_just_come() -> None:
    asked: list[int] = []

    async def scene() -> None:
        answer = asyncio.get_running_loop().create_future()

        async def ask() -> int:
            asked.append(1)
            number: int = await answer
            return number

        cached = Cached(ask, age_s=HUNG_S)
        getting = [asyncio.create_task(cached.get())]
        await let_others_run(3)
        answer.set_result(7)
        for _ in range(10):  # one in every round of the loop
            getting.append(asyncio.create_task(cached.get()))
            await let_others_run()
        assert set(await asyncio.gather(*getting)) == {7}

    run(scene())
    assert asked == [1]


def test_an_answer_is_kept_for_so_long() -> None:
    answers = iter(range(9))

    async def ask() -> int:
        return next(answers)

    async def scene() -> None:
        cached = Cached(ask, age_s=60)
        assert await cached.get() == 0
        travel(59)
        assert await cached.get() == 0
        travel(2)
        assert [await cached.get() for _ in range(3)] == [1, 1, 1]

    run(scene(), loop_factory=TimeTravelLoop)
