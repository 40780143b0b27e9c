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
from han.server.answer import Answer, refuse, refuse_for
from han.server.bot_pool import BotPool
from han.server.bus import Bus, NobodyAnswersError
from han.server.chores import Chores
from han.server.logs import note
from han.server.metrics import Metrics
from han.server.now import loop_s, now_ms
from han.server.room import Room
from han.server.store import Claim, LogRow, StaleWriterError, Store, StoreDownError
from han.server.summary import state_of
from han.table import absence
from han.table import entry as log
from han.table.command import Play, SentCommand
from han.table.decide import decide
from han.table.entry import Entry, decode_entry, encode_entry
from han.table.errors import TableError
from han.table.progress import Progress
from han.table.shapes import MomentShape
from han.table.table import Table
from han.table.telling import Viewer, tell_history, tell_moment

T = TypeVar("T")

PATIENCE_S = 8.0
"""How long the owner of a table is looked for: longer than a lease."""
FORWARD_S = 3.0
ENDING_S = 2.0
"""How long a server that ends lets commands be carried out that it has taken before."""
LOADERS = 4
HISTORIANS = 2
"""Threads that read tables, and that go through their past: a long past keeps only those who
ask for one waiting."""


class UnknownTableError(TableError):
    """There is no such table."""


class Forwarded(Struct, frozen=True):
    """A command on its way to the process that owns the table."""

    game: str
    lang: str
    sent: SentCommand


_encode = msgspec.msgpack.Encoder().encode
_decode_forwarded = msgspec.msgpack.Decoder(Forwarded).decode
_decode_answer: Callable[[bytes], Answer | None] = msgspec.msgpack.Decoder(Answer | None).decode
_decode_rows = msgspec.msgpack.Decoder(list[LogRow]).decode


