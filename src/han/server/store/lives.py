"""When nodes lived, and for how long none did. Times are seconds since 1970."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Life:
    """What is known of one node at a time."""

    node: str
    since: float
    seen: float
    """Its last sign of life."""
    alive_until: float
    now: float

    @property
    def end(self) -> float:
        """When it was there for the last time; now if it lives."""
        return self.now if self.alive_until > self.now else self.seen


def unattended(lives: Sequence[Life], since: float, lost_by: str) -> float:
    """For how long since a time no node could look after a game.

    Args:
        lives: All nodes that are known, one of which lives.
        since: When the game was certainly looked after.
        lost_by: The dead node that had the game; others could not take it before its lease ended.
    """
    lost, reached = 0.0, since
    for begin, end in sorted(_attended(lives, lost_by)):
        lost += max(0.0, begin - reached)
        reached = max(reached, end)
    return lost


def _attended(lives: Sequence[Life], lost_by: str) -> Iterator[tuple[float, float]]:
    """The times in which some node could have looked after the game."""
    loser = next((life for life in lives if life.node == lost_by), None)
    for life in lives:
        if loser is None or life is loser:
            yield life.since, life.end
            continue
        before, after = min(life.end, loser.end), max(life.since, loser.alive_until)
        if life.since < before:
            yield life.since, before
        if after < life.end:
            yield after, life.end
