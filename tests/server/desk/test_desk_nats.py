"""A desk of a NATS broker: no workers, no broker, a broker that is killed or forgets all."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from han.messages import HanError
from han.server.bus.connection import Connection
from han.server.desk import Answer, NatsDesk, Task
from han.server.desk.nats import MOST_UNAWAITED
from han.server.desk.queue import STREAM, TASKS, open_queue
from han.server.desk.worker import Worker
from server.brokers import Broker, running_broker
from server.desk.tasks import LONG, choice, opening, task
from waiting import Runner, run

GREEDY = choice(opening(), "greedy").action


Play = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def lonely(tmp_path: Path) -> Iterator[Broker]:
    """A broker without workers."""
    with running_broker(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with running_broker(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="module")
def play(broker: Broker) -> Iterator[Play]:
    """Plays scenes with a worker beside them: the same through all that happens."""

    async def start() -> asyncio.Task[None]:
        ready = asyncio.Event()
        running = asyncio.create_task(worker.run(ready.set))
        await ready.wait()
        return running

    async def end(running: asyncio.Task[None]) -> None:
        worker.end()
        await running

    with Runner() as runner:
        worker = Worker(broker.address, 1)
        running = runner.run(start())
        yield lambda scene: runner.run(asyncio.wait_for(scene(), 60))
        runner.run(end(running))


@asynccontextmanager
async def open_nats(broker: Broker, patience: float = 30) -> AsyncIterator[NatsDesk]:
    desk = NatsDesk(broker.address, patience)
    await desk.start()
    try:
        yield desk
    finally:
        await desk.stop()


def noted(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the desk has logged."""
    return [record.message for record in caplog.records if record.name == "han.server"]


def test_without_workers_a_quick_bot_answers(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely, patience=1) as desk:
            answers = await asyncio.gather(*(desk.ask(task(LONG, n)) for n in range(3)))
            assert answers[1] == Answer(GREEDY, "No worker answered within 1 s.")
            assert desk.waiting == 0

    run(scene())