class Hub:
    """The tables that this process has to do with."""

    def __init__(
        self, store: Store, bus: Bus, bot_pool: BotPool, metrics: Metrics, node: str
    ) -> None:
        """Stand between the database, the other processes and the bots."""
        self._store = store
        self._bus = bus
        self._node = node
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._leave: dict[str, Any] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._retrying: set[asyncio.Task[None]] = set()
        """Those among them that may be cancelled: they acknowledge nothing."""
        self._loaders = ThreadPoolExecutor(LOADERS, thread_name_prefix="loader")
        self._historians = ThreadPoolExecutor(HISTORIANS, thread_name_prefix="historian")
        self.chores = Chores(self, store, bot_pool)

    async def start(self) -> None:
        """Be there for the other processes."""
        self._bus.on_gap(self._on_gap)
        await self._bus.answer(self._node, self._answer)

    async def stop(self) -> None:
        """Stop all work; what is being stored is stored."""
        for room in self.rooms.values():
            room.stop_chore()
        for task in self._retrying:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=ENDING_S)
        for threads in (self._loaders, self._historians):
            threads.shutdown(wait=False, cancel_futures=True)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do work that nobody's disconnection interrupts."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _read_in_background(self, room: Room, work: Callable[[Room], Awaitable[None]]) -> None:
        """Do work that only reads the log, and retry it while the database is away."""
        task = self.spawn(self.chores.retry(room, work))
        self._retrying.add(task)
        task.add_done_callback(self._retrying.discard)

    async def create(
        self, table: Table, seed: bytes, entries: Sequence[Entry], maker: str = ""
    ) -> Room:
        """Store a new table, which these entries have made and which this process then owns."""
        rows = [_row(seq, entry) for seq, entry in enumerate(entries)]
        state = state_of(table, seats_changed=True)
        storing = self._store.create(table.id, table.invite, seed, rows, state, maker)
        making = self._make(table, storing, maker)
        return await asyncio.shield(self._begin_to_open(table.id, making))

    async def _make(self, table: Table, storing: Coroutine[Any, Any, int], maker: str) -> Room:
        epoch = await storing
        room = await self._enter(table, maker)
        room.epoch = epoch
        self.chores.arrange(room)
        return room

    async def room(self, game: str) -> Room:
        """The room of a table, opened if need be; everybody who asks gets the same."""
        room = self.rooms.get(game)
        if room is not None:
            room.used = loop_s()
            return room
        if game not in self._opening:
            self._begin_to_open(game, self._open(game))
        return await asyncio.shield(self._opening[game])

    def _begin_to_open(self, game: str, work: Coroutine[Any, Any, Room]) -> asyncio.Task[Room]:
        """Whoever asks for the room meanwhile waits for it, and does not open another."""
        task = self._opening[game] = self.spawn(work)
        task.add_done_callback(lambda _: self._opening.pop(game, None))
        return task

    async def _open(self, game: str) -> Room:
        stored = await self._store.find(game)
        if stored is None:
            raise UnknownTableError("server.no_such_table")
        rows = await self._store.rows(game)
        seed, invite = stored.seed, stored.invite
        table = await _on(self._loaders, lambda: Table.load(game, seed, _entries(rows), invite))
        return await self._enter(table, stored.maker or "")

    async def _enter(self, table: Table, maker: str) -> Room:
        """Follow a table; what was stored while we were not listening yet is read."""
        room = Room(table, maker)
        leave = await self._bus.follow(table.id, lambda data: self._hear(room, data))
        try:
            room.take_in(await self._store.rows(table.id, after=table.seq))
        except BaseException:
            await leave()  # or nobody would ever
            raise
        self._leave[table.id] = leave
        self.rooms[table.id] = room
        self.metrics.rooms.set(len(self.rooms))
        return room

    async def forget(self, room: Room) -> None:
        """Let a table leave the memory; whoever still holds the room can do nothing with it."""
        room.stop_chore()
        room.epoch = None
        self.rooms.pop(room.table.id, None)
        self.metrics.rooms.set(len(self.rooms))
        leave = self._leave.pop(room.table.id, None)
        if leave is not None:
            await leave()

    def _hear(self, room: Room, data: bytes) -> None:
        """Another process has stored entries; if we missed some, look into the log."""
        rows = _decode_rows(data)
        if room.epoch is not None and any(row.seq > room.table.seq for row in rows):
            self._hand_over(room)
        if not room.take_in(rows):
            self._read_in_background(room, self.catch_up)

    def _hand_over(self, room: Room) -> None:
        """Another process writes: we have slept through our lease, and must claim it anew.

        Of our own entries we never hear before they have happened here.
        """
        room.epoch = None
        if not room.lock.locked():  # a chore that is being stored finds out by itself
            room.stop_chore()

    async def refresh(self, room: Room, seen: int | None) -> None:
        """Before somebody is welcomed: see to it that the table is not older than they know it.

        News of a table that another process writes may still be on their way. Without a database
        the table is shown as it is, unless somebody has seen more.
        """
        is_behind = seen is not None and seen > room.table.seq
        if room.epoch is not None and not is_behind:
            return
        try:
            if room.epoch is None and room.table.deadline is not None:
                await self.owner_elsewhere(room)  # its clock may have to be given back an outage
            await self.catch_up(room)
        except (StaleWriterError, StoreDownError):
            if is_behind:
                raise

    async def catch_up(self, room: Room) -> None:
        """Read what the log has more than the table."""
        room.take_in(await self._store.rows(room.table.id, after=room.table.seq))
        room.is_in_doubt = False

    def _on_gap(self) -> None:
        """News were lost, the others' or ours."""
        for room in self.rooms.values():
            self._read_in_background(room, self._make_up_for_gap)

    async def _make_up_for_gap(self, room: Room) -> None:
        async with room.lock:
            await (self.catch_up(room) if room.epoch is None else self._take_stock(room))

    async def _take_stock(self, room: Room) -> None:
        """Read the end of our log and tell it, by which the others see what they missed.

        Whoever stored it, another process or we, may not have come to tell it. The room's lock
        is held.
        """
        rows = await self._store.rows(room.table.id, after=room.table.seq - 1)
        room.take_in(rows)
        room.is_in_doubt = False
        await self._bus.publish(room.table.id, _encode(rows))
        self.chores.arrange(room)

    async def history(self, room: Room, viewer: Viewer, seen: int) -> list[dict[str, Any]]:
        """What a viewer may know of the entries after ``seen``, up to where the table is."""
        table = room.table
        if seen >= table.seq:
            return []
        rows = (await self._store.rows(table.id))[: table.seq + 1]
        return await _on(
            self._historians, lambda: tell_history(table, _entries(rows), viewer, seen)
        )

    async def moment(self, room: Room, viewer: Viewer, seq: int) -> MomentShape | None:
        """The game as it stood after an entry, as far as a viewer may know."""
        table = room.table
        rows = (await self._store.rows(table.id))[: min(seq, table.seq) + 1]
        return await _on(self._historians, lambda: tell_moment(table, _entries(rows), viewer))

    async def send(self, game: str, sent: SentCommand, lang: str = "en") -> Answer:
        """Carry a command out or say why not, wherever the table's owner is."""
        began = time.perf_counter()
        try:
            answer = await asyncio.shield(self.spawn(self._route(game, sent, lang)))
        except HanError as error:
            answer = refuse(error, lang)
        if answer.is_accepted:
            self.metrics.move_seconds.observe(time.perf_counter() - began)
        else:
            self.metrics.refusals.inc()
        return answer

    async def _route(self, game: str, sent: SentCommand, lang: str) -> Answer:
        give_up = loop_s() + PATIENCE_S
        while loop_s() < give_up:
            try:
                room = await self.room(game)
                with room.in_use():
                    answer = await self._carry_out_or_forward(room, sent, lang)
                if answer is not None:
                    return answer
            except StoreDownError:
                return refuse_for("server.cannot_save", lang)
            except (StaleWriterError, NobodyAnswersError):
                pass  # the lease is changing hands; look again who has it
            await asyncio.sleep(0.1)
        return refuse_for("server.busy", lang)

    async def _carry_out_or_forward(
        self, room: Room, sent: SentCommand, lang: str
    ) -> Answer | None:
        owner = await self.owner_elsewhere(room)
        if owner is None:
            return await self._carry_out(room, sent, lang)
        return await self._forward(room, owner, Forwarded(room.table.id, lang, sent))

    async def _forward(self, room: Room, owner: str, forwarded: Forwarded) -> Answer | None:
        """The owner's answer to a command. Its sender sees here what the owner saw then."""
        self.metrics.forwarded.inc()
        answer = _decode_answer(await self._bus.ask(owner, _encode(forwarded), FORWARD_S))
        if answer and (answer.is_stale or (answer.seq or 0) > room.table.seq):
            await self.catch_up(room)
        return answer

    async def _answer(self, data: bytes) -> bytes:
        """Carry out a command that another process forwarded; nothing if the table is not ours."""
        forwarded = _decode_forwarded(data)
        try:
            room = await self.room(forwarded.game)
            with room.in_use():
                if await self.owner_elsewhere(room) is not None:
                    return _encode(None)
                if isinstance(forwarded.sent.command, Play):
                    room.played_elsewhere = loop_s()
                work = self._carry_out(room, forwarded.sent, forwarded.lang)
                return _encode(await asyncio.shield(self.spawn(work)))
        except StaleWriterError:
            return _encode(None)
        except StoreDownError:
            return _encode(refuse_for("server.cannot_save", forwarded.lang))
        except HanError as error:
            return _encode(refuse(error, forwarded.lang))

    async def owner_elsewhere(self, room: Room) -> str | None:
        """Claim the table's lease if it is free.

        Returns:
            The other process that holds it; ``None`` if this one does.
        """
        if room.epoch is not None:
            return None
        claim = await self._store.claim(room.table.id)
        if claim.epoch is None:
            return claim.owner
        await self.take_over(room, claim)
        return None

    async def take_over(self, room: Room, claim: Claim) -> None:
        """Go on with a table under a lease that was claimed for it."""
        if room.epoch != claim.epoch:
            async with room.lock:
                await self._take_stock(room)
                await self._give_back_downtime(room, claim)
                room.epoch = claim.epoch
        self.chores.arrange(room)

    async def _give_back_downtime(self, room: Room, claim: Claim) -> None:
        """The time in which no server was there counts against nobody. The room's lock is held."""
        assert claim.epoch is not None
        if not room.table.is_timed:
            return
        lost_s = await self._store.unattended(room.table.changed / 1000, claim.lost_by)
        progress = absence.give_back_downtime(room.table, now_ms(), round(1000 * lost_s))
        if progress is not None:
            await self._commit(room, progress, claim.epoch)

    async def _carry_out(self, room: Room, sent: SentCommand, lang: str) -> Answer:
        known: list[int] = []

        def decide_once(table: Table) -> Progress | None:
            repeated = table.answered(sent.guest, sent.command.id)
            if repeated is None:
                return decide(table, sent, now_ms())
            known.append(repeated)
            return None

        try:
            seq = await self.act(room, decide_once)
        except (StaleWriterError, StoreDownError):
            raise
        except HanError as error:
            return refuse(error, lang)
        return Answer(known[0] if known else seq)

    async def act(self, room: Room, choose: Callable[[Table], Progress | None]) -> int:
        """Store what ``choose`` makes of the table as it stands, if anything."""
        async with room.lock:
            if room.epoch is not None and room.is_in_doubt:
                await self._take_stock(room)
            if room.epoch is None:  # perhaps another's entry was heard just now
                raise StaleWriterError("server.busy")
            progress = choose(room.table)
            if progress is not None:
                await self._commit(room, progress, room.epoch)
            return room.table.seq

    async def _commit(self, room: Room, progress: Progress, epoch: int) -> None:
        """Store an entry, then go on to what it made of the table. The room's lock is held."""
        entry, after = progress.entry, progress.after
        row = _row(after.seq, entry)
        seats_changed = isinstance(entry, log.SeatChanged)
        try:
            state = state_of(after, seats_changed=seats_changed)
            await self._store.append(after.id, epoch, [row], state)
        except (StaleWriterError, StoreDownError) as error:
            self._lose(room, error)
            raise
        if room.table.seq < after.seq:  # else it was read in the log meanwhile
            room.move_to(progress)
        if isinstance(entry, log.Played):
            self.metrics.moves.labels(entry.by).inc()
        await self._bus.publish(after.id, _encode([row]))
        self.chores.arrange(room)

    def _lose(self, room: Room, error: HanError) -> None:
        """Somebody else writes now, or nobody knows what was stored."""
        if isinstance(error, StaleWriterError):
            room.epoch = None
            room.stop_chore()
        if not room.is_in_doubt:
            room.is_in_doubt = True
            self._read_in_background(room, self._make_up_for_gap)
        note("commit failed", table=room.table.id, reason=type(error).__name__)


async def _on(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


def _entries(rows: Sequence[LogRow]) -> list[Entry]:
    return [decode_entry(row.data) for row in rows]


def _row(seq: int, entry: Entry) -> LogRow:
    return LogRow(seq, entry.at / 1000, encode_entry(entry))
