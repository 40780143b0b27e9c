"""Websocket connections with the limits that uvicorn does not have."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from han.messages import message
from han.server.connection_limits import (
    TOO_LARGE,
    ConnectionLimits,
    Timeout,
    close_gracefully,
    refuse,
)

NOT_UTF_8 = 1007


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket connection with limits; `LimitedHttpProtocol` has admitted it."""

    config: ConnectionLimits
    is_closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP."""
        super().connection_made(transport)
        self._read_timeout = Timeout(self.transport, self.config.client_timeout_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._read_timeout.cancel()
        self.config.release(self.transport)

    def data_received(self, data: bytes) -> None:
        """Read on; uvicorn would never answer a request with unfit headers."""
        if self.is_closing:
            return
        super().data_received(data)
        if not self.handshake_initiated:
            refuse(self, TOO_LARGE, message("server.too_large"))

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; a text that is none ends the connection, but is no error of ours."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.fail(NOT_UTF_8, "not UTF-8")
            return self.handle_parser_exception()
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Say what was wrong; uvicorn would close while the client is still sending."""
        said = self.conn.close_sent
        if said is None or self.is_closing:
            return
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": said.code, "reason": said.reason}
        )
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        # while there is a timer, uvicorn leaves the closing to it when the app has ended
        self.close_timer = close_gracefully(self)

    def handle_ping(self) -> None:
        """Answer a ping, unless so many answers are unread that they would fill the memory."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """We have said all: close, even if it is never read."""
        super().on_task_complete(task)
        self.loop.call_later(self.config.client_timeout_s, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The client does not answer any more."""
        super().keepalive_timeout()
        self.loop.call_later(self.config.client_timeout_s, self.transport.abort)

    def pause_writing(self) -> None:
        """The client reads too slowly: wait, but not for ever."""
        super().pause_writing()
        self._read_timeout.start()

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._read_timeout.cancel()
