"""A connection to a NATS broker that comes back by itself, however often that goes away.

Whatever nats-py may say when the broker is away is a `BrokerAwayError` here. The package is
imported late: a server of one process does without it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from han.messages import HanError

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.js import JetStreamContext

log = logging.getLogger(__name__)

SCHEMES = ("nats", "tls", "ws", "wss")
START_TIMEOUT_S = 5.0
"""How long a broker may take to be there when we start."""
RETRY_S = 0.2
"""The pause between two attempts to find a broker."""
PING_S = 2
"""The interval of pings; a broker that leaves three of them unanswered is given up."""
ROUND_TRIP_S = 2
"""What a broker may take for an answer of its own."""

OnMessage: TypeAlias = "Callable[[Msg], Awaitable[None]]"
Unsubscribe: TypeAlias = Callable[[], Awaitable[None]]


class NoBrokerError(HanError):
    """There is no broker that we could use, or nothing to talk to it with."""


class BrokerAwayError(Exception):
    """The broker is away, or did not answer in time."""


@contextmanager
def broker_errors() -> Iterator[None]:
    """Turn what nats-py raises inside into `BrokerAwayError`."""
    from nats.errors import Error

    try:
        yield
    except (Error, OSError) as error:
        raise BrokerAwayError(str(error)) from error


class BrokerConnection:
    """One connection. What it publishes it does not get back itself."""

    def __init__(self, address: str, on_gap: Callable[[], None]) -> None:
        """Name the broker; ``on_gap`` is called when messages may have been lost."""
        self._address = address
        self._on_gap = on_gap
        self._client: Client | None = None
        self._was_refused = False
        self._is_wanted = False

    async def open(self) -> None:
        """Find the broker within some seconds, or raise a `NoBrokerError`."""
        if not _is_address(self._address):
            raise NoBrokerError("bot_pool.no_address", address=self._address)
        client = _new_client()
        connecting = asyncio.create_task(client.connect(**self._options()))
        self._is_wanted = True
        try:
            await asyncio.wait([connecting], timeout=START_TIMEOUT_S)
            if not connecting.done() or connecting.exception():
                raise self._no_broker()
            self._client = client
        finally:
            if self._client is None:
                connecting.cancel()
                await self._give_up(client)

    async def close(self) -> None:
        """Send what is still queued, and disconnect."""
        client, self._client = self._client, None
        if client is not None:
            await self._give_up(client)

    @property
    def is_up(self) -> bool:
        """Whether the broker is there."""
        return self._client is not None and self._client.is_connected

    async def publish(self, subject: str, data: bytes) -> None:
        """Send a message; while the broker is away it is kept for later, if there is room."""
        with broker_errors():
            await self._opened.publish(subject, data)

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        """The answer to a message. A broker that is away is not waited for."""
        if not self.is_up:
            raise BrokerAwayError("the broker is away")
        with broker_errors():
            answer = await self._opened.request(subject, data, timeout=seconds)
        return answer.data

    async def subscribe(self, subject: str, on_message: OnMessage) -> Unsubscribe:
        """Get messages from now on, or from when the broker is back."""
        with broker_errors():
            subscription = await self._opened.subscribe(subject, cb=on_message)

        async def unsubscribe() -> None:
            with suppress(BrokerAwayError), broker_errors():
                await subscription.unsubscribe()

        try:
            await self._wait_until_sent()
        except asyncio.CancelledError:
            await unsubscribe()
            raise
        return unsubscribe

    def jetstream(self) -> "JetStreamContext":
        """The broker's streams."""
        return self._opened.jetstream(timeout=ROUND_TRIP_S)

    def complaint(self, key: str) -> NoBrokerError:
        """Say what is wrong with the broker, without giving a password away."""
        address = urlsplit(self._address)
        host = address.netloc.rpartition("@")[2]
        return NoBrokerError(key, address=f"{address.scheme}://{host}")

    async def _wait_until_sent(self) -> None:
        """Wait until the broker has processed all that was sent: it answers a request to nobody.

        A flush of nats-py would not do: its ping overtakes what is still to be sent.
        """
        with suppress(BrokerAwayError):  # that is the answer; or it is away, and back with a gap
            await self.request("han.nobody", b"", ROUND_TRIP_S)

    @property
    def _opened(self) -> "Client":
        if self._client is None:
            raise BrokerAwayError("the connection is not open")
        return self._client

    def _options(self) -> dict[str, Any]:
        return {
            "servers": self._address,
            "no_echo": True,
            "max_reconnect_attempts": -1,
            "reconnect_time_wait": RETRY_S,
            "connect_timeout": ROUND_TRIP_S,
            "ping_interval": PING_S,
            "error_cb": self._note_error,
            "reconnected_cb": self._note_reconnection,
        }

    async def _give_up(self, client: "Client") -> None:
        with suppress(BrokerAwayError), broker_errors():
            await client.close()
        self._is_wanted = False

    async def _note_error(self, error: Exception) -> None:
        from nats.errors import SlowConsumerError

        if not self._is_wanted:
            # now and then nats-py misses that it was told to stop looking for the broker
            raise asyncio.CancelledError
        self._was_refused |= "Authorization Violation" in str(error)
        log.debug("broker: %r", error)
        if isinstance(error, SlowConsumerError):  # it has thrown a message away
            self._on_gap()

    async def _note_reconnection(self) -> None:
        log.debug("the broker is back")
        self._on_gap()

    def _no_broker(self) -> NoBrokerError:
        return self.complaint("bot_pool.refused" if self._was_refused else "bot_pool.no_broker")


def _is_address(text: str) -> bool:
    try:
        address = urlsplit(text)
        return address.scheme in SCHEMES and bool(address.hostname) and address.port != 0
    except ValueError:
        return False


def _new_client() -> "Client":
    try:
        from nats.aio.client import Client
    except ImportError:
        raise NoBrokerError("bot_pool.no_nats") from None
    return Client()
