"""What every bot pool does: the one with processes of its own, and the one with workers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import han
from han.server.bot_pool import BotChoice, BotPool, LocalBotPool, NatsBotPool, open_bot_pool
from han.server.bot_pool.worker import Worker
from server.bot_pool.gates import closed_gate
from server.bot_pool.tasks import choice, opening, task, task_of
from server.brokers import running_broker
from tables import GAMES, positions_of
from waiting import HUNG_S, Runner, let_others_run, run, until

Scene = Callable[[BotPool], Coroutine[Any, Any, None]]
Play = Callable[[Scene], None]


@asynccontextmanager
async def pool_bot_pool() -> AsyncIterator[BotPool]:
    bot_pool = LocalBotPool(2)
    await bot_pool.start()
    try:
        await bot_pool.until_warm()
        yield bot_pool
    finally:
        await bot_pool.stop()


@asynccontextmanager
async def nats_bot_pool(folder: Path) -> AsyncIterator[BotPool]:
    """A bot pool with a worker beside it, as it runs in a process of its own elsewhere."""
    with running_broker(folder) as broker:
        worker = Worker(broker.address, 1)
        ready = asyncio.Event()
        running = asyncio.create_task(worker.run(ready.set))
        await ready.wait()
        bot_pool = NatsBotPool(broker.address, timeout=HUNG_S)
        await bot_pool.start()
        try:
            yield bot_pool
        finally:
            await bot_pool.stop()
            worker.end()
            await running


@pytest.fixture(scope="module", params=["pool", "nats"])
def play(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Play]:
    """Plays scenes at a bot pool; one for all of them, for processes take a while to start."""
    exits = AsyncExitStack()
    is_pool = request.param == "pool"
    opened = pool_bot_pool() if is_pool else nats_bot_pool(tmp_path_factory.mktemp("broker"))
    with Runner() as runner:
        bot_pool = runner.run(exits.enter_async_context(opened))
        yield lambda scene: runner.run(scene(bot_pool))
        runner.run(exits.aclose())


def test_answers_are_the_bots_own_and_legal(play: Play) -> None:
    views = [
        position.view(position.to_move)
        for seed, game in enumerate(GAMES[::4])
        for position in positions_of(game, seed)[::30]
        if position.to_move is not None
    ]

    async def scene(bot_pool: BotPool) -> None:
        for spec in ("random", "scribe", "mcts:sims=20"):
            answers = await asyncio.gather(*(bot_pool.ask(task_of(view, spec)) for view in views))
            assert answers == [choice(view, spec) for view in views]
            legal = [view.legal_actions for view in views]
            assert all(
                han.Action(a.action) in actions for a, actions in zip(answers, legal, strict=True)
            )

    assert len(views) > 20
    play(scene)


def test_a_task_has_one_answer_whoever_thinks_and_whenever(play: Play) -> None:
    async def scene(bot_pool: BotPool) -> None:
        searching = task("mcts:sims=300", seed=9)
        others = (task("mcts:sims=50", seed) for seed in range(6))
        tasks = [each for other in others for each in (searching, other)]
        answers = await asyncio.gather(*map(bot_pool.ask, tasks))
        assert set(map(str, answers[::2])) == {str(choice(opening(), "mcts:sims=300", 9))}

    play(scene)


def test_levels_answer(play: Play) -> None:
    async def scene(bot_pool: BotPool) -> None:
        for spec in ("peasant", "governor", "minister", "chancellor"):
            answer = await bot_pool.ask(task(spec))
            assert answer.fault is None
            assert han.Action(answer.action) in opening().legal_actions

    play(scene)


@pytest.mark.parametrize("spec", ["atlantis", "mcts:sims=never"])
def test_a_bad_spec_is_a_fault_and_greedy_plays(play: Play, spec: str) -> None:
    async def scene(bot_pool: BotPool) -> None:
        with pytest.raises(han.HanError) as caught:
            han.make_bot(spec)
        expected = BotChoice(choice(opening(), "greedy").action, str(caught.value))
        assert await bot_pool.ask(task(spec)) == expected

    play(scene)


def test_waiting_tasks_are_counted(play: Play) -> None:
    async def scene(bot_pool: BotPool) -> None:
        assert bot_pool.waiting == 0
        asked = [asyncio.create_task(bot_pool.ask(task("mcts:sims=500", n))) for n in range(7)]
        await let_others_run()
        assert bot_pool.waiting == 7
        await asyncio.gather(*asked)
        assert bot_pool.waiting == 0

    play(scene)


def test_asking_can_be_called_off(play: Play, tmp_path: Path) -> None:
    """At every stage: just asked, thought about, waiting for a process."""

    async def scene(bot_pool: BotPool) -> None:
        with closed_gate(tmp_path) as gate:
            asked = [asyncio.create_task(bot_pool.ask(task(gate.spec, n))) for n in range(5)]
            await let_others_run()
            asked[4].cancel()
            await until(lambda: gate.begun)
            asked[0].cancel()
            asked[3].cancel()
            await asyncio.wait([asked[n] for n in (0, 3, 4)])
            assert [one.done() for one in asked] == [True, False, False, True, True]
            gate.open()
            await check(bot_pool, asked)

    async def check(bot_pool: BotPool, asked: list[asyncio.Task[BotChoice]]) -> None:
        done = await asyncio.gather(*asked, return_exceptions=True)
        kinds = [isinstance(answer, BotChoice) for answer in done]
        assert kinds == [False, True, True, False, False]
        assert all(isinstance(done[n], asyncio.CancelledError) for n in (0, 3, 4))
        assert bot_pool.waiting == 0
        assert (await bot_pool.ask(task("greedy"))).fault is None

    play(scene)


def test_stopping_calls_off_what_is_asked(tmp_path: Path) -> None:
    """While a bot thinks, which would not end by itself."""

    async def scene() -> None:
        with closed_gate(tmp_path) as gate:
            bot_pool = LocalBotPool(1)
            await bot_pool.start()
            asked = [asyncio.create_task(bot_pool.ask(task(gate.spec, n))) for n in range(3)]
            await until(lambda: gate.begun)
            await bot_pool.stop()
            await asyncio.wait(asked)
            assert all(each.cancelled() for each in asked)

    run(scene())


def test_a_bot_pool_that_never_started_can_be_stopped() -> None:
    for bot_pool in (LocalBotPool(1), NatsBotPool("nats://127.0.0.1:1")):
        run(bot_pool.stop())
        assert bot_pool.waiting == 0


def test_an_address_opens_the_bot_pool_of_a_broker() -> None:
    assert isinstance(open_bot_pool(None, processes=1), LocalBotPool)
    assert isinstance(open_bot_pool("nats://127.0.0.1:1"), NatsBotPool)
