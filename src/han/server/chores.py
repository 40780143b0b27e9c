"""Background work: deal, let bots decide and clocks run out, take up games without a server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING

from han.engine.view_bytes import pack_view
from han.server.bot_pool import BotPool, Task
from han.server.live_table import LiveTable
from han.server.logs import note_error
from han.server.now import loop_s, now_ms
from han.server.store import StaleWriterError, Store, StoreDownError
from han.table import absence, moves, opening
from han.table.progress import Progress
from han.table.table import Table

if TYPE_CHECKING:
    from han.server.hub import Hub

RETRY_S = 1.0
LATER_S = 10.0
"""The pause after an unexpected error."""
SWEEP_S = 1.0
"""How often tables are looked for that no process looks after."""
AT_ONCE = 500
"""How many such tables are taken up in one sweep."""
CONCURRENCY = 8
"""How many of them at the same time: one with a long log does not hold up the others."""


class Chores:
    """Background work for the live tables that this process owns."""

    def __init__(self, hub: "Hub", store: Store, bot_pool: BotPool) -> None:
        """Let the bots think in ``bot_pool``."""
        self._hub = hub
        self._store = store
        self._bot_pool = bot_pool
        self._later: dict[str, float] = {}
        """Tables for which work failed, and when to try again."""
        self._lease_until = inf
        """Until when this process knows that it has its leases."""

    def arrange(self, live: LiveTable) -> None:
        """Start the task that the table needs now, and cancel the one it needed before."""
        table = live.table
        need = (live.epoch, table.moment, table.bot_to_move, table.deadline, table.deal_at)
        if need == live.need and live.has_chore:
            return  # after talk, for example, the same task goes on
        live.stop_chore()
        live.need = need
        if live.epoch is None:
            return
        if table.bot_to_move:
            live.chore = self._hub.spawn(self.retry(live, self._let_bot_decide))
        elif table.deadline is not None:
            live.chore = self._hub.spawn(self.retry(live, self._watch_clock))
        elif table.deal_at is not None:
            live.chore = self._hub.spawn(self.retry(live, self._deal))

    async def retry(self, live: LiveTable, work: Callable[[LiveTable], Awaitable[object]]) -> None:
        """Do work, and retry it while the database is away; stop when the table is not ours."""
        while True:
            try:
                await work(live)
                return
            except StoreDownError:
                await asyncio.sleep(RETRY_S)
            except StaleWriterError:
                return
            except Exception:  # whatever it is, a game must not wait for ever
                note_error("chore failed", table=live.table.id)
                await asyncio.sleep(LATER_S)

    async def _let_bot_decide(self, live: LiveTable) -> None:
        table = live.table
        seat, spec, moment = table.to_move, table.bot_to_move, table.moment
        if seat is None or spec is None:
            return
        view = pack_view(table.position.view(seat))
        task = Task(table.id, moment, seat, spec, view, table.fair.bot_seed(seat, moment))
        answer = await self._bot_pool.ask(task, live.maker, is_awaited=live.is_awaited)
        if answer.fault:
            self._hub.metrics.bot_faults.inc()

        def decide(table: Table) -> Progress | None:
            if (table.moment, table.bot_to_move) != (moment, spec):
                return None  # the player came back, or the turn was taken back
            return moves.play_bot(table, now_ms(), answer.action, answer.fault or "")

        await self._hub.act(live, decide)

    async def _watch_clock(self, live: LiveTable) -> None:
        deadline = live.table.deadline
        if deadline is None:
            return
        await _sleep_until(deadline)
        await self._until_leases_are_known()
        await self._hub.act(live, lambda table: absence.run_out(table, now_ms()))

    async def _deal(self, live: LiveTable) -> None:
        """Begin the game when all salts are in, or nobody waits for them any longer."""
        due = live.table.deal_at
        if due is None:
            return
        await _sleep_until(due)
        await self._hub.act(live, lambda table: opening.deal_if_due(table, now_ms()))

    async def _until_leases_are_known(self) -> None:
        """Wait while the database is away: a clock may have to be given that time back."""
        while loop_s() >= self._lease_until:
            await asyncio.sleep(RETRY_S)

    async def beat(self, lease_s: float) -> None:
        """Renew the leases of this process, for ever."""
        while True:
            with _logged("this process cannot show that it lives"):
                began = loop_s()
                was_cut_off = await self._store.beat(lease_s)
                self._lease_until = began + lease_s
                if was_cut_off:
                    self._hub.claim_running_clocks()
            await asyncio.sleep(lease_s / 5)

    async def sweep(self, idle_s: float) -> None:
        """Take up tables that wait for a server, and drop those from memory that nobody uses."""
        while True:
            with _logged("games that wait cannot be taken up"):
                await self._take_up_due()
            with _logged("what was missed cannot be found"):
                await self._find_missed()
            with _logged("tables cannot be forgotten"):
                await self._forget_idle(idle_s)
            self._hub.metrics.sweeps.inc()
            await asyncio.sleep(SWEEP_S)

    async def _take_up_due(self) -> None:
        # slow bots may be due at any number of tables that are looked after
        due = await self._store.due(AT_ONCE + len(self._hub.live_tables))
        forgotten = [table_id for table_id in due if not self._looks_after(table_id)]
        await self._take_up_all(forgotten[:AT_ONCE])

    def _looks_after(self, table_id: str) -> bool:
        live = self._hub.live_tables.get(table_id)
        return live is not None and live.epoch is not None and live.has_chore

    async def _take_up_all(self, table_ids: Sequence[str]) -> None:
        """Take up some at a time; when the database is away the rest waits for the next sweep."""
        waiting = iter(table_ids)

        async def worker() -> None:
            for table_id in waiting:
                await self._try(table_id, self._take_up)

        workers = [worker() for _ in range(CONCURRENCY)]
        for ended in await asyncio.gather(*workers, return_exceptions=True):
            if isinstance(ended, BaseException):
                raise ended

    async def _take_up(self, table_id: str) -> None:
        claim = await self._store.claim(table_id)
        if claim.epoch is not None:  # else another was quicker
            live = await self._hub.live_table(table_id)
            with live.in_use():
                await self._hub.take_over(live, claim)

    async def _try(self, table_id: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do something for a table; if it fails, log it once and do not try again for a while."""
        if self._later.get(table_id, 0) > loop_s():
            return
        self._later.pop(table_id, None)
        try:
            await work(table_id)
        except StoreDownError:
            raise
        except Exception:
            self._later[table_id] = loop_s() + LATER_S
            note_error("a game cannot be gone on with", table=table_id)

    async def _find_missed(self) -> None:
        """Find entries that were stored by a process that died before it published them."""
        live_tables = self._hub.live_tables
        watched = [
            table_id
            for table_id, live in live_tables.items()
            if live.listeners and live.epoch is None
        ]
        for table_id, last in (await self._store.last_entries(watched)).items():
            if table_id in live_tables and live_tables[table_id].table.seq < last:
                await self._try(table_id, self._catch_up)

    async def _catch_up(self, table_id: str) -> None:
        await self._hub.catch_up(self._hub.live_tables[table_id])

    async def _forget_idle(self, idle_s: float) -> None:
        oldest = loop_s() - idle_s
        for live in list(self._hub.live_tables.values()):
            if live.used < oldest and not live.is_in_use:
                with _logged("a table cannot be forgotten"):
                    await self._hub.forget(live)


async def _sleep_until(time_ms: int) -> None:
    while (left := time_ms - now_ms()) > 0:  # the system's clock may be set back
        await asyncio.sleep(left / 1000)


@contextmanager
def _logged(event: str) -> Iterator[None]:
    """Log an exception and go on: background work must not end while the server runs."""
    try:
        yield
    except Exception:
        note_error(event)
