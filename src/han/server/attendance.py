"""Keeps everybody's presence up to date: connections here, and those at other processes."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from han.server.bus import Bus
from han.server.live_table import Listener, LiveTable
from han.server.now import loop_s
from han.server.presence import LOST_S, NOBODY, Attendance, attendance
from han.server.wire import encode_message

TOPIC = "presence"
"""What processes tell each other about all tables; shorter than any table's id."""


class RollCall(Struct, frozen=True):
    """Who is connected to one process, at some or all of its tables."""

    node: str
    tables: dict[str, Attendance]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(RollCall).decode


class AttendanceKeeper:
    """Hears of connections that come and go, and tells all who look at their tables."""

    def __init__(
        self,
        live_tables: Mapping[str, LiveTable],
        bus: Bus,
        node: str,
        spawn: Callable[[Coroutine[Any, Any, Any]], object],
    ) -> None:
        """Look after these tables; ``spawn`` runs work that nobody waits for."""
        self._live_tables = live_tables
        self._bus = bus
        self._node = node
        self._spawn = spawn
        self._timers: dict[str, asyncio.TimerHandle] = {}

    async def start(self) -> None:
        """Listen to the other processes."""
        self._bus.on_gap(self.remind)
        await self._bus.follow(TOPIC, self._hear)

    async def beat(self) -> None:
        """Remind the others of who is here, for ever: they may have missed it, or be new."""
        while True:
            await asyncio.sleep(LOST_S / 3)
            self.remind()
            for live in list(self._live_tables.values()):
                if live.listeners:
                    self._tell(live)  # another process may have died

    def remind(self) -> None:
        """Tell the others of everybody who is connected here."""
        here = {name: live.presence.here for name, live in self._live_tables.items()}
        self._publish({name: there for name, there in here.items() if there != NOBODY})

    def join(self, live: LiveTable, listener: Listener) -> None:
        """Somebody is connected: they hear who is there, and the others of them."""
        live.listeners.add(listener)
        if not self.note(live):
            listener.hear(encode_message(live.presence.message(live.table)))

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Somebody's connection has ended."""
        live.listeners.discard(listener)
        self.note(live)

    def note(self, live: LiveTable) -> bool:
        """Somebody came, went, sat down, or looks elsewhere. Returns whether all were told."""
        here = _attendance_here(live)
        if here != live.presence.here:
            live.presence.here = here
            self._publish({live.table.id: here})
        return self._tell(live)

    def _publish(self, tables: dict[str, Attendance]) -> None:
        if tables:
            self._spawn(self._bus.publish(TOPIC, _encode(RollCall(self._node, tables))))

    def _hear(self, data: bytes) -> None:
        """Another process says who is connected to it; one that is new hears of us in return."""
        said = _decode(data)
        if said.node == self._node:
            return
        unknown = {}
        for name, there in said.tables.items():
            if (live := self._live_tables.get(name)) is None:
                continue
            if live.presence.hear(said.node, there, loop_s()) and live.presence.here != NOBODY:
                unknown[name] = live.presence.here
            self._tell(live)
        self._publish(unknown)

    def _tell(self, live: LiveTable) -> bool:
        """Tell what is new and has settled; of the rest see later."""
        if timer := self._timers.pop(live.table.id, None):
            timer.cancel()
        if not live.listeners:
            live.presence.forget()
            return False
        is_new, due = live.presence.settle(live.table, loop_s())
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timers[live.table.id] = loop.call_at(due, self._tell, live)
        if is_new:
            data = encode_message(live.presence.message(live.table))
            for listener in live.listeners:
                listener.hear(data)
        return is_new


def _attendance_here(live: LiveTable) -> Attendance:
    connected: dict[str, bool] = {}
    strangers = 0
    for listener in live.listeners:
        guest = listener.viewer.guest
        if guest:
            connected[guest] = connected.get(guest, False) or listener.is_in_view
        else:
            strangers += 1
    return attendance(live.table, connected, strangers)
