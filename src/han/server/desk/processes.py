"""Processes that think, and that never outlive us.

Each watches a pipe whose other end only we hold: when it closes, because we close it or
because we are gone, the process ends, whatever a bot is doing.
"""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Thread

from han.server.desk.desk import Answer, Task
from han.server.desk.think import close_bots, think


class Processes:
    """A pool of processes. When one of them is lost the pool is of no use any more."""

    def __init__(self, count: int) -> None:
        """Prepare the pool; processes start with the first tasks."""
        context = get_context("spawn")  # a fork of a program with threads may hang
        self._watched, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            count, context, initializer=_begin, initargs=(self._watched,)
        )

    def submit(self, task: Task) -> "Future[Answer]":
        """Have a task thought about."""
        with _keyboard_unheard():  # may start a process
            return self._executor.submit(think, task)

    def close(self) -> None:
        """End the processes and wait until they are gone."""
        self._lifeline.close()
        self._executor.shutdown(cancel_futures=True)
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


def _begin(lifeline: Connection) -> None:
    """The first thing that happens in a new process."""
    # a terminal or a service manager signals the parent too, and that ends us in good order
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=_end_with, args=[lifeline], daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    wait([lifeline])
    close_bots()
    os._exit(0)
