"""The processor time of a move in the server's process, without sockets, in microseconds.

    .venv/bin/python bench/move_cost.py

Every move is decided, committed to an SQLite file and told to four listeners. On a machine that
others use too the cheapest fifth of all rounds counts, which is disturbed least.
"""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import typer

from han.server.bot_pool import LocalBotPool
from han.server.bus import LocalBus
from han.server.hub import Hub
from han.server.live_table import LiveTable
from han.server.metrics import Metrics
from han.server.store import Store
from han.server.table_factory import TableFactory
from han.table.command import AddSalt, Play, SentCommand, Start
from han.table.entry import Seat
from han.table.options import Options
from han.table.telling import Viewer

SEATS = 4
AT_ONCE = 4
"""How many tables move at the same time, and share a commit."""


class NullListener:
    """A listener that discards all messages."""

    def __init__(self, seat: int) -> None:
        """Listen from a seat."""
        self.viewer = Viewer(f"guest {seat}", seat)

    is_in_view = True

    def hear(self, data: bytes) -> None:
        """Discard a message."""

    def announce_shutdown(self) -> None:
        """Stay."""


class RandomTables:
    """RandomTables with random moves."""

    def __init__(self, hub: Hub) -> None:
        """Use the tables of a hub."""
        self._hub = hub
        self._chance = random.Random(1)
        self._ids = count()
        self._live_tables: list[LiveTable] = []

    async def set_up(self, tables: int) -> None:
        """Begin so many games."""
        seats = [Seat("person", f"P{seat}", f"guest {seat}") for seat in range(SEATS)]
        options = Options("border-disputes", SEATS)
        table_factory = TableFactory(self._hub)
        for _ in range(tables):
            live = await table_factory.set_up(options, seats, "guest 0", maker="")
            await self._start(live)
            live.listeners.update(map(NullListener, range(SEATS)))
            self._live_tables.append(live)

    async def _start(self, live: LiveTable) -> None:
        """Deal at once: nobody has a salt to add."""
        for seat in range(SEATS):
            salt = AddSalt(id=self._new_id(), commitment=live.table.commitment)
            await self._hub.send(live.table.id, SentCommand(salt, f"guest {seat}"))
        start = Start(id=self._new_id())
        await self._hub.send(live.table.id, SentCommand(start, "guest 0"))
        assert live.table.status == "running"

    def _new_id(self) -> str:
        return str(next(self._ids))

    async def play(self) -> float:
        """Let each table move once: seconds of processor time for a move."""
        began = time.process_time()
        moves = 0
        for first in range(0, len(self._live_tables), AT_ONCE):
            live_tables = self._live_tables[first : first + AT_ONCE]
            moves += sum(await asyncio.gather(*map(self._move, live_tables)))
        return (time.process_time() - began) / max(1, moves)

    async def _move(self, live: LiveTable) -> bool:
        table = live.table
        seat = table.to_move
        if seat is None:
            return False
        action = self._chance.choice(table.position.legal_actions.texts)
        play = Play(id=self._new_id(), action=action, moment=table.moment)
        sent = SentCommand(play, f"guest {seat}", seat)
        return (await self._hub.send(table.id, sent)).is_accepted


async def measure(folder: Path, tables: int, rounds: int) -> Sequence[float]:
    """What a move costs in each round, from the middle of the games on."""
    store = Store(str(folder / "han.sqlite"), node="bench")
    store.migrate()
    await store.beat(3600)
    hub = Hub(store, LocalBus(), LocalBotPool(1), Metrics(), "bench")
    playing = RandomTables(hub)
    await playing.set_up(tables)
    for _ in range(10):
        await playing.play()
    costs = [await playing.play() for _ in range(rounds)]
    await hub.stop()
    await store.close()
    return sorted(costs)


def main(tables: int = 64, rounds: int = 60) -> None:
    """Print one JSON object with what was measured."""
    with tempfile.TemporaryDirectory() as name:
        costs = asyncio.run(measure(Path(name), tables, rounds))
    shares = {"cheapest_fifth": costs[len(costs) // 5], "median": costs[len(costs) // 2]}
    print(json.dumps({name: round(1e6 * cost) for name, cost in shares.items()}))


if __name__ == "__main__":
    typer.run(main)
