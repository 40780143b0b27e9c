"""A pool of processes that never outlive their parent.

Each process watches a pipe whose other end only the parent holds. When that end is closed, because
the pool is closed or because the parent was killed, the process ends, whatever it is doing.

Each process has a connection of its own for tasks and results. If it ends in the middle of a
result its connection is closed, which the parent notices. (In the pools of `concurrent.futures`
all processes share one pipe for results, of which the parent keeps the other end open: it would
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
    """The default for `ProcessPool`'s ``begin``."""


class _Task(NamedTuple):
    """A call and the future of its result."""

    future: "Future[Any]"
    do: Callable[[Any], Any]
    work: Any


class ProcessPool:
    """A pool of processes. When one of them is lost, the pool closes."""

    def __init__(
        self, count: int, end: Callable[[], None], begin: Callable[[], None] = do_nothing
    ) -> None:
        """Prepare the pool; processes start with the first tasks.

        Args:
            count: How many processes there are at most.
            end: Is called in each process before it ends.
            begin: Is called in each process when it starts.
        """
        self._context = get_context("spawn")  # a fork of a program with threads may hang
        self._watched, self._lifeline = self._context.Pipe(duplex=False)
        self._arguments = (self._watched, begin, end)
        self._count = count
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._is_open = True
        self._lock = Lock()
        atexit.register(self._lifeline.close)  # before multiprocessing waits for the processes

    def submit(self, do: Callable[[Work], Result], work: Work) -> "Future[Result]":
        """Call ``do(work)`` in a process.

        Raises:
            BrokenProcessPool: If the pool is closed, or has lost a process.
        """
        future: Future[Result] = Future()
        with self._lock:
            if not self._is_open:
                raise BrokenProcessPool("The pool does no more work.")
            self._tasks.put(_Task(future, do, work))
            if len(self._threads) < self._count:
                self._threads.append(Thread(target=self._serve_tasks, daemon=True))
                self._threads[-1].start()
        return future

    def close(self) -> None:
        """End the processes and wait until they have ended."""
        self._shut_down(lambda future: future.cancel())
        for thread in self._threads:
            thread.join()
        atexit.unregister(self._lifeline.close)
        self._watched.close()

    def _shut_down(self, abandon: Callable[["Future[Any]"], object]) -> None:
        """End the processes, and abandon the tasks that none of them has begun."""
        with self._lock:
            self._is_open = False
            self._lifeline.close()
            with suppress(Empty):
                while True:
                    if task := self._tasks.get_nowait():
                        abandon(task.future)
            for _ in self._threads:
                self._tasks.put(None)

    def _serve_tasks(self) -> None:
        """Start a process, and give it one task after the other; runs in a thread."""
        try:
            with _ctrl_c_blocked():
                process, connection = self._start_process()
        except OSError:
            self._shut_down(_fail)
            return
        with connection:
            while task := self._tasks.get():
                self._run_task(connection, task)
        process.join()

    def _run_task(self, connection: "Connection[Any, Any]", task: _Task) -> None:
        """Run a task in a process.

        Results that arrive after the pool was shut down are discarded.
        """
        future, do, work = task
        if not future.set_running_or_notify_cancel():
            return
        try:
            connection.send((do, work))
            is_done, result = connection.recv()
        except (EOFError, OSError):
            self._shut_down(_fail)
        except Exception as error:  # what cannot be pickled raises anything
            is_done, result = False, error
        if not self._is_open:
            _fail(future)
        elif is_done:
            future.set_result(result)
        else:
            future.set_exception(result)

    def _start_process(self) -> tuple[BaseProcess, "Connection[Any, Any]"]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_process_main, args=(theirs, *self._arguments))
        process.start()
        theirs.close()  # so that ours reports the end of the process
        return process, ours


def _fail(future: "Future[Any]") -> None:
    """Fail a future because its process was lost."""
    if future.running() or future.set_running_or_notify_cancel():
        future.set_exception(BrokenProcessPool("A process has ended in the middle of its work."))


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Block Ctrl-C in processes that are started inside, even before their first line runs."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _process_main(
    connection: "Connection[Any, Any]",
    lifeline: "Connection[Any, Any]",
    begin: Callable[[], None],
    end: Callable[[], None],
) -> None:
    """The main function of each process."""
    # a terminal or a service manager signals the parent too, which then ends this process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    begin()
    watching = Thread(target=_end_when_closed, args=[lifeline, end], daemon=True)
    watching.start()
    while True:
        try:
            do, work = connection.recv()
        except (EOFError, OSError):
            watching.join()  # which ends this process
        except Exception as error:
            _answer(connection, False, error)
        else:
            _run(connection, do, work)


def _run(connection: "Connection[Any, Any]", do: Callable[[Any], Any], work: Any) -> None:
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
    except OSError:  # the parent has closed the connection
        return


def _end_when_closed(lifeline: "Connection[Any, Any]", end: Callable[[], None]) -> None:
    wait([lifeline])
    end()
    os._exit(0)
