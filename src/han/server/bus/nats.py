"""A bus between processes, carried by a NATS broker."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from han.server.bus.broker import BrokerAwayError, BrokerConnection
from han.server.bus.bus import Handler, NobodyAnswersError, OnUpdate, Unfollow
from han.server.bus.local import LocalBus, tell

if TYPE_CHECKING:
    from nats.aio.msg import Msg

log = logging.getLogger(__name__)


class NatsBus:
    """This process is served directly, the others through the broker.

    So while the broker is away a table still goes on for those who are connected here.
    """

    def __init__(self, address: str) -> None:
        """Name the broker: ``nats://host:port``."""
        self._here = LocalBus()
        self._connection = BrokerConnection(address, self._tell_gap)
        self._gap_callbacks: list[Callable[[], object]] = []

    async def start(self) -> None:
        """Find the broker; a `HanError` if it does not answer for some seconds."""
        await self._connection.open()
        await self._here.start()

    async def stop(self) -> None:
        """Leave the broker."""
        await self._here.stop()
        await self._connection.close()

    async def publish(self, table_id: str, data: bytes) -> None:
        """Tell all followers; without the broker only those of this process."""
        await self._here.publish(table_id, data)
        with suppress(BrokerAwayError):  # the others will be told of the gap
            await self._connection.publish(_table_subject(table_id), data)

    async def follow(self, table_id: str, on_update: OnUpdate) -> Unfollow:
        """Be told what this process and the others publish."""

        async def receive(message: "Msg") -> None:
            tell(table_id, on_update, message.data)

        unsubscribe = await self._connection.subscribe(_table_subject(table_id), receive)
        unfollow_here = await self._here.follow(table_id, on_update)

        async def unfollow() -> None:
            await unfollow_here()
            await unsubscribe()

        return unfollow

    async def answer(self, node: str, handler: Handler) -> None:
        """Take the requests to a node, several at a time."""

        async def receive(message: "Msg") -> None:
            self._here.run_in_background(self._respond(handler, message))

        await self._here.answer(node, handler)
        await self._connection.subscribe(_node_subject(node), receive)

    async def ask(self, node: str, data: bytes, timeout: float) -> bytes:
        """Ask a node of this process or of another."""
        if self._here.answers_for(node):
            return await self._here.ask(node, data, timeout)
        try:
            return await self._connection.request(_node_subject(node), data, timeout)
        except BrokerAwayError as error:
            raise NobodyAnswersError(f"nobody answers for node {node}: {error}") from None

    def on_gap(self, callback: Callable[[], object]) -> None:
        """Call back whenever the broker was away."""
        self._gap_callbacks.append(callback)

    @property
    def is_up(self) -> bool:
        """Whether the broker is there."""
        return self._connection.is_up

    async def _respond(self, handler: Handler, message: "Msg") -> None:
        answer = await handler(message.data)
        with suppress(BrokerAwayError):  # then the requester has given up already
            await self._connection.publish(message.reply, answer)

    def _tell_gap(self) -> None:
        for callback in self._gap_callbacks:
            try:
                callback()
            except Exception:
                log.exception("a gap could not be told")


def _table_subject(table_id: str) -> str:
    return f"han.game.{table_id}"


def _node_subject(node: str) -> str:
    return f"han.node.{node}"
