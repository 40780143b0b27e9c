"""Digests of what a table tells to each of its viewers."""

from collections.abc import Sequence
from typing import Any, Final

from han.records.record import format_record
from han.server.summary import summary_json
from han.table.entry import Entry
from han.table.progress import Progress
from han.table.table import Table
from han.table.telling import (
    Viewer,
    moment_json,
    table_json,
    tell_history,
    tell_moment,
    tell_news,
)
from tools.browser.games import digest

SHORT: Final = 8
"""Digits of a digest: enough that nothing else has the same by chance."""

PAST: Final = 31
"""Of so many entries one is looked back at."""


def viewers_of(table: Table) -> list[Viewer]:
    """A stranger, and the device from all that it can look from."""
    seats = table.seats_of("device")
    return [Viewer(), Viewer("device"), *(Viewer("device", seat) for seat in seats)]


def told_of_entry(progress: Progress) -> str:
    """What everybody is told when an entry comes, and what the lists show."""
    before, after = progress.before, progress.after
    news = [
        [
            tell_news(after, after, before.held, progress.entry, progress.events, viewer),
            moment_json(after, viewer),
            table_json(after, viewer.guest),
        ]
        for viewer in viewers_of(after)
    ]
    return digest([news, summary_json(after)])[:SHORT]


def told_of_past(table: Table, entries: Sequence[Entry]) -> dict[str, Any]:
    """What everybody is told of what has happened, and of the game after some entries."""
    viewers = viewers_of(table)
    seqs = range(0, len(entries), PAST)
    return {
        "histories": [
            digest([tell_history(table, entries, viewer, seen) for seen in (-1, len(entries) // 2)])
            for viewer in viewers
        ],
        "moments": [
            digest([tell_moment(table, entries, viewer, seq) for viewer in viewers])[:SHORT]
            for seq in seqs
        ],
    }


def record_of(table: Table) -> str:
    """A digest of the record of a finished game."""
    assert table.timeline is not None
    return digest(format_record(table.timeline.record(table.record_meta())))
