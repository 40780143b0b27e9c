"""Workers in processes on this machine."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from han.messages import HanError
from han.play.process_pool import ProcessPool
from han.play.workers import GameRunner, Result, Workers, in_order

AHEAD = 4
"""How many games are submitted early for each process, so that a slow one stops no other."""

_runners: list[GameRunner[Any]] = []
"""The runner of this process."""


class LostWorkerError(HanError):
    """A process ended unexpectedly: it was killed by the system, or crashed by a bot."""


class ProcessWorkers(Workers[Result]):
    """A pool of processes, each with one runner."""

    def __init__(self, make: Callable[[], GameRunner[Result]], count: int) -> None:
        """Prepare the pool; processes start with the first games."""
        self._pool = ProcessPool(count, end=_close, begin=partial(_begin, make))
        self._ahead = AHEAD * count

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """In order, whichever process is the fastest."""
        try:
            yield from in_order(numbers, self._submit, Future.result, self._ahead)
        except BrokenProcessPool:
            raise LostWorkerError("arena.lost_worker") from None

    def close(self) -> None:
        """End the processes and wait until they have ended."""
        self._pool.close()

    def _submit(self, number: int) -> "Future[Result]":
        return self._pool.submit(_play, number)


def _begin(make: Callable[[], GameRunner[Any]]) -> None:
    _runners.append(make())


def _close() -> None:
    _runners[0].close()


def _play(number: int) -> Any:
    return _runners[0].play(number)
