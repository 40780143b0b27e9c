"""Processes that think are killed, and nothing is lost; and none is left behind."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from han.server.desk import Answer, PoolDesk, Task
from processes import is_alive
from server.desk.tasks import LONG, choice, opening, task
from waiting import Runner, run, until, wait_until

TESTS = Path(__file__).parents[2]

Play = Callable[[Callable[[PoolDesk], Coroutine[Any, Any, None]]], None]


def processes() -> list[int]:
    """Our processes that think."""
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def test_a_killed_process_loses_no_task() -> None:
    """Neither the one that it thought about nor those of the others."""

    async def scene() -> None:
        desk = PoolDesk(2)
        await desk.start()
        await desk.until_warm()
        first = processes()
        asked = [asyncio.create_task(desk.ask(task("mcts:ms=1000", n))) for n in range(2)]
        asked.append(asyncio.create_task(desk.ask(task("mcts:sims=100", 5))))
        await asyncio.sleep(0.3)
        os.kill(first[0], signal.SIGKILL)
        answers = await asyncio.wait_for(asyncio.gather(*asked), 20)
        assert [answer.fault for answer in answers] == [None] * 3
        assert answers[2] == choice(opening(), "mcts:sims=100", 5)
        await until(lambda: not any(map(is_alive, first)))

        for pid in processes():  # once more, while nobody thinks
            os.kill(pid, signal.SIGKILL)
        assert await asyncio.wait_for(desk.ask(task("greedy")), 20) == choice(opening(), "greedy")
        last = processes()
        await desk.stop()
        assert not any(map(is_alive, last))
        assert processes() == []

    run(scene())


def test_a_task_that_brings_every_process_down_is_answered_here() -> None:
    async def kill_all() -> None:
        while True:
            for pid in processes():
                os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.05)

    async def scene() -> None:
        desk = PoolDesk(1)
        await desk.start()
        killing = asyncio.create_task(kill_all())
        answer = await asyncio.wait_for(desk.ask(task(LONG)), 20)
        killing.cancel()
        assert answer.action == choice(opening(), "greedy").action
        assert answer.fault == "The process that was thinking about it was lost 3 times."
        await desk.stop()
        assert processes() == []

    run(scene())


@pytest.fixture(scope="module")
def play() -> Iterator[Play]:
    """Plays scenes at a desk with one process."""
    desk = PoolDesk(1)
    with Runner() as runner:
        runner.run(desk.start())
        yield lambda scene: runner.run(scene(desk))
        runner.run(desk.stop())


def test_signals_of_a_terminal_or_a_service_manager_are_for_the_parent(play: Play) -> None:
    async def scene(desk: PoolDesk) -> None:
        await desk.until_warm()
        (pid,) = processes()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert await desk.ask(task("greedy")) == choice(opening(), "greedy")
        assert processes() == [pid]

    play(scene)


def test_bytes_that_are_no_view_are_the_callers_mistake(play: Play) -> None:
    async def scene(desk: PoolDesk) -> None:
        with pytest.raises(ValueError, match="no view"):
            await desk.ask(Task("game", 1, 0, "greedy", b"nonsense", 1))
        assert await desk.ask(task("greedy")) == choice(opening(), "greedy")

    play(scene)


def test_a_maker_of_many_tables_does_not_keep_another_waiting(play: Play) -> None:
    async def scene(desk: PoolDesk) -> None:
        await desk.until_warm()
        flood = [asyncio.create_task(flooded(desk, number)) for number in range(10)]
        await asyncio.sleep(0.1)
        for is_awaited in (True, False):
            await desk.ask(task("greedy"), "somebody else", is_awaited=is_awaited)
        assert sum(one.done() for one in flood) <= 4
        for one in flood:
            one.cancel()
        await asyncio.wait(flood)

    play(scene)


def test_tables_where_nobody_waits_never_take_all_processes() -> None:
    async def scene() -> None:
        desk = PoolDesk(2)
        await desk.start()
        await desk.until_warm()
        flood = [asyncio.create_task(flooded(desk, number, LONG)) for number in range(4)]
        await asyncio.sleep(0.1)
        answer = await asyncio.wait_for(desk.ask(task("greedy"), "another"), 10)
        assert answer == choice(opening(), "greedy")
        assert not any(one.done() for one in flood)
        await desk.stop()
        await asyncio.wait(flood)

    run(scene())


async def flooded(desk: PoolDesk, seed: int, spec: str = "mcts:ms=400") -> Answer:
    """A task of somebody who has set up many tables for bots."""
    return await desk.ask(task(spec, seed), "maker of many", is_awaited=False)


PARENT = """
import asyncio, multiprocessing
from han.server.desk import PoolDesk
from server.desk.tasks import LONG, task

async def main():
    desk = PoolDesk(1)
    await desk.start()
    await desk.ask(task("random"))
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
    await desk.ask(task(LONG))

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
