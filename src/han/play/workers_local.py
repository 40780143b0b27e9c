"""Workers in processes of their own on this machine.

Each process watches a pipe whose other end only we hold: when it closes, because we close
it or because we are gone, the process ends. So none is ever left behind, not even by a kill.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any

from han.messages import HanError
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
        context = get_context("spawn")  # a fork of a program with threads may hang
        self._watched, self._lifeline = context.Pipe(duplex=False)
        arguments = (make, self._watched)
        self._pool = ProcessPoolExecutor(count, context, initializer=_begin, initargs=arguments)
        self._ahead = AHEAD * count

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """In order, whichever process is the fastest."""
        try:
            yield from in_order(numbers, self._submit, Future.result, self._ahead)
        except BrokenProcessPool:
            raise LostWorkerError("arena.lost_worker") from None

    def close(self) -> None:
        """Let go of the processes and wait until they are gone."""
        self._lifeline.close()
        self._pool.shutdown(cancel_futures=True)
        self._watched.close()

    def _submit(self, number: int) -> "Future[Result]":
        with _keyboard_unheard():  # may start a process
            return self._pool.submit(_play, number)


@contextmanager
def _keyboard_unheard() -> Iterator[None]:
    """Processes started inside hear no Ctrl-C, not even before their first line."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(make: Callable[[], Worker[Any]], lifeline: Connection) -> None:
    """The first thing that happens in a new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to hear
    # when one process has ended the pool terminates the others, before they have closed
    # their bots: they end by themselves
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _own.append(make())
    Thread(target=_end_with, args=[lifeline], daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process when the parent lets go, whatever a bot is doing."""
    wait([lifeline])
    _own[0].close()
    os._exit(0)


def _play(number: int) -> Any:
    return _own[0].play(number)
