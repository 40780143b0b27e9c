"""Processes that work for us and never outlive us.

Each watches a pipe whose other end only we hold: when it closes, because we close it or
because we are gone, the process ends, whatever it is doing. So none is ever left behind, not
even by a kill.

Each has a connection of its own for work and results. A process that ends in the middle of a
result closes its connection, and we notice. (In the pools of `concurrent.futures` all
processes share one pipe for results, of which the parent keeps the other end open: it would
wait for the rest of that result for ever.)
"""

import atexit
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


def do_nothing() -> None:
    """Where there is nothing to prepare."""


class _Task(NamedTuple):
    """A piece of work and whoever waits for its result."""

    future: "Future[Any]"
    do: Callable[[Any], Any]
    work: Any


class ProcessPool:
    """A pool of processes. When one of them is lost the pool is of no use any more."""

    def __init__(
        self, count: int, end: Callable[[], None], begin: Callable[[], None] = do_nothing
    ) -> None:
        """Prepare the pool; processes start with the first pieces of work.

        Args:
            count: How many there are at most.
            end: The last thing that each does.
            begin: The first.
        """
        self._context = get_context("spawn")  # a fork of a program with threads may hang
        self._watched, self._lifeline = self._context.Pipe(duplex=False)
        self._arguments = (self._watched, begin, end)
        self._count = count
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._attendants: list[Thread] = []
        self._is_open = True
        self._lock = Lock()
        atexit.register(self._lifeline.close)  # before multiprocessing waits for the processes

    def submit(self, do: Callable[[Work], Result], work: Work) -> "Future[Result]":
        """Have a piece of work done.

        Raises:
            BrokenProcessPool: If the pool is closed, or has lost a process.
        """
        future: Future[Result] = Future()
        with self._lock:
            if not self._is_open:
                raise BrokenProcessPool("The pool does no more work.")
            self._tasks.put(_Task(future, do, work))
            if len(self._attendants) < self._count:
                self._attendants.append(Thread(target=self._attend, daemon=True))
                self._attendants[-1].start()
        return future

    def close(self) -> None:
        """Let go of the processes and wait until they are gone."""
        self._let_go(lambda future: future.cancel())
        for attendant in self._attendants:
            attendant.join()
        atexit.unregister(self._lifeline.close)
        self._watched.close()

    def _let_go(self, give_up: Callable[["Future[Any]"], object]) -> None:
        """End the processes, and give up the work that none of them has begun."""
        with self._lock:
            self._is_open = False
            self._lifeline.close()
            with suppress(Empty):
                while True:
                    if task := self._tasks.get_nowait():
                        give_up(task.future)
            for _ in self._attendants:
                self._tasks.put(None)

    def _attend(self) -> None:
        """Start a process, and hand it one piece of work after the other."""
        try:
            with _keyboard_unheard():
                process, connection = self._start_process()
        except OSError:
            self._let_go(_lose)
            return
        with connection:
            while task := self._tasks.get():
                self._have_done(connection, task)
        process.join()

    def _have_done(self, connection: "Connection[Any, Any]", task: _Task) -> None:
        """Have a process do a piece of work.

        What comes from processes that we let go is no result: they were ending already.
        """
        future, do, work = task
        if not future.set_running_or_notify_cancel():
            return
        try:
            connection.send((do, work))
            is_done, result = connection.recv()
        except (EOFError, OSError):
            self._let_go(_lose)
        except Exception as error:  # what cannot be pickled raises anything
            is_done, result = False, error
        if not self._is_open:
            _lose(future)
        elif is_done:
            future.set_result(result)
        else:
            future.set_exception(result)

    def _start_process(self) -> tuple[BaseProcess, "Connection[Any, Any]"]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, *self._arguments))
        process.start()
        theirs.close()  # so that ours ends with the process
        return process, ours


def _lose(future: "Future[Any]") -> None:
    """Say that nobody does the work any more."""
    if future.running() or future.set_running_or_notify_cancel():
        future.set_exception(BrokenProcessPool("A process has ended in the middle of its work."))


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


def _serve(
    connection: "Connection[Any, Any]",
    lifeline: "Connection[Any, Any]",
    begin: Callable[[], None],
    end: Callable[[], None],
) -> None:
    """What a new process does."""
    # a terminal or a service manager signals the parent too, and that ends us in good order
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    begin()
    watching = Thread(target=_end_with, args=[lifeline, end], daemon=True)
    watching.start()
    while True:
        try:
            do, work = connection.recv()
        except (EOFError, OSError):
            watching.join()  # which ends this process
        except Exception as error:
            _answer(connection, False, error)
        else:
            _do(connection, do, work)


def _do(connection: "Connection[Any, Any]", do: Callable[[Any], Any], work: Any) -> None:
    try:
        result = do(work)
    except BaseException as error:
        error.add_note("".join(traceback.format_exception(error)))
        _answer(connection, False, error)
    else:
        _answer(connection, True, result)


def _answer(connection: "Connection[Any, Any]", is_done: bool, result: Any) -> None:
    try:
        answer = ForkingPickler.dumps((is_done, result))
    except Exception as error:
        answer = ForkingPickler.dumps((False, error))
    try:
        connection.send_bytes(answer)
    except OSError:  # nobody waits for it any more
        return


def _end_with(lifeline: "Connection[Any, Any]", end: Callable[[], None]) -> None:
    wait([lifeline])
    end()
    os._exit(0)
