"""An answer that need not be asked for again at once."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
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
            self._answer = asyncio.ensure_future(self._ask())
            self._answer.add_done_callback(self._note)
        return await asyncio.shield(self._answer)

    def _is_old(self, answer: "asyncio.Future[T]") -> bool:
        if not answer.done():
            return False
        failed = answer.cancelled() or answer.exception() is not None
        return failed or monotonic() - self._asked > self._age_s

    def _note(self, answer: "asyncio.Future[T]") -> None:
        self._asked = monotonic()
        if not answer.cancelled():
            answer.exception()  # has been seen, even if nobody waits any more
