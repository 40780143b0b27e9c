"""Threads that wait for a database, so that the event loop does not."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")

Job = tuple[Callable[[], Any], Future[Any]]


class Threads:
    """Some threads that do work one piece after the other.

    Unlike those of a `ThreadPoolExecutor` they do not keep a process alive: a server that ends
    does not wait for an answer that may never come.
    """

    def __init__(self, count: int, name: str) -> None:
        """Start them."""
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._is_closed = False
        self._threads = [
            Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, work: Callable[[], T]) -> T:
        """What ``work`` answers on one of the threads."""
        if self._is_closed:
            raise RuntimeError("these threads have ended")
        future: Future[T] = Future()
        self._jobs.put((work, future))
        return await asyncio.wrap_future(future)

    def close(self, limit_s: float | None = None) -> None:
        """Finish what is queued, but do not wait for longer than so many seconds."""
        self._is_closed = True
        for _ in self._threads:
            self._jobs.put(None)
        until = None if limit_s is None else time.monotonic() + limit_s
        for thread in self._threads:
            thread.join(None if until is None else max(0, until - time.monotonic()))

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, future = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            del job, work, future  # or the last answer would be kept until the next question
