"""Limits of connections: how many a client may have, and timeouts for reading and writing.

uvicorn leaves this to a proxy in front; a server on somebody's own machine has none.
"""

import asyncio
from typing import Any, Protocol

import uvicorn

from han.server.config import Config
from han.server.limits import ClientSemaphore, client_at

BAD = "400 Bad Request"
TOO_LARGE = "431 Request Header Fields Too Large"
TOO_MANY = "503 Service Unavailable"


class ConnectionLimits(uvicorn.Config):
    """uvicorn's settings, and how many connections each client has."""

    def __init__(self, app: Any, config: Config, **options: Any) -> None:
        """Take uvicorn's options as they are."""
        super().__init__(app, **options)
        self.client_timeout_s = config.limits.client_timeout_s
        self._is_counting = not config.behind_proxy  # else all come from the proxy's address
        self._semaphore = ClientSemaphore(config.limits.connections)
        self._clients: dict[asyncio.Transport, str] = {}

    def admit(self, transport: asyncio.Transport, address: str | None) -> bool:
        """Whether a client may have one more connection."""
        client = client_at(address)
        if self._is_counting and not self._semaphore.acquire(client):
            return False
        self._clients[transport] = client
        return True

    def release(self, transport: asyncio.Transport) -> None:
        """A connection has ended, whether it became a websocket or not."""
        client = self._clients.pop(transport, None)
        if self._is_counting and client is not None:
            self._semaphore.release(client)


class Timeout:
    """Aborts a connection when something takes too long."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        """Abort so many seconds after `start`, unless `cancel` is called before."""
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer, if it does not run already."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, self._transport.abort)

    def cancel(self) -> None:
        """Stop the timer: what we waited for has come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class LimitedProtocol(Protocol):
    """What `LimitedHttpProtocol` and `LimitedWebSocketProtocol` have in common."""

    transport: asyncio.Transport
    config: ConnectionLimits
    is_closing: bool
    """Whether our last answer is written, and what still comes is discarded."""


def close_gracefully(protocol: LimitedProtocol) -> asyncio.TimerHandle:
    """Write no more, and wait until the client has closed too, but not for ever.

    To close with something unread would reset the connection, and a client that is still sending
    would fail at that before it reads why it was turned away.
    """
    protocol.is_closing = True
    if protocol.transport.can_write_eof():
        protocol.transport.write_eof()
    protocol.transport.resume_reading()
    loop = asyncio.get_running_loop()
    return loop.call_later(protocol.config.client_timeout_s, protocol.transport.abort)


def refuse(protocol: LimitedProtocol, status: str, text: str) -> None:
    """Turn a client away with a sentence that says why."""
    if not (protocol.is_closing or protocol.transport.is_closing()):
        protocol.transport.write(_answer(status, text))
        close_gracefully(protocol)


def refuse_at_once(transport: asyncio.Transport, status: str, text: str) -> None:
    """Turn a client away that is not let in: it may not keep a connection until it has read."""
    transport.write(_answer(status, text))
    transport.close()


def _answer(status: str, text: str) -> bytes:
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\n"
    length = f"content-length: {len(text.encode())}\r\nconnection: close\r\n\r\n"
    return (head + length + text).encode()
