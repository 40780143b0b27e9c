"""Connections before they are requests: how many there are, and how long we wait for them.

uvicorn leaves this to a proxy in front; a server on somebody's own machine has none.
"""

import asyncio
from typing import Any, Protocol

import uvicorn

from han.server.config import Config
from han.server.limits import Turnstile, client_at

BAD = "400 Bad Request"
TOO_LARGE = "431 Request Header Fields Too Large"
TOO_MANY = "503 Service Unavailable"


class Doorway(uvicorn.Config):
    """uvicorn's settings, and who is inside."""

    def __init__(self, app: Any, config: Config, **options: Any) -> None:
        """Let connections in as far as the limits allow."""
        super().__init__(app, **options)
        self.patience_s = config.limits.patience_s
        self._is_counting = not config.behind_proxy  # else all come from the proxy's address
        self._turnstile = Turnstile(config.limits.connections)
        self._inside: dict[asyncio.Transport, str] = {}

    def let_in(self, transport: asyncio.Transport, address: str | None) -> bool:
        """Whether a client may have one more connection."""
        client = client_at(address)
        if self._is_counting and not self._turnstile.enter(client):
            return False
        self._inside[transport] = client
        return True

    def let_out(self, transport: asyncio.Transport) -> None:
        """A connection has ended, whatever it had become."""
        client = self._inside.pop(transport, None)
        if self._is_counting and client is not None:
            self._turnstile.leave(client)


class Patience:
    """Ends a connection that keeps us waiting."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        """Wait so long, from `begin` on."""
        self._transport = transport
        self._seconds = seconds
        self._end: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begin to wait, if we do not already."""
        if self._end is None:
            loop = asyncio.get_running_loop()
            self._end = loop.call_later(self._seconds, self._transport.abort)

    def end(self) -> None:
        """It came."""
        if self._end is not None:
            self._end.cancel()
            self._end = None


class Door(Protocol):
    """A connection's protocol: `HttpDoor` or `SocketDoor`."""

    transport: asyncio.Transport
    config: Doorway
    is_leaving: bool
    """Whether our last word is written, and what still comes is discarded."""


def leave(door: Door) -> asyncio.TimerHandle:
    """Write no more, and wait until the client has closed too, but not for ever.

    To close with something unread would reset the connection, and a client that is still sending
    would fail at that before it reads why it was turned away.
    """
    door.is_leaving = True
    if door.transport.can_write_eof():
        door.transport.write_eof()
    door.transport.resume_reading()
    loop = asyncio.get_running_loop()
    return loop.call_later(door.config.patience_s, door.transport.abort)


def refuse(door: Door, status: str, text: str) -> None:
    """Turn a client away with a sentence that says why."""
    if not (door.is_leaving or door.transport.is_closing()):
        door.transport.write(_answer(status, text))
        leave(door)


def refuse_at_once(transport: asyncio.Transport, status: str, text: str) -> None:
    """Turn a client away that is not let in: it may not keep a connection until it has read."""
    transport.write(_answer(status, text))
    transport.close()


def _answer(status: str, text: str) -> bytes:
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\n"
    length = f"content-length: {len(text.encode())}\r\nconnection: close\r\n\r\n"
    return (head + length + text).encode()
