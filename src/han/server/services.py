"""The parts of a server, made and ended together."""

import asyncio
import secrets
from dataclasses import dataclass, field

from han.server.bus import Bus, open_bus
from han.server.config import Config
from han.server.desk import Desk, open_desk
from han.server.hub import Hub
from han.server.identity import SIGNING_KEY, Doorkeeper
from han.server.limits import Allowance, Bucket, Buckets, Turnstile
from han.server.logs import note
from han.server.lounge import Lounge
from han.server.metrics import Metrics
from han.server.store import Store
from han.server.warm import warm_up


@dataclass
class Services:
    """What a running server consists of."""

    config: Config
    store: Store
    bus: Bus
    desk: Desk
    metrics: Metrics
    hub: Hub
    lounge: Lounge
    doorkeeper: Doorkeeper
    requests: Buckets
    new_tables: Buckets
    talk: Buckets
    histories: Buckets
    sockets: Turnstile
    is_ready: bool = False
    _chores: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        """Begin to look after the tables."""
        await self.bus.start()
        await self.desk.start()
        await self.store.beat(self.config.lease_s)
        await self.hub.start()
        chores = self.hub.chores
        self._chores = [
            asyncio.create_task(chores.beat(self.config.lease_s)),
            asyncio.create_task(chores.sweep(self.config.idle_s)),
            asyncio.create_task(asyncio.to_thread(warm_up)),
        ]
        self.is_ready = True
        note("ready")

    def allow(self, client: str, guest: str) -> Allowance:
        """How much somebody's connection may ask."""
        limits = self.config.limits
        messages = Bucket(limits.messages_per_s, limits.message_burst)
        return Allowance(messages, self.talk.of(guest), self.histories.of(client))

    async def say_goodbye(self) -> None:
        """Tell everybody to come back soon, and take no more wishes."""
        self.is_ready = False
        for room in self.hub.rooms.values():
            for listener in list(room.listeners):
                listener.say_goodbye()
        await asyncio.sleep(0.1)  # so that the words are out before the lines are cut

    async def stop(self) -> None:
        """Give the tables up for others to take, and end everything."""
        self.is_ready = False
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self.hub.stop()
        await self.desk.stop()
        await self.bus.stop()
        await self.store.resign()
        await self.store.close()
        note("ended")


def make_services(config: Config) -> Services:
    """Open the database and put everything together; nothing runs yet."""
    node = secrets.token_hex(8)
    store = Store(config.database, node=node)
    store.migrate()
    metrics = Metrics()
    bus = open_bus(config.nats)
    desk = open_desk(config.nats, config.processes or None)
    hub = Hub(store, bus, desk, metrics, node)
    limits = config.limits
    return Services(
        config=config,
        store=store,
        bus=bus,
        desk=desk,
        metrics=metrics,
        hub=hub,
        lounge=Lounge(hub),
        doorkeeper=Doorkeeper(store.setting(SIGNING_KEY, Doorkeeper.new_key)),
        requests=Buckets(limits.requests_per_s, limits.request_burst),
        new_tables=Buckets(limits.tables_per_minute / 60, limits.table_burst),
        talk=Buckets(limits.chat_per_s, limits.chat_burst),
        histories=Buckets(limits.histories_per_s, limits.history_burst),
        sockets=Turnstile(limits.sockets),
    )
