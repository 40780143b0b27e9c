"""Hubs in the test's own process, on real databases: several on one of them are several nodes."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from han.records.fair import commitment
from han.server.bot_pool import BotPool, LocalBotPool
from han.server.bus import LocalBus
from han.server.hub import Hub
from han.server.live_table import LiveTable
from han.server.metrics import Metrics
from han.server.now import now_ms
from han.server.store import Store
from han.table import opening
from han.table.command import Command, SentCommand
from han.table.entry import Entry, Seat
from han.table.options import Clock, Options
from han.table.sender import Sender
from han.table.table import Table
from han.table.telling import Viewer
from server.store.scenes import opened

ANN, BEN = "guest-ann", "guest-ben"
ann, ben = Seat("person", "Ann", ANN), Seat("person", "Ben", BEN)
SEED = bytes(range(32))

_numbers = count(1)


def by(guest: str, seat: int | None, kind: Callable[..., Command], /, **parts: Any) -> SentCommand:
    """A guest's new command for one of the seats."""
    return SentCommand(kind(id=f"command {next(_numbers)}", **parts), guest, seat)


class Ear:
    """Somebody who listens."""

    def __init__(self, viewer: Viewer | None = None) -> None:
        """Listen as a spectator, or as somebody else."""
        self.viewer = viewer or Viewer()
        self.heard: list[bytes] = []
        self.is_in_view = True

    def hear(self, data: bytes) -> None:
        """Remember a message."""
        self.heard.append(data)

    def announce_shutdown(self) -> None:
        """Stay."""


@asynccontextmanager
async def node(
    url: str,
    name: str = "a",
    bus: LocalBus | None = None,
    bot_pool: BotPool | None = None,
    retry_for_s: float = 10,
) -> AsyncIterator[tuple[Hub, Store]]:
    """A hub and its store; without a bot pool no bot thinks."""
    bus = bus or LocalBus()
    await bus.start()
    async with opened(url, name, retry_for_s) as store:
        hub = Hub(store, bus, bot_pool or LocalBotPool(1), Metrics(), name)
        await hub.start()
        await store.beat(1000)
        try:
            yield hub, store
        finally:
            await hub.stop()


def beginning(
    *seats: Seat, start: int = 0, clock: Clock | None = None, ago_s: float = 0
) -> list[Entry]:
    """The first entries of a game for two: bots may be of any kind, not only the levels."""
    map_, clock = "ways-of-diplomacy", clock or Clock()
    options = Options(map_, len(seats), start=start, clock=clock, stand_in="random")
    host = Sender(ANN, now_ms() - round(1000 * ago_s))
    created = opening.create(options, seats, host, commitment(SEED))
    return [created, opening.deal(Table.load("", SEED, [created]), host).entry]


async def set_up(hub: Hub, entries: Sequence[Entry], maker: str = "") -> LiveTable:
    """A table with this log."""
    number = next(_numbers)
    table = Table.load(f"table-{number}", SEED, entries, f"invite-{number}")
    return await hub.create(table, SEED, entries, maker)
