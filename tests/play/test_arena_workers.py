"""Workers give their results in order, and leave no process behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from han.play.workers import in_order, open_workers, usable_cores
from han.play.workers_local import LostWorkerError, ProcessWorkers
from processes import is_alive
from waiting import HUNG_S, wait_until


class Worker:
    """Leaves a trace of its process and of its work."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def play(self, number: int) -> tuple[int, int]:
        (self._folder / str(os.getpid())).touch()
        self.work(number)
        (self._folder / f"{number}.done").touch()
        return number, os.getpid()

    def work(self, number: int) -> None:
        """Nothing to do."""

    def is_done(self, number: int) -> bool:
        return (self._folder / f"{number}.done").exists()

    def close(self) -> None:
        (self._folder / f"{os.getpid()}.closed").touch()


class EvenLast(Worker):
    """Ends an even piece of work when the next one is done, which takes another process."""

    def work(self, number: int) -> None:
        wait_until(lambda: number % 2 or self.is_done(number + 1))


class Endless(Worker):
    """Works for longer than any test."""

    def work(self, number: int) -> None:
        wait_until(lambda: False)


class Crasher:
    """Brings its process down."""

    def play(self, number: int) -> None:
        os._exit(1)

    def close(self) -> None:
        """Is never called."""


def processes_in(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]


def test_work_is_handed_out_early_but_not_too_early() -> None:
    submitted: list[int] = []

    def submit(number: int) -> int:
        submitted.append(number)
        return number

    results = in_order(range(10), submit, lambda number: number * number, ahead=3)
    assert next(results) == 0
    assert submitted == [0, 1, 2]
    assert list(results) == [number * number for number in range(1, 10)]


def test_processes_share_the_work_and_keep_its_order(tmp_path: Path) -> None:
    with open_workers(partial(EvenLast, tmp_path), 2) as workers:
        results = list(workers.results(range(12)))
    assert [number for number, _ in results] == list(range(12))
    pids = {pid for _, pid in results}
    assert len(pids) == 2
    assert os.getpid() not in pids
    wait_until(lambda: not any(map(is_alive, pids)))


def test_one_worker_needs_no_other_process(tmp_path: Path) -> None:
    with open_workers(partial(Worker, tmp_path), 1) as workers:
        assert [pid for _, pid in workers.results(range(3))] == [os.getpid()] * 3
    assert (tmp_path / f"{os.getpid()}.closed").exists()


def test_closing_does_not_wait_for_work(tmp_path: Path) -> None:
    with open_workers(partial(Endless, tmp_path), 2) as workers:
        results = workers.results(range(9))
        _interrupt_when(lambda: len(processes_in(tmp_path)) == 2)
        with pytest.raises(KeyboardInterrupt):
            next(results)
    pids = processes_in(tmp_path)
    assert len(pids) == 2
    assert not any(map(is_alive, pids))
    assert all((tmp_path / f"{pid}.closed").exists() for pid in pids)
    assert list(tmp_path.glob("*.done")) == []


def _interrupt_when(is_so: Callable[[], bool]) -> None:
    """Press Ctrl-C a little later, from another thread."""

    def press() -> None:
        wait_until(is_so)
        os.kill(os.getpid(), signal.SIGINT)

    Thread(target=press, daemon=True).start()


def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    """Even one that is killed takes them along."""
    code = (
        "from functools import partial; from pathlib import Path\n"
        "from test_arena_workers import Endless; from han.play.workers import open_workers\n"
        f"with open_workers(partial(Endless, Path({str(tmp_path)!r})), 2) as workers:\n"
        "    list(workers.results(range(9)))"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen([sys.executable, "-c", code], env=env) as parent:
        wait_until(lambda: len(processes_in(tmp_path)) == 2)
        parent.kill()
    pids = processes_in(tmp_path)
    wait_until(lambda: not any(map(is_alive, pids)))


def test_a_process_that_dies_is_an_error_in_one_sentence() -> None:
    with open_workers(Crasher, 2) as workers, pytest.raises(LostWorkerError, match="unexpectedly"):
        list(workers.results(range(4)))


class Weighty:
    """A result that takes a while to send; leaves a file when that begins."""

    def __init__(self, begun: Path) -> None:
        self._begun = begun

    def play(self, number: int) -> list[object]:
        return [bytes(100_000_000), Trace(self._begun)]

    def close(self) -> None:
        """Nothing was started."""


class Trace:
    """Leaves a file when it is pickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        self._path.touch()
        return str, ("",)


def test_closing_does_not_wait_for_the_rest_of_a_result(tmp_path: Path) -> None:
    """A process that ends while it sends does not keep us waiting for what will never come."""
    begun = tmp_path / "begun"
    workers = ProcessWorkers(partial(Weighty, begun), 2)
    waiting = Thread(target=lose_results, args=[workers], daemon=True)
    waiting.start()
    wait_until(begun.exists)
    closing = Thread(target=workers.close, daemon=True)
    closing.start()
    closing.join(HUNG_S)
    assert not closing.is_alive()


def lose_results(workers: ProcessWorkers[list[object]]) -> None:
    with suppress(LostWorkerError):
        list(workers.results([0]))


def test_a_process_that_is_killed_while_it_sends_is_an_error(tmp_path: Path) -> None:
    """Also when others go on working, since the result of the lost one is awaited first."""
    begun = tmp_path / "begun"
    killer = Thread(target=kill_when_begun, args=[begun], daemon=True)
    killer.start()
    with open_workers(partial(Weighty, begun), 2) as workers, pytest.raises(LostWorkerError):
        list(workers.results(range(50)))


def kill_when_begun(begun: Path) -> None:
    wait_until(begun.exists)
    for child in multiprocessing.active_children()[:1]:
        child.kill()


def test_cores_are_those_we_may_use() -> None:
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)
