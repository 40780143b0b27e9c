"""A bus inside one process."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from han.server.bus.bus import Handler, NobodyAnswersError, OnUpdate, Unfollow

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class LocalBus:
    """Followers and handlers of this process."""

    def __init__(self) -> None:
        """Begin without any."""
        self._followers: dict[str, dict[object, OnUpdate]] = {}
        self._handlers: dict[str, Handler] = {}
        self._at_work: set[asyncio.Task[Any]] = set()
        self._is_up = False

    async def start(self) -> None:
        """Begin."""
        self._is_up = True

    async def stop(self) -> None:
        """Cancel the handlers that are running, and forget all followers."""
        self._is_up = False
        self._followers.clear()
        self._handlers.clear()
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def publish(self, table_id: str, data: bytes) -> None:
        """Tell the followers soon: the publisher may hold a lock that they want."""
        asyncio.get_running_loop().call_soon(self._tell_all, table_id, data)

    async def follow(self, table_id: str, on_update: OnUpdate) -> Unfollow:
        """Add a follower."""
        follower = object()
        self._followers.setdefault(table_id, {})[follower] = on_update

        async def unfollow() -> None:
            self._forget(table_id, follower)

        return unfollow

    async def answer(self, node: str, handler: Handler) -> None:
        """Take the requests to a node."""
        self._handlers[node] = handler

    async def ask(self, node: str, data: bytes, timeout: float) -> bytes:
        """The handler's answer. When it comes too late the handler goes on all the same."""
        if node not in self._handlers:
            raise NobodyAnswersError(f"nobody answers for node {node}")
        answering = self.run_in_background(self._handlers[node](data))
        await asyncio.wait([answering], timeout=timeout)
        if not answering.done():
            raise NobodyAnswersError(f"node {node} did not answer within {timeout} s")
        if answering.cancelled() or answering.exception():
            raise NobodyAnswersError(f"node {node} failed at its answer")
        return answering.result()

    def on_gap(self, callback: Callable[[], object]) -> None:
        """Nothing is ever lost inside a process."""

    @property
    def is_up(self) -> bool:
        """Whether the bus was started."""
        return self._is_up

    def answers_for(self, node: str) -> bool:
        """Whether a node is one of this process."""
        return node in self._handlers

    def run_in_background(self, answer: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        """Run work as a task, which ends with the bus at the latest."""
        task = asyncio.create_task(answer)
        self._at_work.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: "asyncio.Task[Any]") -> None:
        self._at_work.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a request could not be answered", exc_info=error)

    def _tell_all(self, table_id: str, data: bytes) -> None:
        for on_update in tuple(self._followers.get(table_id, {}).values()):
            tell(table_id, on_update, data)

    def _forget(self, table_id: str, follower: object) -> None:
        followers = self._followers.get(table_id, {})
        followers.pop(follower, None)
        if not followers:
            self._followers.pop(table_id, None)


def tell(table_id: str, on_update: OnUpdate, data: bytes) -> None:
    """Call one follower; log what it raises, so that the others are called too."""
    try:
        on_update(data)
    except Exception:
        log.exception("a follower of table %s failed", table_id)
