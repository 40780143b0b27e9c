"""HTTP connections with the limits that uvicorn does not have."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from han.messages import message
from han.server.connection_limits import (
    BAD,
    TOO_LARGE,
    TOO_MANY,
    ConnectionLimits,
    Timeout,
    refuse,
    refuse_at_once,
)

HEAD_BYTES = 32_768
"""What the first line and the headers of a request may have together."""
MOST_IN_A_ROW = 20
"""How many requests may wait for the answer to another on the same connection."""


class TooMuchError(Exception):
    """Ends the parsing of what a client sends."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection with limits."""

    config: ConnectionLimits
    is_closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a client that has not too many connections already."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._head = 0
        self._is_in_head = True
        self._running: RequestResponseCycle | None = None
        self._head_timeout = Timeout(self.transport, self.config.client_timeout_s)
        self._read_timeout = Timeout(self.transport, self.config.client_timeout_s)
        self._head_timeout.start()
        if not self.config.admit(self.transport, self.client[0] if self.client else None):
            refuse_at_once(self.transport, TOO_MANY, message("server.too_many_sockets"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection; uvicorn tells it only to the last of several requests in a row."""
        self._drop_answers()
        super().connection_lost(exc)
        self._head_timeout.cancel()
        self._read_timeout.cancel()
        self.config.release(self.transport)

    def data_received(self, data: bytes) -> None:
        """Read on; the head of a request must be short and come soon."""
        if self.is_closing:
            return
        if self._is_in_head:
            self._head += len(data)
        super().data_received(data)
        if self._is_in_head and self._head > HEAD_BYTES:
            self._refuse(TOO_LARGE, message("server.too_large"))
        elif self._is_in_head and self._head:
            self._head_timeout.start()

    def on_message_begin(self) -> None:
        """A request begins, perhaps together with the end of another."""
        super().on_message_begin()
        self._head = max(self._head, 1)
        self._fields = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header more, if there have not been too many."""
        self._fields += len(name) + len(value) + 4
        if self._fields > HEAD_BYTES:
            raise TooMuchError
        super().on_header(name, value)

    def send_400_response(self, msg: str) -> None:
        """Say what was wrong."""
        if self._is_in_head and self._head > HEAD_BYTES:
            self._refuse(TOO_LARGE, message("server.too_large"))
        else:
            self._refuse(BAD, msg)

    def _refuse(self, status: str, text: str) -> None:
        """Turn the client away, whatever else it has asked for."""
        self._drop_answers()
        refuse(self, status, text)

    def _drop_answers(self) -> None:
        """Let no request that is still being answered write any more."""
        self.pipeline.clear()
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()

    def on_headers_complete(self) -> None:
        """The head is there."""
        if len(self.pipeline) >= MOST_IN_A_ROW:
            raise TooMuchError
        self._head = 0
        self._is_in_head = False
        self._head_timeout.cancel()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """What comes next is a head again."""
        super().on_message_complete()
        self._is_in_head = True

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more came: close, even if what we said is never read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(self.config.client_timeout_s, self.transport.abort)

    def pause_writing(self) -> None:
        """The client reads too slowly: wait, but not for ever."""
        super().pause_writing()
        self._read_timeout.start()

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._read_timeout.cancel()
