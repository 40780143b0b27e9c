"""The one thread that writes logs: what queues during a commit shares the next."""

import asyncio
from collections.abc import Sequence
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from han.server.store.batch import Outcome, Write, write_all
from han.server.store.database import Database
from han.server.store.errors import StoreDownError

MOST_WRITES = 256
"""How many writes share a commit at most, so that the first does not wait for too many."""


class Writer:
    """Carries out writes in the order of their calls, and answers when they are durable."""

    def __init__(self, database: Database, node: str) -> None:
        """Start the thread."""
        self._database = database
        self._node = node
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._is_closed = False
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def submit(self, write: Write) -> None:
        """Return when a write is committed. Cancelling it may or may not come in time."""
        if self._is_closed:
            raise StoreDownError("store.unreachable", where=self._database.name, fault="closed")
        self._queue.put(write)
        await asyncio.wrap_future(write.future)

    def close(self) -> None:
        """Carry out what is queued, then end the thread."""
        self._is_closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            queued = self._take()
            is_last = None in queued
            writes = [w for w in queued if w and w.future.set_running_or_notify_cancel()]
            for write, outcome in zip(writes, self._outcomes(writes), strict=True):
                if outcome is None:
                    write.future.set_result(None)
                else:
                    write.future.set_exception(outcome)

    def _take(self) -> list[Write | None]:
        """Wait for a write; take with it what else is queued already."""
        taken = [self._queue.get()]
        while len(taken) < MOST_WRITES:
            try:
                taken.append(self._queue.get_nowait())
            except Empty:
                break
        return taken

    def _outcomes(self, writes: Sequence[Write]) -> list[Outcome]:
        """Commit writes together; if the database refuses that, one by one, to find the guilty."""
        if not writes:
            return []
        try:
            return self._database.write(partial(self._write, writes))
        except StoreDownError as error:
            return [error for _ in writes]
        except Exception as error:
            if len(writes) == 1:
                return [writes[0].conflict() if isinstance(error, IntegrityError) else error]
        return [outcome for write in writes for outcome in self._outcomes([write])]

    def _write(self, writes: Sequence[Write], connection: Connection) -> list[Outcome]:
        return write_all(connection, self._node, self._database.now(), writes)
