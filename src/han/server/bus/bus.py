"""What a bus does."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeAlias

OnUpdate: TypeAlias = Callable[[bytes], None]
"""Is told what was published; one call after the other, in the order of publication."""
Handler: TypeAlias = Callable[[bytes], Coroutine[Any, Any, bytes]]
"""Answers one request; several may be at work at a time."""
Unfollow: TypeAlias = Callable[[], Awaitable[None]]
"""Ends following: nothing is told any more."""


class NobodyAnswersError(Exception):
    """A node that is gone, is too slow, failed at its answer, or cannot be reached."""


class Bus(Protocol):
    """Carries bytes between processes. Ids of tables and nodes: letters, digits, ``-``, ``_``."""

    async def start(self) -> None:
        """Start; raises a `HanError` if that is not possible."""

    async def stop(self) -> None:
        """Stop; handlers that are running are cancelled."""

    async def publish(self, table_id: str, data: bytes) -> None:
        """Send data to all followers of a table, in every process that can be reached."""

    async def follow(self, table_id: str, on_update: OnUpdate) -> Unfollow:
        """Get what is published about a table from now on."""

    async def answer(self, node: str, handler: Handler) -> None:
        """Answer the requests to a node, until the end."""

    async def ask(self, node: str, data: bytes, timeout: float) -> bytes:
        """A node's answer within ``timeout`` seconds, or `NobodyAnswersError`."""

    def on_gap(self, callback: Callable[[], object]) -> None:
        """Call back when messages may have been lost: followers must read the database."""

    @property
    def is_up(self) -> bool:
        """Whether other processes can be reached now."""
