"""The one thread that writes logs: what queues during a commit shares the next."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from han.server.store.batch import Failure, LogWriter, Write
from han.server.store.database import Database
from han.server.store.errors import StoreDownError

MOST_WRITES = 256
"""How many writes share a commit at most, so that the first does not wait for too many."""
SPACING_S = 0.01
"""How far commits are apart: one costs much, another write in it little."""


class Writer:
    """Carries out writes in the order of their calls, and answers when they are durable."""

    def __init__(self, database: Database, node: str) -> None:
        """Start the thread."""
        self._database = database
        self._log_writer = LogWriter(node, database.now())
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._is_closed = False
        self._next = 0.0
        """When the next commit may begin."""
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def submit(self, write: Write) -> None:
        """Return when a write is committed. Cancelling it may or may not come in time."""
        if self._is_closed:
            raise StoreDownError("store.unreachable", where=self._database.name, fault="closed")
        self._queue.put(write)
        await asyncio.wrap_future(write.future)

    def close(self, limit_s: float | None = None) -> None:
        """Carry out what is queued, but do not wait for longer than so many seconds."""
        self._is_closed = True
        self._queue.put(None)
        self._thread.join(limit_s)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            queued = self._take()
            is_last = None in queued
            writes = [w for w in queued if w and w.future.set_running_or_notify_cancel()]
            for write, failure in zip(writes, self._failures(writes), strict=True):
                if failure is None:
                    write.future.set_result(None)
                else:
                    write.future.set_exception(failure)

    def _take(self) -> list[Write | None]:
        """Wait for a write; take with it what else is queued by the time it may be committed."""
        taken = [self._queue.get()]
        time.sleep(max(0, self._next - time.monotonic()))
        self._next = time.monotonic() + SPACING_S
        while len(taken) < MOST_WRITES:
            try:
                taken.append(self._queue.get_nowait())
            except Empty:
                break
        return taken

    def _failures(self, writes: Sequence[Write]) -> list[Failure]:
        """Commit writes together; if the database refuses that, one by one, to find what fails."""
        if not writes:
            return []
        try:
            return self._database.write(partial(self._write, writes))
        except StoreDownError as error:
            return [error for _ in writes]
        except Exception as error:
            if len(writes) == 1:
                return [writes[0].conflict() if isinstance(error, IntegrityError) else error]
        return [failure for write in writes for failure in self._failures([write])]

    def _write(self, writes: Sequence[Write], connection: Connection) -> list[Failure]:
        return self._log_writer.write_all(connection, writes)
