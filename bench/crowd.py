"""A crowd of players: many tables with four sockets each, moving at a steady rate."""

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


class Game(msgspec.Struct):
    """What a player needs of a game's moment."""

    moment: int
    legal: list[str]
    to_move: int | None


class Heard(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    id: str | None = None
    game: Game | None = None
    text: str = ""


_decode = msgspec.json.Decoder(Heard).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class Table:
    """A table, its sockets, and the move that is under way."""

    sockets: list[ClientConnection] = field(default_factory=list)
    games: list[Game | None] = field(default_factory=lambda: [None] * SEATS)
    sent: float = 0.0
    waiting: int = 0
    """How many sockets have not heard of the move yet."""
    acknowledged: bool = True

    @property
    def is_idle(self) -> bool:
        """Whether everybody knows of the last move."""
        return self.acknowledged and not self.waiting


@dataclass
class Latencies:
    """Seconds from sending a move to its acknowledgement, and until everybody has heard."""

    acknowledged: list[float] = field(default_factory=list)
    heard_by_all: list[float] = field(default_factory=list)
    skipped: int = 0
    refused: int = 0
    bytes: int = 0


class Crowd:
    """All tables of a load."""

    def __init__(self, address: str) -> None:
        """Play at a server."""
        self._address = address
        self._chance = random.Random(1)
        self._ids = count()
        self._hearing: list[asyncio.Task[None]] = []
        self.tables: list[Table] = []
        self.latencies = Latencies()

    async def gather(self, tables: int) -> None:
        """Set tables up and take all seats; one guest's device holds the four of a table."""
        async with httpx.AsyncClient(base_url=self._address, timeout=60) as client:
            await client.get("/api/me")
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            for _ in range(tables):
                self.tables.append(await self._set_up(client, cookie))

    async def _set_up(self, client: httpx.AsyncClient, cookie: str) -> Table:
        seats = [{"kind": "me"}] + [{"kind": "here", "name": f"P{n}"} for n in range(1, SEATS)]
        body = {"map": "border-disputes", "seats": seats, "name": "P0"}
        made = (await client.post("/api/tables", json=body)).raise_for_status().json()
        salt = {"commitment": made["commitment"], "salt": "salt"}
        (await client.put(f"/api/tables/{made['id']}/salt", json=salt)).raise_for_status()
        (await client.post(f"/api/tables/{made['id']}/start")).raise_for_status()
        table = Table()
        for seat in range(SEATS):
            where = f"{self._address.replace('http', 'ws', 1)}/ws/{made['id']}?seat={seat}"
            headers = {"Cookie": cookie}
            socket = await connect(where, additional_headers=headers, compression=None)
            table.sockets.append(socket)
            self._hearing.append(asyncio.create_task(self._hear(table, seat, socket)))
        return table

    async def _hear(self, table: Table, seat: int, socket: ClientConnection) -> None:
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
        """Move at a steady rate, whatever the answers take, round the tables."""
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

    async def _move(self, table: Table, due: float) -> None:
        seat = next((g.to_move for g in table.games if g and g.to_move is not None), None)
        if seat is None or not table.is_idle:
            self.latencies.skipped += 1
            return
        game = table.games[seat]
        assert game is not None
        action = self._chance.choice(game.legal)
        table.sent, table.waiting, table.acknowledged = due, SEATS, False
        wish = {"type": "play", "id": f"m{next(self._ids)}", "moment": game.moment}
        await table.sockets[seat].send(_encode(wish | {"action": action}).decode())

    async def leave(self) -> None:
        """Hang up."""
        for task in self._hearing:
            task.cancel()
        await asyncio.gather(*self._hearing, return_exceptions=True)
        for table in self.tables:
            await asyncio.gather(*(socket.close() for socket in table.sockets))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all is not above; nought of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
