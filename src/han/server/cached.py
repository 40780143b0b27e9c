"""Caches the result of an async function for a while."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Cached(Generic[T]):
    """Caches an async result for ``age_s`` seconds; callers share one that is under way."""

    def __init__(self, ask: Callable[[], Awaitable[T]], age_s: float) -> None:
        """Call ``ask`` when there is no result or it is too old."""
        self._ask = ask
        self._age_s = age_s
        self._done_at = 0.0
        self._answer: asyncio.Future[T] | None = None

    async def get(self) -> T:
        """The cached result, the one under way, or a new one."""
        if self._answer is None or self._is_old(self._answer):
            self._answer = asyncio.ensure_future(self._ask_now())
            self._answer.add_done_callback(_retrieve)
        return await asyncio.shield(self._answer)

    async def _ask_now(self) -> T:
        try:
            return await self._ask()
        finally:  # not in a callback, which runs after other callers may have found the result
            self._done_at = asyncio.get_running_loop().time()

    def _is_old(self, answer: "asyncio.Future[T]") -> bool:
        if not answer.done():
            return False
        failed = answer.cancelled() or answer.exception() is not None
        return failed or asyncio.get_running_loop().time() - self._done_at > self._age_s


def _retrieve(answer: "asyncio.Future[T]") -> None:
    """Retrieve an exception, so that asyncio does not complain when nobody waits any more."""
    if not answer.cancelled():
        answer.exception()
