"""Processes that work for us and never outlive us.

Each watches a pipe whose other end only we hold: when it closes, because we close it or
because we are gone, the process ends, whatever it is doing. So none is ever left behind, not
even by a kill.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


def do_nothing() -> None:
    """Where there is nothing to prepare."""


class ProcessPool:
    """A pool of processes. When one of them is lost the pool is of no use any more."""

    def __init__(
        self, count: int, end: Callable[[], None], begin: Callable[[], None] = do_nothing
    ) -> None:
        """Prepare the pool; processes start with the first work.

        Args:
            count: How many there are at most.
            end: The last thing that each does.
            begin: The first.
        """
        context = get_context("spawn")  # a fork of a program with threads may hang
        self._watched, self._lifeline = context.Pipe(duplex=False)
        arguments = (self._watched, begin, end)
        self._pool = ProcessPoolExecutor(count, context, initializer=_begin, initargs=arguments)

    def submit(self, do: Callable[[Work], Result], work: Work) -> "Future[Result]":
        """Have a piece of work done."""
        with _keyboard_unheard():  # may start a process
            return self._pool.submit(do, work)

    def close(self) -> None:
        """Let go of the processes and wait until they are gone."""
        self._lifeline.close()
        self._pool.shutdown(cancel_futures=True)
        self._watched.close()


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


def _begin(lifeline: Connection, begin: Callable[[], None], end: Callable[[], None]) -> None:
    """The first thing that happens in a new process."""
    # a terminal or a service manager signals the parent too, and that ends us in good order
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # when one process has ended the pool terminates the others, before they have closed
    # their bots: they end by themselves
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    begin()
    Thread(target=_end_with, args=[lifeline, end], daemon=True).start()


def _end_with(lifeline: Connection, end: Callable[[], None]) -> None:
    wait([lifeline])
    end()
    os._exit(0)
