"""What a table tells, as JSON: what a client reads."""

import json
from collections.abc import Sequence
from typing import Any

from han.engine.encoding import encode
from han.engine.event import Event
from han.table import telling
from han.table.entry import Entry
from han.table.progress import Progress
from han.table.table import Table
from han.table.telling import SharedMoment, Viewer


def as_json(value: object) -> Any:
    """A value as it arrives."""
    return json.loads(encode(value))


def table_json(table: Table, guest: str) -> Any:
    """The table without its game."""
    return as_json(telling.table_json(table, guest))


def moment_json(table: Table, viewer: Viewer, shared: SharedMoment | None = None) -> Any:
    """The game as it stands, for one viewer."""
    return as_json(telling.moment_json(table, viewer, shared))


def entry_json(
    table: Table,
    seq: int,
    entry: Entry,
    events: Sequence[Event],
    viewer: Viewer,
    after: Table | None = None,
) -> Any:
    """What one viewer hears of an entry."""
    return as_json(telling.entry_json(table, seq, entry, events, viewer, after))


def tell_history(table: Table, entries: Sequence[Entry], viewer: Viewer, after: int = -1) -> Any:
    """What a viewer may know of a table's entries."""
    return as_json(telling.tell_history(table, entries, viewer, after))


def tell_news(progress: Progress, viewer: Viewer) -> Any:
    """What one viewer hears when a table goes on."""
    table, held = progress.after, progress.before.held
    told = telling.tell_news(table, table, held, progress.entry, progress.events, viewer)
    return as_json(told)


def tell_moment(table: Table, entries: Sequence[Entry], viewer: Viewer, seq: int) -> Any:
    """A table's game as it stood after an entry."""
    return as_json(telling.tell_moment(table, entries, viewer, seq))
