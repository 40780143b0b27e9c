"""An answer that need not be asked for again at once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """Asks at most once in a while, however many want to know."""

    def __init__(self, ask: Callable[[], Awaitable[T]], age_s: float) -> None:
        """Keep an answer for so many seconds."""
        self._ask = ask
        self._age_s = age_s
        self._asked = 0.0
        self._answer: asyncio.Future[T] | None = None

    async def get(self) -> T:
        """The last answer, the one that is on its way, or a new one."""
        if self._answer is None or self._is_old(self._answer):
            self._answer = asyncio.ensure_future(self._ask_now())
            self._answer.add_done_callback(_see)
        return await asyncio.shield(self._answer)

    async def _ask_now(self) -> T:
        try:
            return await self._ask()
        finally:  # not in a callback, which comes after others may have found the answer
            self._asked = asyncio.get_running_loop().time()

    def _is_old(self, answer: "asyncio.Future[T]") -> bool:
        if not answer.done():
            return False
        failed = answer.cancelled() or answer.exception() is not None
        return failed or asyncio.get_running_loop().time() - self._asked > self._age_s


def _see(answer: "asyncio.Future[T]") -> None:
    """Take notice of an error, even if nobody waits any more."""
    if not answer.cancelled():
        answer.exception()
