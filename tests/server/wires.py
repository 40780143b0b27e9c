"""A client's websocket to a table."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from waiting import HUNG_S

Json = dict[str, Any]

TIMEOUT_S = HUNG_S / 2
"""After so long in vain a wait fails, before the whole test counts as hung: it can say more."""

_numbers = count(1)


class Wire:
    """One websocket, and everything that came over it."""

    def __init__(self, connection: ClientConnection) -> None:
        """Begin to listen."""
        self.heard: list[Json] = []
        self.texts: list[str] = []
        """The same, as it came."""
        self.sent: list[Json] = []
        self.table: Json = {}
        self.game: Json | None = None
        self.presence: Json = {}
        """Who is at the table now, as it was last told."""
        self.seq = -1
        self._connection = connection
        self._read = 0
        self._news = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            async for text in self._connection:
                assert isinstance(text, str)
                self._hear(text)
        except ConnectionClosed:
            pass
        self._news.set()

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        self.texts.append(text)
        if message["type"] == "presence":  # comes between all others, and at any time
            self.presence = message
        else:
            self.heard.append(message)
        if message["type"] in ("welcome", "update"):
            self.seq = message["seq"]
            self.game = message["game"]
            self.table = message.get("table", self.table)
        self._news.set()

    @property
    def entries(self) -> list[Json]:
        """Everything that happened, as far as this client was told."""
        return [entry for message in self.heard for entry in message.get("entries", [])]

    @property
    def moment(self) -> int:
        """Which position this client sees."""
        assert self.game is not None
        moment: int = self.game["moment"]
        return moment

    @property
    def legal(self) -> list[str]:
        """What this client may do now."""
        assert self.game is not None
        legal: list[str] = self.game["legal"]
        return legal

    @property
    def is_over(self) -> bool:
        """Whether the game is."""
        return bool(self.table["status"] == "over")

    def look_again(self) -> None:
        """Let whoever waits for something see whether it is so by now."""
        self._news.set()

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait for a message that makes something true."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                while not is_so():
                    assert not self._listening.done(), f"closed: {self.close_code}"
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain; heard last: {self.texts[-3:]}") from None

    async def expect(self, kind: str, **keys: object) -> Json:
        """The next message of a kind with these values; what comes before it is passed over."""
        found: list[Json] = []

        def is_there() -> bool:
            while not found and self._read < len(self.heard):
                message = self.heard[self._read]
                self._read += 1
                if message["type"] == kind and keys.items() <= message.items():
                    found.append(message)
            return bool(found)

        await self.until(is_there)
        return found[0]

    async def say(self, message: str | bytes | Json) -> None:
        """Send anything at all."""
        if isinstance(message, dict):
            self.sent.append(message)
            message = json.dumps(message)
        await self._connection.send(message)

    async def ask(self, kind: str, **keys: Any) -> Json:
        """Send a command: `done`, and then this client has heard of it, or `refused`."""
        command = {"type": kind, "id": f"command {next(_numbers)}", **keys}
        before = len(self.heard)
        await self.say(command)

        def replies() -> list[Json]:
            kinds = ("done", "refused")
            return [
                m for m in self.heard[before:] if m["type"] in kinds and m["id"] == command["id"]
            ]

        await self.until(replies)
        reply = replies()[0]
        if reply["type"] == "done":
            await self.until(lambda: self.seq >= reply["seq"])
        return reply

    async def until_answered(self) -> None:
        """Wait until all that was sent has been answered: all but pings is, in its order."""
        last = {"type": "why", "id": f"last {next(_numbers)}", "action": "."}
        before = len(self.heard)
        await self.say(last)
        await self.until(lambda: any(m.get("id") == last["id"] for m in self.heard[before:]))

    async def play(self, action: str = "", **keys: Any) -> Json:
        """Decide; without an action, the first legal one."""
        command = {"moment": self.moment, "action": action or self.legal[0]}
        return await self.ask("play", **command | keys)

    async def look(self, seat: int | None, **keys: object) -> Json:
        """See the table from another seat."""
        before = len(self.heard)
        await self.say({"type": "look", "seat": seat, **keys})
        await self.until(lambda: any(m["type"] == "welcome" for m in self.heard[before:]))
        return self.heard[-1]

    async def play_out(self, rng: Random) -> None:
        """Play for all own seats, whichever is to move, until the game is over."""
        while not self.is_over:
            assert self.game is not None
            seat = self.game["to_move"]
            if seat not in self.table["mine"]:
                seen = self.seq
                await self.until(lambda seen=seen: self.seq > seen)  # type: ignore[misc]
            elif seat != self.game["view"]["seat"]:
                await self.look(seat)
            else:
                done = await self.play(rng.choice(self.legal))
                assert done["type"] == "done", done

    async def hang_up(self) -> None:
        """Be gone without a word, as when a device loses its network."""
        self._connection.transport.abort()
        await self._connection.wait_closed()

    async def close(self) -> None:
        """Hang up."""
        await self._connection.close()
        await self._listening

    async def until_closed(self) -> int | None:
        """Wait until the server hangs up: its code."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await self._connection.wait_closed()
                await self._listening
        except TimeoutError:
            raise AssertionError(f"still open; heard last: {self.texts[-3:]}") from None
        return self.close_code

    @property
    def close_code(self) -> int | None:
        """How the connection ended."""
        return self._connection.close_code
