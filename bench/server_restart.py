"""How soon a server with 10,000 unfinished games is ready, and what a table costs in memory.

.venv/bin/python bench/server_restart.py
.venv/bin/python bench/server_restart.py --database postgresql://…
"""

import asyncio
import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import typer
from serving import Serving, serving

from han.records.fair import commitment
from han.server.store import LogRow, Store
from han.server.summary import state_of
from han.table import moves, opening
from han.table.command import Play
from han.table.entry import Entry, Seat, encode_entry
from han.table.options import Options
from han.table.sender import Sender
from han.table.table import Table

SEED = bytes(32)
GUEST = "g" * 32
DECISIONS = 60


def main(games: int = 10_000, opened: int = 1_000, database: str = "") -> None:
    """Print one JSON object with what was measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        address = database or str(folder / "han.sqlite")
        asyncio.run(fill(address, games))
        with serving(address, folder) as server:
            found = {"games": games, "seconds_to_ready": round(server.seconds_to_ready, 2)}
            found |= measure_tables(server, min(opened, games))
    print(json.dumps({"database": "PostgreSQL" if database else "SQLite", **found}, indent=2))


async def fill(address: str, games: int) -> None:
    """Store unfinished games, alike but for their names."""
    entries = unfinished_game()
    table = Table.load("", SEED, entries)
    rows = [LogRow(seq, entry.at / 1000, encode_entry(entry)) for seq, entry in enumerate(entries)]
    store = Store(address, node="filler")
    store.migrate()
    await store.beat(600)
    state = state_of(table, seats_changed=True)
    for first in range(0, games, 500):
        numbers = range(first, min(first + 500, games))
        await asyncio.gather(
            *(store.create(f"game{n}", f"invite{n}", SEED, rows, state) for n in numbers)
        )
    await store.resign()
    await store.close()


def unfinished_game() -> Sequence[Entry]:
    """A game of people in its middle, in which random things were done."""
    chance = random.Random(1)
    seats = [Seat("person", f"P{n}", GUEST) for n in range(4)]
    me = Sender(GUEST, 0)
    options = Options("border-disputes", 4)
    entries: list[Entry] = [opening.create(options, seats, me, commitment(SEED))]
    table = Table.load("", SEED, entries)
    progress = opening.deal(table, me)
    entries.append(progress.entry)
    for _ in range(DECISIONS):
        table = progress.after
        mover = Sender(GUEST, 0, seat=table.to_move)
        action = chance.choice(table.position.legal_actions.texts)
        play = Play(id="", action=action, moment=table.moment)
        progress = moves.play(table, mover, play)
        entries.append(progress.entry)
    return entries


def measure_tables(server: Serving, opened: int) -> dict[str, Any]:
    """The memory of a loaded table without listeners."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        for number in range(100):  # until everything is warm
            client.get(f"/api/tables/game{number}").raise_for_status()
        before = server.memory
        for number in range(100, opened):
            client.get(f"/api/tables/game{number}").raise_for_status()
        taken = (server.memory - before) / (opened - 100)
    return {"tables_opened": opened, "bytes_per_idle_table": round(taken)}


if __name__ == "__main__":
    typer.run(main)
