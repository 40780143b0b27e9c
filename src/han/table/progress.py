"""What a command, a bot or a clock makes of a table, worked out once.

The table itself stays as it is: its server stores `Progress.entry` first, and then goes on with
`Progress.after` and tells `Progress.events`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from han.engine.event import Event
from han.engine.position import Position
from han.table.entry import Entry, Played, Started
from han.table.table import Table
from han.table.timeline import Step


@dataclass(frozen=True, slots=True)
class Progress:
    """One entry of a table's log, with the table before and after it."""

    before: Table
    after: Table
    entry: Entry
    events: tuple[Event, ...] = ()
    """What happened in the game, hidden cards included."""


def progress_by(before: Table, entry: Entry) -> Progress:
    """What an entry makes of a table. A move in it is played again, as it was stored."""
    after = before.copy()
    return Progress(before, after, entry, after.apply(entry))


def progress_by_deal(before: Table, entry: Started, first: Position) -> Progress:
    """What a deal makes of a table, when the first position is known."""
    after = before.copy()
    after.apply_deal(entry, first)
    return Progress(before, after, entry)


def progress_by_steps(before: Table, entry: Played, steps: Sequence[Step]) -> Progress:
    """What a move makes of a table, when its action and chance outcomes have been played."""
    after = before.copy()
    return Progress(before, after, entry, after.apply_steps(entry, steps))
