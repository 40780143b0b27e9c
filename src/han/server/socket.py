"""One client's websocket, which follows a table and sends commands to it."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeAlias

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from han.messages import HanError
from han.server.answers import Answer, Bye, Done, Explained, History, Pong, Welcome, refused
from han.server.config import Limits
from han.server.hub import Hub
from han.server.limits import Allowance
from han.server.live_table import LiveTable
from han.server.logs import note_error
from han.server.reply import Reply, refuse, refuse_for
from han.server.store import StoreError
from han.server.wire import PROTOCOL, Look, Ping, Resync, Why, decode_message, encode_message
from han.table.command import ClientCommand, Play, Say, SentCommand
from han.table.moves import check_action
from han.table.telling import Viewer, history_cost, moment_json, table_json

Queued: TypeAlias = ClientCommand | Why | Look | Resync
"""Messages that may take a while to answer, and so wait in a queue."""

POLICY = 1008
TOO_BIG = 1009
RESTART = 1012
TRY_LATER = 1013

MOST_QUEUED = 16
"""Messages that are read while one is being answered; then no more are read for now."""


class Socket:
    """A client's connection. What is sent to it is queued, so that nobody waits for the client."""

    def __init__(
        self,
        socket: WebSocket,
        hub: Hub,
        live: LiveTable,
        viewer: Viewer,
        lang: str,
        limits: Limits,
        allowance: Allowance,
    ) -> None:
        """Follow a live table as a viewer whose guest was recognised."""
        self._chosen_viewer = viewer
        self._socket = socket
        self._hub = hub
        self._live = live
        self._lang = lang
        self._limits = limits
        self._outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(limits.waiting_messages)
        self._incoming: asyncio.Queue[Queued | None] = asyncio.Queue(MOST_QUEUED)
        self._allowance = allowance
        self._malformed = 0
        self._is_in_view = True
        self._end = (1000, "")

    @property
    def viewer(self) -> Viewer:
        """Who looks; whoever has left a seat does not see the cards of who sits there now."""
        guest, seat = self._chosen_viewer.guest, self._chosen_viewer.seat
        return self._chosen_viewer if seat in self._live.table.seats_of(guest) else Viewer(guest)

    @property
    def is_in_view(self) -> bool:
        """Whether the page can be seen, as its last ping said."""
        return self._is_in_view

    def hear(self, data: bytes) -> None:
        """Queue a message; a client that does not read is disconnected."""
        try:
            self._outgoing.put_nowait(data)
        except asyncio.QueueFull:
            self.close(TRY_LATER, "too slow")

    def close(self, code: int, reason: str) -> None:
        """End the connection; what waits unread is dropped."""
        self._end = (code, reason)
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait(None)

    def announce_shutdown(self) -> None:
        """The server is about to end: come back soon."""
        while self._outgoing.full():
            self._outgoing.get_nowait()
        self._say(Bye(retry_ms=500))

    async def serve(self, seen: int | None) -> None:
        """Exchange messages until one side closes the connection."""
        self._welcome()
        self._hub.attendance.join(self._live, self)
        self._hub.metrics.sockets.inc()
        writing = asyncio.create_task(self._write_messages())
        reading = asyncio.create_task(self._read_messages())
        answering = asyncio.create_task(self._answer_messages(seen))
        try:
            await asyncio.wait((writing, answering), return_when=asyncio.FIRST_COMPLETED)
            if reading.done():  # the client has closed: what it had sent before still counts
                await answering
        finally:
            self._hub.attendance.leave(self._live, self)
            self._hub.metrics.sockets.dec()
            tasks = (writing, reading, answering)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write_messages(self) -> None:
        """Send what is queued; ``None`` ends the connection."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (data := await self._outgoing.get()) is not None:
                await self._socket.send_text(data.decode())
            await self._socket.close(*self._end)

    async def _read_messages(self) -> None:
        """Read messages; what may take a while is queued, so that a ping never waits for it."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (frame := await self._socket.receive())["type"] != "websocket.disconnect":
                await self._receive(frame.get("text") or "")
        await self._incoming.put(None)

    async def _receive(self, text: str) -> None:
        if len(text) > self._limits.message_bytes:
            return self.close(TOO_BIG, "message too big")
        try:
            said = decode_message(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self._refuse_malformed()
        if not self._allowance.take_message():
            # too quick: refused, and the next message is read later
            self._refuse(getattr(said, "id", None), refuse_for("server.too_fast", self._lang))
            await asyncio.sleep(1 / self._limits.messages_per_s)
        elif isinstance(said, Ping):
            self._say(Pong())
            self._note_view(said)
        else:
            await self._incoming.put(said)

    def _note_view(self, said: Ping) -> None:
        if said.in_view != self._is_in_view:
            self._is_in_view = said.in_view
            self._hub.attendance.note(self._live)

    async def _answer_messages(self, seen: int | None) -> None:
        """Answer what is queued, one message after the other; ``None`` is the last."""
        if seen is not None:
            await self._safely(self._tell_history(seen))
        while (said := await self._incoming.get()) is not None:
            await self._safely(self._answer(said), getattr(said, "id", None))

    async def _safely(self, work: Awaitable[None], id_: str | None = None) -> None:
        """Tell the client when its message fails, and keep the connection."""
        try:
            await work
        except StoreError:
            self._refuse(id_, refuse_for("server.cannot_save", self._lang))
        except Exception:
            note_error("a message failed", table=self._live.table.id)
            self._refuse(id_, refuse_for("server.failed", self._lang))

    async def _answer(self, said: Queued) -> None:
        if isinstance(said, Look):
            self._look(said)
        elif isinstance(said, Why):
            self._explain(said)
        elif isinstance(said, Resync):
            await self._hub.refresh(self._live, said.seen)
            self._welcome()
            await self._tell_history(said.seen)
        elif isinstance(said, Say) and not self._allowance.talk.take():
            self._refuse(said.id, refuse_for("server.talks_too_much", self._lang))
        else:
            await self._send(said)

    async def _send(self, command: ClientCommand) -> None:
        """Pass a command on; who sends it is the connection's to say, not the message's."""
        sent = SentCommand(command, self.viewer.guest, self.viewer.seat)
        reply = await self._hub.send(self._live.table.id, sent, self._lang)
        if reply.seq is not None:
            self._say(Done(id=command.id, seq=reply.seq))
        else:
            self._refuse(command.id, reply)
            if reply.is_stale and isinstance(command, Play):
                self._welcome()

    def _look(self, said: Look) -> None:
        self._lang = said.lang or self._lang
        if said.seat is not None and said.seat not in self._live.table.seats_of(self.viewer.guest):
            return self._refuse(None, refuse_for("table.not_your_seat", self._lang))
        self._chosen_viewer = Viewer(self.viewer.guest, said.seat)
        self._welcome()

    def _explain(self, said: Why) -> None:
        """Answer which rule forbids an action; none if it is legal."""
        refusal = Reply()
        try:
            check_action(self._live.table, self.viewer.seat, said.action)
        except HanError as error:
            refusal = refuse(error, self._lang, self._live.table)
        self._say(Explained(id=said.id, rule=refusal.rule or None, text=refusal.text or None))

    def _welcome(self) -> None:
        """Send the table as it stands."""
        table = self._live.table
        self._say(
            Welcome(
                protocol=PROTOCOL,
                seq=table.seq,
                seat=self.viewer.seat,
                table=table_json(table, self.viewer.guest),
                game=moment_json(table, self.viewer),
            )
        )

    async def _tell_history(self, seen: int) -> None:
        """Send the entries after ``seen``, up to what the last welcome showed."""
        last = self._live.table.seq
        if seen < last and not self._allowance.histories.take(history_cost(last + 1)):
            return self._refuse(None, refuse_for("server.too_fast", self._lang))
        entries = await self._hub.history(self._live, self.viewer, seen)
        self._say(History(entries=entries))

    def _refuse_malformed(self) -> None:
        self._malformed += 1
        if self._malformed > self._limits.malformed_messages:
            self.close(POLICY, "too many malformed messages")
        else:
            self._refuse(None, refuse_for("server.malformed", self._lang))

    def _refuse(self, id_: str | None, reply: Reply) -> None:
        self._say(refused(id_, reply))

    def _say(self, answer: Answer) -> None:
        self.hear(encode_message(answer))
