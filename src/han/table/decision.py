"""A decision with all that is told of it, now or later."""

from collections.abc import Sequence
from typing import NamedTuple

from han.engine.event import Event
from han.engine.position import Position
from han.table.entry import Played
from han.table.timeline import Timeline


class Decision(NamedTuple):
    """What a seat decided, and what came of it."""

    seq: int
    """The number of its entry."""
    entry: Played
    events: tuple[Event, ...]
    after: Position
    length: int
    """How many actions counted after it."""
    round: int
    """The round of its turn, counted from 1."""


def last_decision(timeline: Timeline, seq: int, entry: Played, events: Sequence[Event]) -> Decision:
    """The decision that a timeline ends with."""
    length = timeline.length
    turn_of = timeline.round_of(length - len(entry.actions))
    return Decision(seq, entry, tuple(events), timeline.position, length, turn_of)
