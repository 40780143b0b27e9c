"""A load of many tables with four websockets each, moving at a steady rate."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4


class GameMessage(msgspec.Struct):
    """The part of a game's state in a message that a player needs."""

    moment: int
    legal: list[str]
    to_move: int | None


class ReceivedMessage(msgspec.Struct):
    """The part of a message that a player needs."""

    type: str
    id: str | None = None
    game: GameMessage | None = None
    text: str = ""


_decode = msgspec.json.Decoder(ReceivedMessage).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class LoadTable:
    """A table, its sockets, and the move that is under way."""

    sockets: list[ClientConnection] = field(default_factory=list)
    games: list[GameMessage | None] = field(default_factory=lambda: [None] * SEATS)
    sent: float = 0.0
    waiting: int = 0
    """How many sockets have not received the move yet."""
    acknowledged: bool = True

    @property
    def is_idle(self) -> bool:
        """Whether all sockets have received the last move."""
        return self.acknowledged and not self.waiting


@dataclass
class Latencies:
    """Seconds from sending a move to its acknowledgement, and to its last receipt."""

    acknowledged: list[float] = field(default_factory=list)
    heard_by_all: list[float] = field(default_factory=list)
    skipped: int = 0
    refused: int = 0
    bytes: int = 0


class Crowd:
    """All tables of a load."""

    def __init__(self, address: str) -> None:
        """Prepare a load for a server."""
        self._address = address
        self._chance = random.Random(1)
        self._ids = count()
        self._hearing: list[asyncio.Task[None]] = []
        self.tables: list[LoadTable] = []
        self.latencies = Latencies()

    async def gather(self, tables: int) -> None:
        """Create tables and take all seats; one guest has the four seats of a table."""
        async with httpx.AsyncClient(base_url=self._address, timeout=60) as client:
            await client.get("/api/me")
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            for _ in range(tables):
                self.tables.append(await self._set_up(client, cookie))

    async def _set_up(self, client: httpx.AsyncClient, cookie: str) -> LoadTable:
        seats = [{"kind": "me"}] + [{"kind": "here", "name": f"P{n}"} for n in range(1, SEATS)]
        body = {"map": "border-disputes", "seats": seats, "name": "P0"}
        made = (await client.post("/api/tables", json=body)).raise_for_status().json()
        salt = {"commitment": made["commitment"], "salt": "salt"}
        (await client.put(f"/api/tables/{made['id']}/salt", json=salt)).raise_for_status()
        (await client.post(f"/api/tables/{made['id']}/start")).raise_for_status()
        table = LoadTable()
        for seat in range(SEATS):
            where = f"{self._address.replace('http', 'ws', 1)}/ws/{made['id']}?seat={seat}"
            headers = {"Cookie": cookie}
            socket = await connect(where, additional_headers=headers, compression=None)
            table.sockets.append(socket)
            self._hearing.append(asyncio.create_task(self._hear(table, seat, socket)))
        return table

    async def _hear(self, table: LoadTable, seat: int, socket: ClientConnection) -> None:
        async for data in socket:
            now = time.perf_counter()
            self.latencies.bytes += len(data)
            heard = _decode(data)
            if heard.game is not None:
                table.games[seat] = heard.game
            if heard.type == "update" and table.waiting:
                table.waiting -= 1
                if not table.waiting:
                    self.latencies.heard_by_all.append(now - table.sent)
            elif heard.type == "done":
                table.acknowledged = True
                self.latencies.acknowledged.append(now - table.sent)
            elif heard.type == "refused":
                self.latencies.refused += 1
                table.acknowledged, table.waiting = True, 0

    async def play(self, moves_per_s: float, seconds: float) -> Latencies:
        """Move at a steady rate, one table after the other, without waiting for answers."""
        self.latencies = Latencies()
        began = time.perf_counter()
        for number in range(int(moves_per_s * seconds)):
            due = began + number / moves_per_s
            delay = due - time.perf_counter()
            if delay > 0:
                await asyncio.sleep(delay)
            await self._move(self.tables[number % len(self.tables)], due)
        await asyncio.sleep(2)
        return self.latencies

    async def _move(self, table: LoadTable, due: float) -> None:
        seat = next((g.to_move for g in table.games if g and g.to_move is not None), None)
        if seat is None or not table.is_idle:
            self.latencies.skipped += 1
            return
        game = table.games[seat]
        assert game is not None
        action = self._chance.choice(game.legal)
        table.sent, table.waiting, table.acknowledged = due, SEATS, False
        command = {"type": "play", "id": f"m{next(self._ids)}", "moment": game.moment}
        await table.sockets[seat].send(_encode(command | {"action": action}).decode())

    async def leave(self) -> None:
        """Close all sockets."""
        for task in self._hearing:
            task.cancel()
        await asyncio.gather(*self._hearing, return_exceptions=True)
        for table in self.tables:
            await asyncio.gather(*(socket.close() for socket in table.sockets))


def percentile(values: Sequence[float], share: float) -> float:
    """The percentile of some values; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
