"""Workers in processes of their own on this machine."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from han.messages import HanError
from han.play.process_pool import ProcessPool
from han.play.workers import Result, Worker, Workers, in_order

AHEAD = 4
"""Pieces of work handed out for each process, so that a slow one holds nobody up."""

_own: list[Worker[Any]] = []
"""The worker of this process."""


class LostWorkerError(HanError):
    """A process ended by itself: killed by the system, or brought down by a bot."""


class Processes(Workers[Result]):
    """A pool of processes, each with one worker."""

    def __init__(self, make: Callable[[], Worker[Result]], count: int) -> None:
        """Prepare the pool; processes start with the first work."""
        self._pool = ProcessPool(count, end=_close, begin=partial(_begin, make))
        self._ahead = AHEAD * count

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """In order, whichever process is the fastest."""
        try:
            yield from in_order(numbers, self._submit, Future.result, self._ahead)
        except BrokenProcessPool:
            raise LostWorkerError("arena.lost_worker") from None

    def close(self) -> None:
        """Let go of the processes and wait until they are gone."""
        self._pool.close()

    def _submit(self, number: int) -> "Future[Result]":
        return self._pool.submit(_play, number)


def _begin(make: Callable[[], Worker[Any]]) -> None:
    _own.append(make())


def _close() -> None:
    _own[0].close()


def _play(number: int) -> Any:
    return _own[0].play(number)
