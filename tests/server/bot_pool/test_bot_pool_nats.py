"""A bot pool of a NATS broker: no workers, no broker, a broker that is killed or forgets all."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from han.messages import HanError
from han.server.bot_pool import BotChoice, NatsBotPool, Task
from han.server.bot_pool import queue as queue_module
from han.server.bot_pool.nats import MOST_UNAWAITED
from han.server.bot_pool.queue import ANSWERS, STREAM, TaskQueue, name_of, open_queue
from han.server.bot_pool.worker import Worker
from han.server.bus.broker import BrokerConnection
from server.bot_pool.gates import closed_gate
from server.bot_pool.tasks import LONG, choice, opening, task
from server.brokers import Broker, running_broker
from waiting import HUNG_S, Runner, TimeTravelLoop, let_others_run, run, travel, until

GREEDY = choice(opening(), "greedy").action
TIMEOUT_S = 10 * HUNG_S
"""More than goes by itself: a test lets it pass."""
ROUNDS = 20
"""More rounds of the loop than it takes until a task waits for its answer."""

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
        yield lambda scene: runner.run(scene())
        runner.run(end(running))


@asynccontextmanager
async def open_nats(broker: Broker, timeout: float = TIMEOUT_S) -> AsyncIterator[NatsBotPool]:
    bot_pool = NatsBotPool(broker.address, timeout)
    await bot_pool.start()
    try:
        yield bot_pool
    finally:
        await bot_pool.stop()


async def asked_in_vain(bot_pool: NatsBotPool, *tasks: Task) -> list[BotChoice]:
    """The answers to tasks that nobody takes, after the bot pool's timeout."""
    asked = [asyncio.create_task(bot_pool.ask(one)) for one in tasks]
    await let_others_run(ROUNDS)
    assert not any(one.done() for one in asked)
    travel(TIMEOUT_S)
    return await asyncio.gather(*asked)


