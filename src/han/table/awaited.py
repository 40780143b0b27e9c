"""The decision that everybody waits for, and what is done about a player who does not come."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class AwaitedDecision:
    """Since when the seat to move is waited for, who reminded it, who wants a bot instead.

    Times are milliseconds since 1970. A change gives another value; each decision has a new one.
    """

    since: int = 0
    """Since when everybody waits for it."""
    nudged_at: int | None = None
    """When its player was last reminded, if they have not reacted."""
    first_nudged_at: int | None = None
    """When they were reminded first; to remind them again gives them no more time."""
    for_stand_in: frozenset[str] = frozenset()
    """Guests who want a bot to play instead."""
    stand_in_asked_at: int | None = None
    """When the first of them said so."""

    def nudged(self, at: int) -> "AwaitedDecision":
        """The player is reminded."""
        first = at if self.first_nudged_at is None else self.first_nudged_at
        return replace(self, nudged_at=at, first_nudged_at=first)

    def agreed(self, guest: str, at: int) -> "AwaitedDecision":
        """A guest wants a bot to play."""
        first = at if self.stand_in_asked_at is None else self.stand_in_asked_at
        return replace(self, for_stand_in=self.for_stand_in | {guest}, stand_in_asked_at=first)

    def declined(self) -> "AwaitedDecision":
        """Somebody would rather wait: who wants a bot must ask again."""
        return replace(self, for_stand_in=frozenset(), stand_in_asked_at=None)

    def moved_on(self, ms: int) -> "AwaitedDecision":
        """All of it a while later, after a time that counts against nobody."""
        return replace(
            self,
            since=self.since + ms,
            nudged_at=_later(self.nudged_at, ms),
            first_nudged_at=_later(self.first_nudged_at, ms),
            stand_in_asked_at=_later(self.stand_in_asked_at, ms),
        )


def _later(at: int | None, ms: int) -> int | None:
    return None if at is None else at + ms
