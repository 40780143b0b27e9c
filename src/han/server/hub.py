"""All tables of this process: commands come in, entries are stored, everybody is told.

A command is carried out by the one process that holds the table's lease. Another process forwards
it, or takes the lease when its holder has died.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from han.messages import HanError
from han.server.attendance import AttendanceKeeper
from han.server.bot_pool import BotPool
from han.server.bus import Bus, NobodyAnswersError
from han.server.chores import Chores
from han.server.live_table import LiveTable
from han.server.logs import note
from han.server.metrics import Metrics
from han.server.now import loop_s, now_ms
from han.server.reply import Reply, refuse, refuse_for
from han.server.store import Claim, LogRow, StaleWriterError, Store, StoreDownError
from han.server.summary import state_of
from han.table import absence
from han.table import entry as log
from han.table.command import Play, SentCommand
from han.table.decide import decide
from han.table.entry import Entry, decode_entry, encode_entry
from han.table.errors import TableError
from han.table.progress import Progress
from han.table.shapes import MomentShape, ToldEntry
from han.table.table import Table
from han.table.telling import Viewer, tell_history, tell_moment

T = TypeVar("T")

ROUTE_TIMEOUT_S = 8.0
"""How long the owner of a table is looked for: longer than a lease."""
FORWARD_TIMEOUT_S = 3.0
SHUTDOWN_TIMEOUT_S = 2.0
"""How long a server that ends lets commands be carried out that it has taken before."""
LOAD_THREADS = 4
HISTORY_THREADS = 2
"""Threads that read tables, and that go through their past: a long past keeps only those who
ask for one waiting."""


class UnknownTableError(TableError):
    """There is no such table."""


class Forwarded(Struct, frozen=True):
    """A command on its way to the process that owns the table."""

    table_id: str
    lang: str
    sent: SentCommand


_encode = msgspec.msgpack.Encoder().encode
_decode_forwarded = msgspec.msgpack.Decoder(Forwarded).decode
_decode_reply: Callable[[bytes], Reply | None] = msgspec.msgpack.Decoder(Reply | None).decode
_decode_rows = msgspec.msgpack.Decoder(list[LogRow]).decode


class Hub:
    """The live tables of this process."""

    def __init__(
        self, store: Store, bus: Bus, bot_pool: BotPool, metrics: Metrics, node: str
    ) -> None:
        """Connect the database, the other processes and the bots."""
        self._store = store
        self._bus = bus
        self._node = node
        self.metrics = metrics
        self.live_tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._unsubscribe: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._retrying: set[asyncio.Task[None]] = set()
        """Those among them that may be cancelled: they acknowledge nothing."""
        self._load_threads = ThreadPoolExecutor(LOAD_THREADS, thread_name_prefix="load")
        self._history_threads = ThreadPoolExecutor(HISTORY_THREADS, thread_name_prefix="history")
        self.chores = Chores(self, store, bot_pool)
        self.attendance = AttendanceKeeper(self.live_tables, bus, node, self.spawn)

    async def start(self) -> None:
        """Begin to answer the other processes."""
        self._bus.on_gap(self._on_gap)
        await self._bus.answer(self._node, self._answer)
        await self.attendance.start()

    async def stop(self) -> None:
        """Stop all work; what is being stored is stored."""
        for live in self.live_tables.values():
            live.stop_chore()
        for task in self._retrying:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=SHUTDOWN_TIMEOUT_S)
        for threads in (self._load_threads, self._history_threads):
            threads.shutdown(wait=False, cancel_futures=True)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run work as a task of its own, which no disconnecting client cancels."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _read_in_background(
        self, live: LiveTable, work: Callable[[LiveTable], Awaitable[object]]
    ) -> None:
        """Do work that only reads the log, and retry it while the database is away."""
        task = self.spawn(self.chores.retry(live, work))
        self._retrying.add(task)
        task.add_done_callback(self._retrying.discard)

    async def create(
        self, table: Table, seed: bytes, entries: Sequence[Entry], maker: str = ""
    ) -> LiveTable:
        """Store a new table, which these entries have made and which this process then owns."""
        rows = [log_row(seq, entry) for seq, entry in enumerate(entries)]
        state = state_of(table, seats_changed=True)
        storing = self._store.create(table.id, table.invite, seed, rows, state, maker)
        making = self._make(table, storing, maker)
        return await asyncio.shield(self._begin_to_open(table.id, making))

    async def _make(self, table: Table, storing: Coroutine[Any, Any, int], maker: str) -> LiveTable:
        epoch = await storing
        live = await self._follow(table, maker)
        live.epoch = epoch
        self.chores.arrange(live)
        return live

    async def live_table(self, table_id: str) -> LiveTable:
        """The table with this id, loaded if need be; everybody who asks gets the same object."""
        live = self.live_tables.get(table_id)
        if live is not None:
            live.used = loop_s()
            return live
        if table_id not in self._opening:
            self._begin_to_open(table_id, self._open(table_id))
        return await asyncio.shield(self._opening[table_id])

    def _begin_to_open(
        self, table_id: str, work: Coroutine[Any, Any, LiveTable]
    ) -> asyncio.Task[LiveTable]:
        """Let everybody who asks for the table meanwhile wait for this work."""
        task = self._opening[table_id] = self.spawn(work)
        task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return task

    async def _open(self, table_id: str) -> LiveTable:
        stored = await self._store.find(table_id)
        if stored is None:
            raise UnknownTableError("server.no_such_table")
        rows = await self._store.rows(table_id)
        seed, invite = stored.seed, stored.invite
        table = await _on(
            self._load_threads, lambda: Table.load(table_id, seed, _entries(rows), invite)
        )
        return await self._follow(table, stored.maker or "")

    async def _follow(self, table: Table, maker: str) -> LiveTable:
        """Subscribe to a table's entries, and read those stored before the subscription."""
        live = LiveTable(table, maker)
        live.on_seats_changed = lambda: self.attendance.note(live)
        unsubscribe = await self._bus.follow(table.id, lambda data: self._on_rows(live, data))
        try:
            live.apply_rows(await self._store.rows(table.id, after=table.seq))
        except BaseException:
            await unsubscribe()  # or nobody would ever
            raise
        self._unsubscribe[table.id] = unsubscribe
        self.live_tables[table.id] = live
        self.metrics.live_tables.set(len(self.live_tables))
        return live

    async def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; whoever still holds it cannot write any more."""
        live.stop_chore()
        live.epoch = None
        self.live_tables.pop(live.table.id, None)
        self.metrics.live_tables.set(len(self.live_tables))
        unsubscribe = self._unsubscribe.pop(live.table.id, None)
        if unsubscribe is not None:
            await unsubscribe()

    def _on_rows(self, live: LiveTable, data: bytes) -> None:
        """Apply entries that another process has stored; if some are missing, read the log."""
        rows = _decode_rows(data)
        if live.epoch is not None and any(row.seq > live.table.seq for row in rows):
            self._give_up_lease(live)
        if not live.apply_rows(rows):
            self._read_in_background(live, self.catch_up)

    def _give_up_lease(self, live: LiveTable) -> None:
        """Our lease has expired, and perhaps another process writes: we must claim it again.

        Of our own entries we never hear before they have happened here.
        """
        live.epoch = None
        if not live.lock.locked():  # a chore that is being stored finds out by itself
            live.stop_chore()

    async def refresh(self, live: LiveTable, seen: int | None) -> None:
        """Bring a table up to date before somebody connects who may have seen more of it.

        Entries that another process has stored may still be on their way. Without a database
        the table is shown as it is, unless somebody has seen more.
        """
        is_behind = seen is not None and seen > live.table.seq
        if live.epoch is not None and not is_behind:
            return
        try:
            if live.epoch is None and live.table.deadline is not None:
                await self.owner_elsewhere(live)  # its clock may have to be given back an outage
            await self.catch_up(live)
        except (StaleWriterError, StoreDownError):
            if is_behind:
                raise

    async def catch_up(self, live: LiveTable) -> None:
        """Read what the log has more than the table."""
        live.apply_rows(await self._store.rows(live.table.id, after=live.table.seq))
        live.is_in_doubt = False

    def _on_gap(self) -> None:
        """Messages of the bus were lost, of other processes or ours: read all logs."""
        for live in self.live_tables.values():
            self._read_in_background(live, self._read_missed)

    async def _read_missed(self, live: LiveTable) -> None:
        async with live.lock:
            await (self.catch_up(live) if live.epoch is None else self._publish_last(live))

    async def _publish_last(self, live: LiveTable) -> None:
        """Read the end of our log and publish it, so that other processes see what they missed.

        Whoever stored it, another process or we, may not have come to tell it. The table's
        lock is held.
        """
        rows = await self._store.rows(live.table.id, after=live.table.seq - 1)
        live.apply_rows(rows)
        live.is_in_doubt = False
        await self._bus.publish(live.table.id, _encode(rows))
        self.chores.arrange(live)

    async def history(self, live: LiveTable, viewer: Viewer, seen: int) -> list[ToldEntry]:
        """What a viewer may know of the entries after ``seen``, up to where the table is."""
        table = live.table
        if seen >= table.seq:
            return []
        rows = (await self._store.rows(table.id))[: table.seq + 1]
        return await _on(
            self._history_threads, lambda: tell_history(table, _entries(rows), viewer, seen)
        )

    async def moment(self, live: LiveTable, viewer: Viewer, seq: int) -> MomentShape | None:
        """The game as it stood after an entry, as far as a viewer may know."""
        table = live.table
        rows = (await self._store.rows(table.id))[: table.seq + 1]
        entries = (decode_entry(row.data) for row in rows)
        return await _on(self._history_threads, lambda: tell_moment(table, entries, viewer, seq))

    async def send(self, table_id: str, sent: SentCommand, lang: str = "en") -> Reply:
        """Carry a command out or say why not, wherever the table's owner is."""
        began = time.perf_counter()
        try:
            reply = await asyncio.shield(self.spawn(self._route(table_id, sent, lang)))
        except HanError as error:
            reply = refuse(error, lang)
        if reply.is_accepted:
            self.metrics.move_seconds.observe(time.perf_counter() - began)
        else:
            self.metrics.refusals.inc()
        return reply

    async def _route(self, table_id: str, sent: SentCommand, lang: str) -> Reply:
        give_up = loop_s() + ROUTE_TIMEOUT_S
        while loop_s() < give_up:
            try:
                live = await self.live_table(table_id)
                with live.in_use():
                    reply = await self._carry_out_or_forward(live, sent, lang)
                if reply is not None:
                    return reply
            except StoreDownError:
                return refuse_for("server.cannot_save", lang)
            except (StaleWriterError, NobodyAnswersError):
                pass  # the lease is changing hands; look again who has it
            await asyncio.sleep(0.1)
        return refuse_for("server.busy", lang)

    async def _carry_out_or_forward(
        self, live: LiveTable, sent: SentCommand, lang: str
    ) -> Reply | None:
        owner = await self.owner_elsewhere(live)
        if owner is None:
            return await self._carry_out(live, sent, lang)
        return await self._forward(live, owner, Forwarded(live.table.id, lang, sent))

    async def _forward(self, live: LiveTable, owner: str, forwarded: Forwarded) -> Reply | None:
        """The owner's answer to a command. Its sender sees here what the owner saw then."""
        self.metrics.forwarded.inc()
        reply = _decode_reply(await self._bus.ask(owner, _encode(forwarded), FORWARD_TIMEOUT_S))
        if reply and (reply.is_stale or (reply.seq or 0) > live.table.seq):
            await self.catch_up(live)
        return reply

    async def _answer(self, data: bytes) -> bytes:
        """Carry out a command that another process forwarded; nothing if the table is not ours."""
        forwarded = _decode_forwarded(data)
        try:
            live = await self.live_table(forwarded.table_id)
            with live.in_use():
                if await self.owner_elsewhere(live) is not None:
                    return _encode(None)
                if isinstance(forwarded.sent.command, Play):
                    live.played_elsewhere = loop_s()
                work = self._carry_out(live, forwarded.sent, forwarded.lang)
                return _encode(await asyncio.shield(self.spawn(work)))
        except StaleWriterError:
            return _encode(None)
        except StoreDownError:
            return _encode(refuse_for("server.cannot_save", forwarded.lang))
        except HanError as error:
            return _encode(refuse(error, forwarded.lang))

    async def owner_elsewhere(self, live: LiveTable) -> str | None:
        """Claim the table's lease if it is free.

        Returns:
            The other process that holds it; ``None`` if this one does.
        """
        if live.epoch is not None:
            return None
        claim = await self._store.claim(live.table.id)
        if claim.epoch is None:
            return claim.owner
        await self.take_over(live, claim)
        return None

    async def take_over(self, live: LiveTable, claim: Claim) -> None:
        """Go on with a table under a lease that was claimed for it."""
        if live.epoch != claim.epoch:
            async with live.lock:
                await self._publish_last(live)
                await self._give_back_downtime(live, claim)
                live.epoch = claim.epoch
        self.chores.arrange(live)

    def claim_running_clocks(self) -> None:
        """Claim our tables with clocks anew, after a time in which this process could save nothing.

        That gives them the time back, before anything else happens there.
        """
        for live in list(self.live_tables.values()):
            if live.epoch is not None and live.table.is_timed:
                self._give_up_lease(live)
                self._read_in_background(live, self.owner_elsewhere)

    async def _give_back_downtime(self, live: LiveTable, claim: Claim) -> None:
        """Give clocks the time back in which no server could save. The table's lock is held."""
        assert claim.epoch is not None
        if not live.table.is_timed:
            return
        lost_s = await self._store.unattended(live.table.changed / 1000, claim.lost_by)
        progress = absence.give_back_downtime(live.table, now_ms(), round(1000 * lost_s))
        if progress is not None:
            await self._commit(live, progress, claim.epoch)

    async def _carry_out(self, live: LiveTable, sent: SentCommand, lang: str) -> Reply:
        known: list[int] = []

        def decide_once(table: Table) -> Progress | None:
            repeated = table.answered(sent.guest, sent.command.id)
            if repeated is None:
                return decide(table, sent, now_ms())
            known.append(repeated)
            return None

        try:
            seq = await self.act(live, decide_once)
        except (StaleWriterError, StoreDownError):
            raise
        except HanError as error:
            return refuse(error, lang, live.table)
        return Reply(known[0] if known else seq)

    async def act(self, live: LiveTable, choose: Callable[[Table], Progress | None]) -> int:
        """Store what ``choose`` makes of the table as it stands, if anything."""
        async with live.lock:
            if live.epoch is not None and live.is_in_doubt:
                await self._publish_last(live)
            if live.epoch is None:  # perhaps another's entry was heard just now
                raise StaleWriterError("server.busy")
            progress = choose(live.table)
            if progress is not None:
                await self._commit(live, progress, live.epoch)
            return live.table.seq

    async def _commit(self, live: LiveTable, progress: Progress, epoch: int) -> None:
        """Store an entry, then go on to what it made of the table. The table's lock is held."""
        entry, after = progress.entry, progress.after
        row = log_row(after.seq, entry)
        seats_changed = isinstance(entry, log.SeatChanged)
        try:
            state = state_of(after, seats_changed=seats_changed)
            await self._store.append(after.id, epoch, [row], state)
        except (StaleWriterError, StoreDownError) as error:
            self._on_failed_commit(live, error)
            raise
        if live.table.seq < after.seq:  # else it was read in the log meanwhile
            live.move_to(progress)
        if isinstance(entry, log.Played):
            self.metrics.moves.labels(entry.by).inc()
        await self._bus.publish(after.id, _encode([row]))
        self.chores.arrange(live)

    def _on_failed_commit(self, live: LiveTable, error: HanError) -> None:
        """Another process writes now, or it is unknown whether the entry was stored."""
        if isinstance(error, StaleWriterError):
            live.epoch = None
            live.stop_chore()
        if not live.is_in_doubt:
            live.is_in_doubt = True
            self._read_in_background(live, self._read_missed)
        note("commit failed", table=live.table.id, reason=type(error).__name__)


async def _on(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


def _entries(rows: Sequence[LogRow]) -> list[Entry]:
    return [decode_entry(row.data) for row in rows]


def log_row(seq: int, entry: Entry) -> LogRow:
    return LogRow(seq, entry.at / 1000, encode_entry(entry))
