"""A game that was begun on somebody's device, where its cards could be known (ADR 0022)."""

from dataclasses import dataclass

from han.records.fair import CardsBefore
from han.table.timeline import Timeline


@dataclass(frozen=True, slots=True)
class BroughtGame:
    """The game as it came to this table."""

    timeline: Timeline
    """What had been played; nobody is told of it before the game goes on, because until then
    people can still change their seats."""
    cards: CardsBefore

    @property
    def round(self) -> int:
        """The round, counted from 1, in which it was brought."""
        return self.timeline.round_of(self.timeline.length)