def test_nobody_waits_twice_for_workers_that_are_not_there(
    lonely: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with open_nats(lonely, patience=2) as desk:
            assert desk.is_up
            first = asyncio.create_task(desk.ask(task(LONG)))
            await asyncio.sleep(1.5)
            async with asyncio.timeout(1.5):  # the second one does not wait for two seconds too
                assert (await desk.ask(task(LONG))).action == GREEDY
            assert first.done()
            assert not desk.is_up
            async with asyncio.timeout(1.5):
                assert {(await desk.ask(task(LONG))).action for _ in range(5)} == {GREEDY}

    with caplog.at_level("INFO", "han.server"):
        run(scene())
    assert noted(caplog) == ["no worker answers; quick bots choose"]


def test_workers_that_come_are_asked_again(
    lonely: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with open_nats(lonely, patience=1) as desk:
            assert (await desk.ask(task("peasant"))).fault
            worker, ready = Worker(lonely.address, 1), asyncio.Event()
            working = asyncio.create_task(worker.run(ready.set))
            await ready.wait()
            while (await desk.ask(task("peasant"))).fault:
                await asyncio.sleep(0.1)
            assert desk.is_up
            worker.end()
            await working

    with caplog.at_level("INFO", "han.server"):
        run(scene())
    assert noted(caplog) == ["no worker answers; quick bots choose", "workers answer again"]


def test_a_worker_that_is_slow_is_not_given_up(play: Play, broker: Broker) -> None:
    """One task takes too long, but another has been answered meanwhile."""

    async def scene() -> None:
        async with open_nats(broker, patience=1) as desk:
            tasks = [task("greedy"), task("mcts:ms=4000")]
            quick, slow = await asyncio.gather(*map(desk.ask, tasks))
            assert quick.fault is None
            assert slow.fault == "No worker answered within 1 s."
            assert desk.is_up

    play(scene)


def test_one_maker_puts_only_so_many_tasks_into_the_queue(lonely: Broker) -> None:
    """Whoever comes next does not wait behind all that many tables ask."""

    async def scene() -> None:
        async with open_nats(lonely) as desk, connected(lonely) as connection:
            stream = connection.jetstream()

            async def put() -> int:
                return int((await stream.stream_info(STREAM)).state.messages)

            asked = [
                asyncio.create_task(desk.ask(task(LONG, n), "many", is_awaited=False))
                for n in range(20)
            ]
            await asyncio.sleep(1)
            assert (await put(), desk.waiting) == (MOST_UNAWAITED, 20)
            asked.append(asyncio.create_task(desk.ask(task(LONG), "one")))
            await asyncio.sleep(1)
            assert await put() == MOST_UNAWAITED + 1
        async with asyncio.timeout(5):
            await asyncio.wait(asked)
        assert all(one.cancelled() for one in asked)

    run(scene())


@asynccontextmanager
async def connected(broker: Broker) -> AsyncIterator[Connection]:
    """A look into a broker past the desk."""
    connection = Connection(broker.address, on_gap=lambda: None)
    await connection.open()
    try:
        yield connection
    finally:
        await connection.close()


def test_without_a_broker_a_quick_bot_answers(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely, patience=1) as desk:
            lonely.kill()
            assert (await desk.ask(task(LONG))).action == GREEDY

    run(scene())


@pytest.mark.parametrize("forget", [lambda broker: None, Broker.lose_store])
def test_a_killed_broker_loses_no_task(
    play: Play, broker: Broker, forget: Callable[[Broker], None]
) -> None:
    """Killed while a task is thought about, and while one is asked; with its store or without."""

    async def scene() -> None:
        async with open_nats(broker) as desk:
            asked = [asyncio.create_task(desk.ask(task("mcts:ms=1000", n))) for n in range(2)]
            await asyncio.sleep(0.3)
            broker.kill()
            forget(broker)
            asked.append(asyncio.create_task(desk.ask(task("mcts:sims=100", 5))))
            await asyncio.sleep(0.3)
            broker.start()
            answers = await asyncio.wait_for(asyncio.gather(*asked), 25)
            assert [answer.fault for answer in answers] == [None] * 3
            assert answers[2] == choice(opening(), "mcts:sims=100", 5)
            assert await desk.ask(task("greedy")) == choice(opening(), "greedy")

    play(scene)


def test_a_task_that_cannot_be_read_stops_no_worker(
    play: Play, broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    spoiled = Task("game", 1, 0, "greedy", b"nonsense", 1)

    async def scene() -> None:
        connection = Connection(broker.address, lambda: None)
        queue = await open_queue(connection)
        await queue.put("nobody.1", b"nonsense")
        await queue.put("nobody.2", msgspec.msgpack.encode(spoiled))
        async with open_nats(broker) as desk:
            assert await desk.ask(task("greedy")) == choice(opening(), "greedy")
        assert not await queue.holds("nobody.1")
        assert not await queue.holds("nobody.2")
        await connection.close()

    play(scene)
    assert "nobody.1 cannot be answered" in caplog.text


def test_an_answer_that_comes_twice_does_no_harm(play: Play, broker: Broker) -> None:
    """Another desk may put a task again, and again another worker may finish it."""

    async def scene() -> None:
        connection = Connection(broker.address, lambda: None)
        queue = await open_queue(connection)
        stream = connection.jetstream()
        async with open_nats(broker) as desk:
            asked = asyncio.create_task(desk.ask(task("mcts:ms=500")))
            while not (waiting := (await stream.stream_info(STREAM, ">")).state.subjects):
                await asyncio.sleep(0.02)
            for subject in waiting:
                await queue.put(
                    subject.removeprefix(f"{TASKS}."), msgspec.msgpack.encode(task("greedy"))
                )
            assert (await asked).fault is None
            assert await desk.ask(task("greedy")) == choice(opening(), "greedy")
            assert desk.waiting == 0
        await connection.close()

    play(scene)


def test_the_asker_hears_that_its_view_is_none(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely, patience=0.5) as desk:
            with pytest.raises(ValueError, match="no view"):
                await desk.ask(Task("game", 1, 0, "greedy", b"nonsense", 1))

    run(scene())


def test_stopping_calls_off_what_is_asked(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as desk:
            asked = asyncio.create_task(desk.ask(task(LONG)))
            await asyncio.sleep(0.1)
        await asyncio.wait([asked], timeout=5)
        assert asked.cancelled()

    run(scene())


def test_a_broker_without_streams_is_an_error_in_one_sentence(tmp_path: Path) -> None:
    async def start(desk: NatsDesk) -> None:
        await desk.start()

    with running_broker(tmp_path, "--name", "plain") as plain, pytest.raises(HanError) as caught:
        run(start(NatsDesk(plain.address)))
    assert str(caught.value).startswith(f"The NATS broker at {plain.address} keeps no streams")
