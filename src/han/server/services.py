"""The parts of a server, made and ended together."""

import asyncio
import secrets
from dataclasses import dataclass, field
from logging import WARNING

from han.server.bot_pool import BotPool, open_bot_pool
from han.server.bus import Bus, open_bus
from han.server.cached import Cached
from han.server.config import Config
from han.server.host_names import HostNames
from han.server.hub import Hub
from han.server.identity import SIGNING_KEY, GuestTokens
from han.server.limits import Allowance, Bucket, Buckets, ClientSemaphore
from han.server.logs import note
from han.server.metrics import Metrics
from han.server.store import DatabaseFault, Store, StoreDownError
from han.server.table_factory import TableFactory
from han.server.warm import warm_up

HEALTH_CHECKS_PER_S = 20
HEALTH_CHECK_BURST = 200
"""The rate limit of health checks from one address, apart from that of its other requests."""
COUNT_AGE_S = 5.0
"""How old the numbers of tables may be: in a large database it takes a while to count."""
SHUTDOWN_TIMEOUT_S = 1.0
"""How long a server that ends waits for each of the last answers of its database."""
DATABASE_AGE_S = 1.0
"""How old the news may be that the database takes writes: to see that costs one."""


@dataclass
class Services:
    """What a running server consists of."""

    config: Config
    store: Store
    bus: Bus
    bot_pool: BotPool
    metrics: Metrics
    hub: Hub
    table_factory: TableFactory
    guest_tokens: GuestTokens
    requests: Buckets
    files: Buckets
    new_tables: Buckets
    talk: Buckets
    histories: Buckets
    messages: Buckets
    health_checks: Buckets
    sockets: ClientSemaphore
    host_names: HostNames
    is_ready: bool = False
    _counts: Cached[dict[str, int]] = field(init=False)
    _database_fault: Cached[DatabaseFault | None] = field(init=False)
    _known_fault: DatabaseFault | None = None
    _chores: list[asyncio.Task[None]] = field(default_factory=list)
    _warming: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        """Cache what monitoring asks for again and again."""
        self._counts = Cached(self.store.count, COUNT_AGE_S)
        self._database_fault = Cached(self._find_database_fault, DATABASE_AGE_S)

    async def start(self) -> None:
        """Start all parts, and the background work."""
        await self.bus.start()
        await self.bot_pool.start()
        await self.store.beat(self.config.lease_s)
        await self.hub.start()
        chores = self.hub.chores
        self._chores = [
            asyncio.create_task(chores.beat(self.config.lease_s), name="beat"),
            asyncio.create_task(chores.sweep(self.config.idle_s), name="sweep"),
            asyncio.create_task(self.hub.attendance.beat(), name="attendance"),
        ]
        self._warming = asyncio.create_task(asyncio.to_thread(warm_up))
        self.is_ready = True
        note("ready")

    @property
    def has_chores(self) -> bool:
        """Whether all background work is running."""
        return not any(chore.done() for chore in self._chores)

    async def database_fault(self) -> DatabaseFault | None:
        """What is wrong with the database, or was a moment ago."""
        return await self._database_fault.get()

    async def _find_database_fault(self) -> DatabaseFault | None:
        fault = await self.store.find_fault()
        if fault and fault != self._known_fault:
            note("the database cannot be used", WARNING, reason=fault.reason)
        self._known_fault = fault
        return fault

    async def count_tables(self) -> None:
        """Bring the numbers of tables up to date; they may be a few seconds old."""
        self.metrics.count_tables(await self._counts.get())

    def allow(self, client: str, guest: str) -> Allowance:
        """The rate limits of a new connection."""
        limits = self.config.limits
        messages = Bucket(limits.messages_per_s, limits.message_burst)
        return Allowance(
            messages, self.messages.of(client), self.talk.of(guest), self.histories.of(client)
        )

    async def announce_shutdown(self) -> None:
        """Tell all clients that the server ends, and take no more commands."""
        self.is_ready = False
        self.store.stop_waiting()
        for live in self.hub.live_tables.values():
            for listener in list(live.listeners):
                listener.announce_shutdown()
        await asyncio.sleep(0.1)  # so that the message is out before connections are closed

    async def stop(self) -> None:
        """Release all leases, and stop all parts."""
        self.is_ready = False
        self.store.stop_waiting()
        ending = [*self._chores, *([self._warming] if self._warming else [])]
        for chore in ending:
            chore.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await self.hub.stop()
        await self.bot_pool.stop()
        await self.bus.stop()
        await self._resign()
        await self.store.close(SHUTDOWN_TIMEOUT_S)
        note("ended")

    async def _resign(self) -> None:
        """Free our tables for others, who without a database wait until our lease has ended."""
        try:
            async with asyncio.timeout(SHUTDOWN_TIMEOUT_S):
                await self.store.resign()
        except (StoreDownError, TimeoutError):
            note("ended without the database", WARNING)


def make_services(config: Config) -> Services:
    """Open the database and put everything together; nothing runs yet."""
    node = secrets.token_hex(8)
    store = Store(config.database, node=node)
    store.migrate()
    metrics = Metrics()
    bus = open_bus(config.nats)
    bot_pool = open_bot_pool(config.nats, config.processes or None)
    hub = Hub(store, bus, bot_pool, metrics, node)
    limits = config.limits
    return Services(
        config=config,
        store=store,
        bus=bus,
        bot_pool=bot_pool,
        metrics=metrics,
        hub=hub,
        table_factory=TableFactory(hub),
        guest_tokens=GuestTokens(store.setting(SIGNING_KEY, GuestTokens.new_key)),
        requests=Buckets(limits.requests_per_s, limits.request_burst),
        files=Buckets(limits.files_per_s, limits.file_burst),
        new_tables=Buckets(limits.tables_per_minute / 60, limits.table_burst),
        talk=Buckets(limits.chat_per_s, limits.chat_burst),
        histories=Buckets(limits.histories_per_s, limits.history_burst),
        messages=Buckets(limits.address_messages_per_s, limits.address_message_burst),
        health_checks=Buckets(HEALTH_CHECKS_PER_S, HEALTH_CHECK_BURST),
        sockets=ClientSemaphore(limits.sockets),
        host_names=HostNames(config.host, config.host_names),
    )
