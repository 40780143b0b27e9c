"""Processes that think are killed, and nothing is lost; and none is left behind."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from han.server.bot_pool import LocalBotPool, Task
from processes import is_alive
from server.bot_pool.gates import closed_gate
from server.bot_pool.tasks import LONG, choice, opening, task
from waiting import Runner, let_others_run, run, until, wait_until

TESTS = Path(__file__).parents[2]


class Watch:
    """Sees the processes that were started since: those of other bot pools go on beside them."""

    def __init__(self) -> None:
        self._others = set(multiprocessing.active_children())

    def processes(self) -> list[int]:
        """The processes that think."""
        children = set(multiprocessing.active_children()) - self._others
        return [child.pid for child in children if child.pid is not None]


Play = Callable[[Callable[[LocalBotPool, Watch], Coroutine[Any, Any, None]]], None]


def test_a_killed_process_loses_no_task(tmp_path: Path) -> None:
    """Neither the one that it thought about nor those of the others."""

    async def scene() -> None:
        bot_pool, watch = LocalBotPool(2), Watch()
        await bot_pool.start()
        await bot_pool.until_warm()
        first = watch.processes()
        with closed_gate(tmp_path) as gate:
            asked = [asyncio.create_task(bot_pool.ask(task(gate.spec, n))) for n in range(2)]
            asked.append(asyncio.create_task(bot_pool.ask(task("mcts:sims=100", 5))))
            await until(lambda: gate.begun == 2)
            os.kill(first[0], signal.SIGKILL)
            await until(lambda: gate.begun > 2)
            gate.open()
            answers = await asyncio.gather(*asked)
        assert [answer.fault for answer in answers] == [None] * 3
        assert answers[2] == choice(opening(), "mcts:sims=100", 5)
        await until(lambda: not any(map(is_alive, first)))

        for pid in watch.processes():  # once more, while nobody thinks
            os.kill(pid, signal.SIGKILL)
        assert await bot_pool.ask(task("greedy")) == choice(opening(), "greedy")
        last = watch.processes()
        await bot_pool.stop()
        assert not any(map(is_alive, last))
        assert watch.processes() == []

    run(scene())


def test_a_task_that_brings_every_process_down_is_answered_here() -> None:
    async def kill_all(watch: Watch) -> None:
        while True:
            await until(watch.processes)
            for pid in watch.processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            await let_others_run()

    async def scene() -> None:
        bot_pool, watch = LocalBotPool(1), Watch()
        await bot_pool.start()
        killing = asyncio.create_task(kill_all(watch))
        answer = await bot_pool.ask(task(LONG))
        killing.cancel()
        assert answer.action == choice(opening(), "greedy").action
        assert answer.fault == "The process that was thinking about it was lost 3 times."
        await bot_pool.stop()
        assert watch.processes() == []

    run(scene())


@pytest.fixture(scope="module")
def play() -> Iterator[Play]:
    """Plays scenes at a bot pool with one process."""
    bot_pool, watch = LocalBotPool(1), Watch()
    with Runner() as runner:
        runner.run(bot_pool.start())
        yield lambda scene: runner.run(scene(bot_pool, watch))
        runner.run(bot_pool.stop())


def test_signals_of_a_terminal_or_a_service_manager_are_for_the_parent(play: Play) -> None:
    async def scene(bot_pool: LocalBotPool, watch: Watch) -> None:
        await bot_pool.until_warm()
        (pid,) = watch.processes()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert await bot_pool.ask(task("greedy")) == choice(opening(), "greedy")
        assert watch.processes() == [pid]

    play(scene)


def test_bytes_that_are_no_view_are_the_callers_mistake(play: Play) -> None:
    async def scene(bot_pool: LocalBotPool, _: Watch) -> None:
        with pytest.raises(ValueError, match="no view"):
            await bot_pool.ask(Task("game", 1, 0, "greedy", b"nonsense", 1))
        assert await bot_pool.ask(task("greedy")) == choice(opening(), "greedy")

    play(scene)


def test_a_maker_of_many_tables_does_not_keep_another_waiting(play: Play, tmp_path: Path) -> None:
    served: list[str] = []

    async def ask(bot_pool: LocalBotPool, spec: str, maker: str, *, is_awaited: bool) -> None:
        assert (await bot_pool.ask(task(spec), maker, is_awaited=is_awaited)).fault is None
        served.append(maker)

    async def scene(bot_pool: LocalBotPool, _: Watch) -> None:
        await bot_pool.until_warm()
        with closed_gate(tmp_path) as gate:
            asked = [ask(bot_pool, gate.spec, "many", is_awaited=False) for _ in range(10)]
            asking = [asyncio.create_task(one) for one in asked]
            await until(lambda: gate.begun)
            asked = [ask(bot_pool, "greedy", "other", is_awaited=waits) for waits in (True, False)]
            asking += [asyncio.create_task(one) for one in asked]
            await let_others_run()
            gate.open()
            await asyncio.gather(*asking)

    play(scene)
    last = max(place for place, maker in enumerate(served) if maker == "other")
    assert served[:last].count("many") <= 4


def test_tables_where_nobody_waits_never_take_all_processes(tmp_path: Path) -> None:
    async def scene() -> None:
        bot_pool = LocalBotPool(2)
        await bot_pool.start()
        await bot_pool.until_warm()
        with closed_gate(tmp_path) as gate:
            flood = [
                asyncio.create_task(bot_pool.ask(task(gate.spec, n), "many", is_awaited=False))
                for n in range(4)
            ]
            await until(lambda: gate.begun)
            assert await bot_pool.ask(task("greedy"), "another") == choice(opening(), "greedy")
            assert gate.begun == 1
            assert not any(one.done() for one in flood)
            await bot_pool.stop()
            await asyncio.wait(flood)

    run(scene())


PARENT = """
import asyncio, multiprocessing
from han.server.bot_pool import LocalBotPool
from server.bot_pool.gates import closed_gate
from server.bot_pool.tasks import LONG, task

async def main():
    bot_pool = LocalBotPool(1)
    await bot_pool.start()
    await bot_pool.ask(task("random"))
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
    await bot_pool.ask(task(LONG))

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_processes_end_with_their_parent_however_it_ends() -> None:
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.kill()
    wait_until(lambda: not is_alive(pid))
