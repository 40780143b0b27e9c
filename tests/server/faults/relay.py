"""A relay to a broker that goes dead and comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from server.brokers import Broker


class Relay:
    """Carries bytes to a broker and back, until it goes dead without anybody noticing."""

    def __init__(self, broker: Broker) -> None:
        """Lead to a broker."""
        self.port = 0
        self.is_dead = False
        self._broker = broker
        self._ends: set[asyncio.StreamWriter] = set()

    @property
    def address(self) -> str:
        """Where clients find the relay."""
        return f"nats://127.0.0.1:{self.port}"

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client."""
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._broker.port)
            self._ends |= {writer, far_writer}
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if not self.is_dead:
                writer.write(data)
        writer.close()

    def cut(self) -> None:
        """Let everybody notice; whoever connects again gets through."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()
        self.is_dead = False


@asynccontextmanager
async def relay_to(broker: Broker) -> AsyncIterator[Relay]:
    """A relay that is gone at the end."""
    relay = Relay(broker)
    async with await asyncio.start_server(relay.carry, "127.0.0.1", 0) as listener:
        relay.port = listener.sockets[0].getsockname()[1]
        yield relay
        listener.close()
        relay.cut()