def noted(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bot pool has logged."""
    return [record.message for record in caplog.records if record.name == "han.server"]


def test_without_workers_a_quick_bot_answers(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            answers = await asked_in_vain(bot_pool, *(task(LONG, n) for n in range(3)))
            assert answers[1] == BotChoice(GREEDY, f"No worker answered within {TIMEOUT_S:.0f} s.")
            assert bot_pool.waiting == 0

    run(scene(), loop_factory=TimeTravelLoop)


def test_nobody_waits_twice_for_workers_that_are_not_there(
    lonely: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            assert bot_pool.is_up
            first = asyncio.create_task(bot_pool.ask(task(LONG)))
            await let_others_run(ROUNDS)
            travel(3 / 4 * TIMEOUT_S)
            second = asyncio.create_task(bot_pool.ask(task(LONG)))
            await let_others_run(ROUNDS)
            assert not first.done()
            travel(1 / 4 * TIMEOUT_S)
            assert (await first).action == GREEDY
            assert (await second).action == GREEDY  # at the same time as the first
            assert not bot_pool.is_up
            assert {(await bot_pool.ask(task(LONG))).action for _ in range(5)} == {GREEDY}

    with caplog.at_level("INFO", "han.server"):
        run(scene(), loop_factory=TimeTravelLoop)
    assert noted(caplog) == ["no worker answers; quick bots choose"]


def test_workers_that_come_are_asked_again(
    lonely: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            assert [answer.fault for answer in await asked_in_vain(bot_pool, task("peasant"))] != [
                None
            ]
            worker, ready = Worker(lonely.address, 1), asyncio.Event()
            working = asyncio.create_task(worker.run(ready.set))
            await ready.wait()
            travel(TIMEOUT_S)
            await bot_pool.ask(task("peasant"))  # calls for workers, if they have not answered yet
            await until(lambda: bot_pool.is_up)
            assert (await bot_pool.ask(task("peasant"))).fault is None
            worker.end()
            await working

    with caplog.at_level("INFO", "han.server"):
        run(scene(), loop_factory=TimeTravelLoop)
    assert noted(caplog) == ["no worker answers; quick bots choose", "workers answer again"]


async def answer_next(broker: Broker, answer: BotChoice, times: int = 1) -> None:
    """Do what a worker does with the next task."""
    async with connected(broker) as connection:
        queue = TaskQueue(connection)
        held = await queue.take(await queue.open_inbox(), HUNG_S)
        assert held is not None
        for _ in range(times):
            place = f"{ANSWERS}.{name_of(held)}"
            await connection.publish(place, msgspec.msgpack.encode(answer))
        await held.ack()


def test_workers_that_are_slow_are_not_given_up(lonely: Broker) -> None:
    """One task takes too long, but another has been answered meanwhile."""

    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            asked = [asyncio.create_task(bot_pool.ask(task("greedy", n))) for n in range(2)]
            await answer_next(lonely, BotChoice("."))
            (quick,), (slow,) = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            assert quick.result() == BotChoice(".")
            travel(TIMEOUT_S)
            assert (await slow).fault == f"No worker answered within {TIMEOUT_S:.0f} s."
            assert bot_pool.is_up

    run(scene(), loop_factory=TimeTravelLoop)


def test_one_maker_puts_only_so_many_tasks_into_the_queue(lonely: Broker) -> None:
    """Whoever comes next does not wait behind all that many tables ask."""

    async def scene() -> None:
        async with open_nats(lonely) as bot_pool, connected(lonely) as connection:
            asked = [
                asyncio.create_task(bot_pool.ask(task(LONG, n), "many", is_awaited=False))
                for n in range(20)
            ]
            await let_others_run(ROUNDS)
            assert bot_pool.waiting == 20
            asked.append(asyncio.create_task(bot_pool.ask(task(LONG), "one")))
            # the task of the other maker is put after all that were to come before it
            while (put := await tasks_in(connection)) <= MOST_UNAWAITED:
                pass
            assert put == MOST_UNAWAITED + 1
        await asyncio.wait(asked)
        assert all(one.cancelled() for one in asked)

    run(scene())


@asynccontextmanager
async def connected(broker: Broker) -> AsyncIterator[BrokerConnection]:
    """A look into a broker past the bot pool."""
    connection = BrokerConnection(broker.address, on_gap=lambda: None)
    await connection.open()
    try:
        yield connection
    finally:
        await connection.close()


async def tasks_in(connection: BrokerConnection) -> int:
    """How many tasks wait, or are being thought about."""
    return int((await connection.jetstream().stream_info(STREAM)).state.messages)


def test_without_a_broker_a_quick_bot_answers(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            lonely.kill()
            (answer,) = await asked_in_vain(bot_pool, task(LONG))
            assert answer.action == GREEDY

    run(scene(), loop_factory=TimeTravelLoop)


@pytest.mark.parametrize("forget", [lambda broker: None, Broker.lose_store])
def test_a_killed_broker_loses_no_task(
    play: Play, broker: Broker, tmp_path: Path, forget: Callable[[Broker], None]
) -> None:
    """Killed while a task is thought about, and while one is asked; with its store or without."""

    async def scene() -> None:
        # with a shorter timeout: a third of it goes by if the broker has lost an answer, but has
        # heard of its end
        async with open_nats(broker, timeout=HUNG_S / 4) as bot_pool:
            with closed_gate(tmp_path) as gate:
                asked = [asyncio.create_task(bot_pool.ask(task(gate.spec, n))) for n in range(2)]
                await until(lambda: gate.begun)
                broker.kill()
                forget(broker)
                asked.append(asyncio.create_task(bot_pool.ask(task("mcts:sims=100", 5))))
                await let_others_run(ROUNDS)
                broker.start()
                gate.open()
                answers = await asyncio.gather(*asked)
            assert [answer.fault for answer in answers] == [None] * 3
            assert answers[2] == choice(opening(), "mcts:sims=100", 5)
            assert await bot_pool.ask(task("greedy")) == choice(opening(), "greedy")

    play(scene)


def test_a_task_that_cannot_be_read_stops_no_worker(
    play: Play, broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    spoiled = Task("game", 1, 0, "greedy", b"nonsense", 1)

    async def scene() -> None:
        connection = BrokerConnection(broker.address, lambda: None)
        queue = await open_queue(connection)
        await queue.put("nobody.1", b"nonsense")
        await queue.put("nobody.2", msgspec.msgpack.encode(spoiled))
        async with open_nats(broker) as bot_pool:
            assert await bot_pool.ask(task("greedy")) == choice(opening(), "greedy")
        for name in ("nobody.1", "nobody.2"):
            while await queue.holds(name):  # the worker has said so, and the broker heard it
                pass
        await connection.close()

    play(scene)
    assert "nobody.1 cannot be answered" in caplog.text


def test_an_answer_that_comes_twice_does_no_harm(lonely: Broker) -> None:
    """Whoever puts a task again may have it finished by two workers."""

    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            for action in (".", "*"):
                asked = asyncio.create_task(bot_pool.ask(task("greedy")))
                await answer_next(lonely, BotChoice(action), times=2)
                assert await asked == BotChoice(action)
            assert bot_pool.waiting == 0

    run(scene())


def test_a_task_without_a_view_is_refused(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            with pytest.raises(ValueError, match="no view"):
                await asked_in_vain(bot_pool, Task("game", 1, 0, "greedy", b"nonsense", 1))

    run(scene(), loop_factory=TimeTravelLoop)


def test_stopping_calls_off_what_is_asked(lonely: Broker) -> None:
    async def scene() -> None:
        async with open_nats(lonely) as bot_pool:
            asked = asyncio.create_task(bot_pool.ask(task(LONG)))
            await let_others_run(ROUNDS)
        with pytest.raises(asyncio.CancelledError):
            await asked

    run(scene())


def test_a_broker_without_streams_is_an_error_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "RETRY_S", 0)

    async def start(bot_pool: NatsBotPool) -> None:
        await bot_pool.start()

    with running_broker(tmp_path, "--name", "plain") as plain, pytest.raises(HanError) as caught:
        run(start(NatsBotPool(plain.address)))
    assert str(caught.value).startswith(f"The NATS broker at {plain.address} has no streams")
