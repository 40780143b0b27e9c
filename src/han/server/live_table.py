"""A table in the memory of this process, and the connections that follow it."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Protocol

from msgspec import UNSET

from han.server.answers import Update
from han.server.now import loop_s
from han.server.presence import TablePresence
from han.server.store import LogRow
from han.server.wire import encode_message
from han.table import entry as log
from han.table.entry import decode_entry
from han.table.progress import Progress, progress_by
from han.table.table import Table
from han.table.telling import (
    LastOverview,
    Viewer,
    moment_json,
    shared_moment,
    table_json,
    tell_news,
)

AWAITED_S = 60.0
"""How long a player counts as looking whose decision came from another process."""
_IN_PLAY = (log.Played, log.Undone, log.Said)
"""Entries after which the table itself, its seats and so on, is mostly as before."""


class Listener(Protocol):
    """A connection that follows a table."""

    @property
    def viewer(self) -> Viewer:
        """Who it belongs to, and whose cards they may see now."""

    @property
    def is_in_view(self) -> bool:
        """Whether its page can be seen, as far as we know."""

    def hear(self, data: bytes) -> None:
        """Send a message, now or soon. Never waits."""

    def announce_shutdown(self) -> None:
        """Tell the client that the server is about to end."""


class LiveTable:
    """A table, its listeners, and the lease of this process for it."""

    def __init__(self, table: Table, maker: str = "") -> None:
        """Nobody listens yet, and this process has no lease."""
        self.table = table
        self.maker = maker
        """Whose limits it counts for."""
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()
        """Held while an entry is decided, stored and applied."""
        self.epoch: int | None = None
        """The lease under which this process writes; none if it does not."""
        self.is_in_doubt = False
        """Whether the log may hold more than the table: then it must be read first."""
        self.chore: asyncio.Task[None] | None = None
        """The task that waits for a bot, a clock or salts."""
        self.need: object = None
        """What that task is for."""
        self.used = loop_s()
        self.played_elsewhere = -inf
        """When a decision last came from another process, to which its player is connected."""
        self.presence = TablePresence()
        """Who is at the table now."""
        self.on_seats_changed: Callable[[], object] = lambda: None
        self._users = 0
        self._overview = LastOverview()

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the table in memory for as long as the context lasts."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self.used = loop_s()

    @property
    def is_in_use(self) -> bool:
        """Whether the table must stay in memory."""
        has_people = self.listeners or self._users
        return bool(has_people or self.has_chore or self.is_in_doubt or self.lock.locked())

    @property
    def is_awaited(self) -> bool:
        """Whether a player looks at the table now, as far as we know."""
        if loop_s() - self.played_elsewhere < AWAITED_S:
            return True
        return any(listener.viewer.seat is not None for listener in self.listeners)

    def apply_rows(self, rows: Sequence[LogRow]) -> bool:
        """Apply stored rows that come next. Returns False if there is a gap before them."""
        for row in rows:
            if row.seq > self.table.seq + 1:
                return False
            if row.seq == self.table.seq + 1:
                self.move_to(progress_by(self.table, decode_entry(row.data)))
        return True

    def move_to(self, progress: Progress) -> None:
        """Go on to what a stored entry has made of the table, and tell all listeners."""
        before, after = progress.before, progress.after
        self.table = after
        self.used = loop_s()
        is_same = (after.status, after.stand_ins) == (before.status, before.stand_ins)
        table_changed = not (isinstance(progress.entry, _IN_PLAY) and is_same)
        self._tell(progress, table_changed)
        if isinstance(progress.entry, log.SeatChanged):
            self.on_seats_changed()

    def _tell(self, progress: Progress, table_changed: bool) -> None:
        """Send each listener what it may know; those who may know the same share the bytes."""
        if not self.listeners:
            return
        table, entry, held = self.table, progress.entry, progress.before.held
        shared = shared_moment(table, self._overview.of) if table.timeline else None
        is_personal = table_changed or isinstance(entry, log.Said)
        sent: dict[object, bytes] = {}
        for listener in self.listeners:
            viewer = listener.viewer
            key = viewer if is_personal else viewer.seat
            if key not in sent:
                update = Update(
                    seq=table.seq,
                    entries=tell_news(table, table, held, entry, progress.events, viewer),
                    game=moment_json(table, viewer, shared),
                    table=table_json(table, viewer.guest) if table_changed else UNSET,
                )
                sent[key] = encode_message(update)
            listener.hear(sent[key])

    @property
    def has_chore(self) -> bool:
        """Whether something is being done for the table."""
        return self.chore is not None and not self.chore.done()

    def stop_chore(self) -> None:
        """Cancel what is being done for the table, unless that is what calls this."""
        if self.chore is not None and self.chore is not asyncio.current_task():
            self.chore.cancel()
        self.chore = None
