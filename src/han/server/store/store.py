"""The store: everything that a server remembers."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select

from han.server.store import queries
from han.server.store.address import parse_address
from han.server.store.batch import NewGame, Write
from han.server.store.database import Database
from han.server.store.leases import Leases
from han.server.store.migrate import migrate
from han.server.store.schema import games, settings
from han.server.store.threads import Threads
from han.server.store.values import (
    OPEN,
    RUNNING,
    Claim,
    DatabaseFault,
    GameState,
    LogRow,
    StoredGame,
)
from han.server.store.writer import Writer

RETRY_FOR_S = 10.0
"""How long a database may be away before a call fails with a `StoreDownError`."""
THREADS = 8
"""How many questions are asked at the same time."""


class Store:
    """The database of a server, for one node.

    The event loop never waits for it: questions are asked on some threads, one writes logs, one
    renews leases and one looks after the database. After a `StoreDownError` or a cancelled call
    nobody knows whether a write happened; whoever goes on reads the log first.
    """

    def __init__(self, url: str, *, node: str, retry_for_s: float = RETRY_FOR_S) -> None:
        """Open a database.

        Args:
            url: ``postgresql://…``, ``sqlite:///…`` or the path of a SQLite file.
            node: A name that no other process has or ever had.
            retry_for_s: For how many seconds a lost connection is tried again.
        """
        self._database = Database(parse_address(url), retry_for_s)
        self._leases = Leases(self._database, node)
        self._writer = Writer(self._database, node)
        self._threads = Threads(THREADS, "store")
        self._heartbeat_threads = Threads(1, "store-heartbeat")
        """Renews our leases, however long all others wait for what they read."""
        self._check_threads = Threads(1, "store-check")
        """Tries whether the database can be used, while all others may be waiting for it."""
        self._node = node

    def migrate(self) -> None:
        """Make or renew the tables; any number of processes may do it at the same time."""
        migrate(self._database)
        if self._database.is_file:
            self._leases.mark_nodes_dead()

    def stop_waiting(self) -> None:
        """From now on fail at once if the database is away, also what waits for it already."""
        self._database.stop_waiting()

    async def close(self, limit_s: float | None = None) -> None:
        """Finish what is queued, within so many seconds each if need be, and leave the database."""
        await asyncio.to_thread(self._close, limit_s)

    def _close(self, limit_s: float | None) -> None:
        for part in (self._writer, self._threads, self._heartbeat_threads, self._check_threads):
            part.close(limit_s)
        self._database.close()

    def setting(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A stored value, the same for all processes; the first call makes it."""
        value = self._database.read(lambda connection: _setting(connection, name))
        if value is None:
            first = self._database.upsert(settings).values(name=name, value=make())
            keep = first.on_conflict_do_nothing()
            self._database.write(lambda connection: connection.execute(keep))
            value = self._database.read(lambda connection: _setting(connection, name))
        assert value is not None
        return value

    async def beat(self, seconds: float) -> bool:
        """Promise that this node lives for so long from now.

        Returns:
            Whether it could not do that for long, so that nothing could be saved meanwhile.
        """
        return await self._heartbeat_threads.run(lambda: self._leases.beat(seconds))

    async def resign(self) -> None:
        """Before a graceful end: free all games of this node at once."""
        await self._heartbeat_threads.run(self._leases.resign)

    async def claim(self, table_id: str) -> Claim:
        """Take a game that nobody living owns; what was written before it is final then."""
        return await self._threads.run(lambda: self._leases.claim(table_id))

    async def unattended(self, since: float, lost_by: str) -> float:
        """For how many seconds since a time no node could look after a game of ``lost_by``."""
        return await self._threads.run(lambda: self._leases.unattended(since, lost_by))

    async def create(
        self,
        table_id: str,
        invite: str,
        seed: bytes,
        rows: Sequence[LogRow],
        state: GameState,
        maker: str = "",
    ) -> int:
        """Add a new game, owned by this node; return its epoch."""
        write = Write(table_id, 1, rows, state, NewGame(invite, seed, maker))
        await self._writer.submit(write)
        return write.epoch

    async def append(
        self, table_id: str, epoch: int, rows: Sequence[LogRow], state: GameState
    ) -> None:
        """Add the next entries to a game's log; return when no power cut can undo it."""
        await self._writer.submit(Write(table_id, epoch, rows, state))

    async def find(self, table_id: str) -> StoredGame | None:
        """The game with this id."""
        return await self._find(games.c.id == table_id)

    async def find_invite(self, invite: str) -> StoredGame | None:
        """The game with this invitation."""
        return await self._find(games.c.invite == invite)

    async def rows(self, table_id: str, after: int = -1) -> list[LogRow]:
        """A game's log, or what comes after an entry that is known already."""
        return [LogRow(*row) for row in await self._ask(queries.log_rows(table_id, after))]

    async def last_entries(self, ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these games."""
        return dict(await self._ask(queries.last_entries(ids))) if ids else {}

    async def due(self, limit: int) -> list[str]:
        """The games that wait to be moved on and that this node may claim, longest due first."""
        due = queries.due_games(self._node, self._database.now(), limit)
        return [table_id for (table_id,) in await self._ask(due)]

    async def lobby(self, limit: int, seconds: float) -> list[str]:
        """The summaries of public games: those open to join, then those to watch.

        Games in which nothing happened in the last ``seconds`` are not among them.
        """
        summaries: list[str] = []
        since = self._database.now() - seconds
        for status in (OPEN, RUNNING):
            wanted = queries.public_games(status, since, limit - len(summaries))
            summaries += [summary for (summary,) in await self._ask(wanted)]
        return summaries

    async def games_of(
        self, guest: str, limit: int, status: str | None = None
    ) -> list[tuple[str, list[int]]]:
        """The summaries of a person's games and their seats, the last played first.

        Args:
            guest: The person.
            limit: How many at most.
            status: Of which status; all unless it is given.
        """
        found = await self._ask(queries.games_of_guest(guest, limit, status))
        where: dict[str, list[int]] = {id_: [] for id_, _ in found}
        for table_id, seat in await self._ask(queries.seats_of_guest(guest, list(where))):
            where[table_id].append(seat)
        return [(summary, where[id_]) for id_, summary in found]

    async def count_unfinished(self, maker: str, seconds: float) -> int:
        """How many games that one has set up in the last seconds are not over."""
        since = self._database.now() - seconds
        return int((await self._ask(queries.unfinished_games(maker, since)))[0][0])

    async def count(self) -> dict[str, int]:
        """How many games there are of each status."""
        return dict(await self._ask(queries.games_by_status()))

    async def find_fault(self) -> DatabaseFault | None:
        """What is wrong with the database now; nothing if it takes a small write."""
        return await self._check_threads.run(lambda: self._database.find_fault(self._write_little))

    def _write_little(self, connection: Connection) -> None:
        """Write a row and remove it: to write one again as it is would cost SQLite no write."""
        name = f"trial of {self._node}"
        connection.execute(insert(settings).values(name=name, value=b""))
        connection.execute(delete(settings).where(settings.c.name == name))

    async def _find(self, wanted: ColumnElement[bool]) -> StoredGame | None:
        found = await self._ask(queries.stored_game(wanted))
        return StoredGame(*found[0]) if found else None

    async def _ask(self, question: Select[Any]) -> Sequence[Any]:
        return await self._threads.run(
            lambda: self._database.read(lambda connection: connection.execute(question).all())
        )


def _setting(connection: Connection, name: str) -> bytes | None:
    return connection.scalar(select(settings.c.value).where(settings.c.name == name))
