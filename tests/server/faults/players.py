"""People who move as quickly as they can, and who come back whenever the line is cut.

A command that was not answered is sent again under the same id, as the protocol asks of clients.
"""

import time
from collections.abc import Sequence
from random import Random

from websockets.exceptions import ConnectionClosed, WebSocketException

from server.guests import Guest
from server.running import Server
from server.wires import Json, Wire
from waiting import pace

CHAT = 0.1
"""How often somebody who waits says something: nothing but its id keeps talk from doubling."""
IN_TROUBLE = ("server.cannot_save", "server.busy")
"""Refusals after which a client tries again."""


class Player:
    """Somebody on one seat of one table."""

    def __init__(self, guest: Guest, table: Json, seat: int, servers: Sequence[Server]) -> None:
        """Go to the first of these servers, and when it is gone to the next."""
        self.guest = guest
        self.table = table["id"]
        self.seat = seat
        self.prefix = f"seat {seat}, command "
        """How the ids of all own commands begin."""
        self.wire: Wire | None = None
        self.accepted: dict[str, int] = {}
        """The entries that the own commands have become, by the commands' ids."""
        self.sent: set[str] = set()
        self.refusals: set[str] = set()
        self.seen = -1
        """The last entry that this player has heard of, at whichever server."""
        self.asked_at = 0.0
        """When the last decision that was accepted was sent for the first time."""
        self._servers = list(servers)
        self._has_to_speak = False
        self._open: Json | None = None
        """The command that is not answered yet."""
        self._opened_at = 0.0
        self._chance = Random(f"{self.table} {seat}")

    @property
    def is_over(self) -> bool:
        """Whether this player knows the game to be over."""
        return self.wire is not None and self.wire.is_over

    def speak_up(self) -> None:
        """Say something next, unless it is one's turn; also if nothing happens meanwhile."""
        self._has_to_speak = True
        if self.wire is not None:
            self.wire.look_again()

    async def play_on(self) -> None:
        """Play until the game is over."""
        while not self.is_over:
            self.wire = await self._come()
            while not (_is_lost(self.wire) or self.is_over):
                await self._act(self.wire)
            self.seen = max(self.seen, self.wire.seq)

    async def _come(self) -> Wire:
        """Connect to whichever server is there."""
        while True:
            self.guest.server = self._servers[0]
            try:
                wire = await self.guest.open(self.table, seat=self.seat, seen=self.seen)
            except (OSError, TimeoutError, WebSocketException):
                wire = None
            if wire is not None:
                await wire.until(lambda wire=wire: wire.table or _is_lost(wire))  # type: ignore[misc]
                if wire.table:
                    self._check_welcome(wire)
                    return wire
            self._servers.append(self._servers.pop(0))
            await pace()

    def _check_welcome(self, wire: Wire) -> None:
        welcome = next(message for message in wire.heard if message["type"] == "welcome")
        assert welcome["seq"] >= self.seen, f"a welcome older than entry {self.seen}: {welcome}"

    async def _act(self, wire: Wire) -> None:
        if self._open is None:
            self._open = self._command(wire)
            self._opened_at = time.monotonic()
        if self._open is None:
            seen = wire.seq
            await wire.until(lambda: wire.seq > seen or _is_lost(wire) or self._has_to_speak)
            return
        reply = await self._ask(wire, self._open)
        if reply is None:
            return
        if reply["type"] == "done":
            await self._be_accepted(wire, self._open, reply["seq"])
        else:
            await self._be_refused(reply["key"])

    def _command(self, wire: Wire) -> Json | None:
        name = f"{self.prefix}{len(self.sent)}"
        has_to_speak, self._has_to_speak = self._has_to_speak, False
        if wire.game is None:
            return None  # this server has not heard yet that the game has begun
        if wire.game["to_move"] == self.seat:
            action = self._chance.choice(wire.legal)
            return {"type": "play", "id": name, "moment": wire.moment, "action": action}
        if self._chance.random() < CHAT or has_to_speak:
            return {"type": "say", "id": name, "text": name}
        return None

    async def _ask(self, wire: Wire, command: Json) -> Json | None:
        """The answer to a command; none if the line is cut before it comes."""
        self.sent.add(command["id"])
        before = len(wire.heard)

        def replies() -> list[Json]:
            kinds = ("done", "refused")
            return [
                m for m in wire.heard[before:] if m["type"] in kinds and m["id"] == command["id"]
            ]

        try:
            await wire.say(command)
        except ConnectionClosed:
            return None
        await wire.until(lambda: replies() or _is_lost(wire))
        return replies()[0] if replies() else None

    async def _be_accepted(self, wire: Wire, command: Json, seq: int) -> None:
        self.accepted[command["id"]] = seq
        self._open = None
        self.seen = max(self.seen, seq)
        if command["type"] == "play":
            self.asked_at = self._opened_at
        await wire.until(lambda: wire.seq >= seq or _is_lost(wire))

    async def _be_refused(self, key: str) -> None:
        self.refusals.add(key)
        if key not in IN_TROUBLE:
            self._open = None
        await pace()


def _is_lost(wire: Wire) -> bool:
    return wire.close_code is not None
