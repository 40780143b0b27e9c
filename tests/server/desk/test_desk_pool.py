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

from han.server.desk import PoolDesk, Task
from processes import is_alive
from server.desk.gates import closed_gate
from server.desk.tasks import LONG, choice, opening, task
from waiting import Runner, let_others_run, run, until, wait_until

TESTS = Path(__file__).parents[2]


class Watch:
    """Sees the processes that were started since: those of other desks go on beside them."""

    def __init__(self) -> None:
        self._others = set(multiprocessing.active_children())

    def processes(self) -> list[int]:
        """The processes that think."""
        children = set(multiprocessing.active_children()) - self._others
        return [child.pid for child in children if child.pid is not None]


Play = Callable[[Callable[[PoolDesk, Watch], Coroutine[Any, Any, None]]], None]


def test_a_killed_process_loses_no_task(tmp_path: Path) -> None:
    """Neither the one that it thought about nor those of the others."""

    async def scene() -> None:
        desk, watch = PoolDesk(2), Watch()
        await desk.start()
        await desk.until_warm()
        first = watch.processes()
        with closed_gate(tmp_path) as gate:
            asked = [asyncio.create_task(desk.ask(task(gate.spec, n))) for n in range(2)]
            asked.append(asyncio.create_task(desk.ask(task("mcts:sims=100", 5))))
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
        assert await desk.ask(task("greedy")) == choice(opening(), "greedy")
        last = watch.processes()
        await desk.stop()
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
        desk, watch = PoolDesk(1), Watch()
        await desk.start()
        killing = asyncio.create_task(kill_all(watch))
        answer = await desk.ask(task(LONG))
        killing.cancel()
        assert answer.action == choice(opening(), "greedy").action
        assert answer.fault == "The process that was thinking about it was lost 3 times."
        await desk.stop()
        assert watch.processes() == []

    run(scene())


@pytest.fixture(scope="module")
def play() -> Iterator[Play]:
    """Plays scenes at a desk with one process."""
    desk, watch = PoolDesk(1), Watch()
    with Runner() as runner:
        runner.run(desk.start())
        yield lambda scene: runner.run(scene(desk, watch))
        runner.run(desk.stop())


def test_signals_of_a_terminal_or_a_service_manager_are_for_the_parent(play: Play) -> None:
    async def scene(desk: PoolDesk, watch: Watch) -> None:
        await desk.until_warm()
        (pid,) = watch.processes()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert await desk.ask(task("greedy")) == choice(opening(), "greedy")
        assert watch.processes() == [pid]

    play(scene)


def test_bytes_that_are_no_view_are_the_callers_mistake(play: Play) -> None:
    async def scene(desk: PoolDesk, _: Watch) -> None:
        with pytest.raises(ValueError, match="no view"):
            await desk.ask(Task("game", 1, 0, "greedy", b"nonsense", 1))
        assert await desk.ask(task("greedy")) == choice(opening(), "greedy")

    play(scene)


def test_a_maker_of_many_tables_does_not_keep_another_waiting(play: Play, tmp_path: Path) -> None:
    served: list[str] = []

    async def ask(desk: PoolDesk, spec: str, maker: str, *, is_awaited: bool) -> None:
        assert (await desk.ask(task(spec), maker, is_awaited=is_awaited)).fault is None
        served.append(maker)

    async def scene(desk: PoolDesk, _: Watch) -> None:
        await desk.until_warm()
        with closed_gate(tmp_path) as gate:
            asked = [ask(desk, gate.spec, "many", is_awaited=False) for _ in range(10)]
            asking = [asyncio.create_task(one) for one in asked]
            await until(lambda: gate.begun)
            asked = [ask(desk, "greedy", "other", is_awaited=waits) for waits in (True, False)]
            asking += [asyncio.create_task(one) for one in asked]
            await let_others_run()
            gate.open()
            await asyncio.gather(*asking)

    play(scene)
    last = max(place for place, maker in enumerate(served) if maker == "other")
    assert served[:last].count("many") <= 4


def test_tables_where_nobody_waits_never_take_all_processes(tmp_path: Path) -> None:
    async def scene() -> None:
        desk = PoolDesk(2)
        await desk.start()
        await desk.until_warm()
        with closed_gate(tmp_path) as gate:
            flood = [
                asyncio.create_task(desk.ask(task(gate.spec, n), "many", is_awaited=False))
                for n in range(4)
            ]
            await until(lambda: gate.begun)
            assert await desk.ask(task("greedy"), "another") == choice(opening(), "greedy")
            assert gate.begun == 1
            assert not any(one.done() for one in flood)
            await desk.stop()
            await asyncio.wait(flood)

    run(scene())


PARENT = """
import asyncio, multiprocessing
from han.server.desk import PoolDesk
from server.desk.gates import closed_gate
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
