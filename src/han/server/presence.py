"""Who is at a table now: told to all who look at it, and stored nowhere.

A page that is loaded again is gone for a moment, so who goes is told a while after, and who comes
at once.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from han.server.answers import Presence, SeatPresence
from han.table.table import Table

SETTLE_S = 5.0
"""How long somebody must be gone, or look away, before the others are told."""
COUNT_S = 1.0
"""The pause between two counts of onlookers: a crowd comes within moments."""
LOST_S = 60.0
"""After so long without a word of another process, those connected to it count as gone."""

_GONE, _AWAY, _HERE = range(3)
_NAMES: Final[tuple[SeatPresence, ...]] = ("gone", "away", "here")
_WATCHING = ""
"""The place of the number of onlookers among the guests, none of whom is called that."""


class Attendance(Struct, frozen=True):
    """Who is connected to a table in one process."""

    people: dict[str, bool] = {}
    """Those who sit there, and whether one of their pages is in view."""
    watching: int = 0
    """How many look on."""


NOBODY = Attendance()


def attendance(table: Table, connected: Mapping[str, bool], strangers: int) -> Attendance:
    """Tell those who sit at a table from those who look on.

    Args:
        table: The table.
        connected: The guests, and whether one of their pages is in view.
        strangers: Connections of those who are nobody's guest.
    """
    seated = {seat.guest for seat in table.seats if seat.guest}
    people = {guest: connected[guest] for guest in sorted(seated & connected.keys())}
    return Attendance(people, len(connected) - len(people) + strangers)


class TablePresence:
    """Who is at one table, as it was last told, and what is still too new to be told."""

    def __init__(self) -> None:
        """Nobody was heard of yet."""
        self.here = NOBODY
        """Who is connected to this process."""
        self._elsewhere: dict[str, tuple[Attendance, float]] = {}
        """What other processes said last, and when."""
        self._told: dict[str, int] = {}
        self._since: dict[str, float] = {}
        """Since when something is not as it was told."""

    def hear(self, node: str, attendance: Attendance, now: float) -> bool:
        """Take in what another process says. Returns whether it is new to this one."""
        is_new = node not in self._elsewhere
        if attendance == NOBODY:
            self._elsewhere.pop(node, None)
            return False
        self._elsewhere[node] = (attendance, now)
        return is_new

    def forget(self) -> None:
        """Nobody looks at the table from here any more: whoever comes next hears of it anew."""
        self._told.clear()
        self._since.clear()

    def settle(self, table: Table, now: float) -> tuple[bool, float | None]:
        """Take over what has been so for long enough.

        Returns:
            Whether there is something to tell, and when the next thing may be.
        """
        before, due = dict(self._told), []
        actual = self._levels(table, now)
        for key in self._told.keys() - actual.keys():
            del self._told[key]
        for key, level in actual.items():
            if level == self._told.get(key):
                self._since.pop(key, None)
                continue
            at = self._since.setdefault(key, now) + _delay(key, self._told.get(key), level)
            if at > now:
                due.append(at)
            else:
                self._told[key] = level
                self._since.pop(key)
        return self._told != before, min(due, default=None)

    def _levels(self, table: Table, now: float) -> dict[str, int]:
        """How much everybody is here: of all their pages the one that shows most."""
        heard = [self.here]
        for node, (said, at) in list(self._elsewhere.items()):
            if at + LOST_S > now:
                heard.append(said)
            else:
                del self._elsewhere[node]
        levels = {seat.guest: _GONE for seat in table.seats if seat.guest}
        for said in heard:
            for guest, is_in_view in said.people.items():
                if guest in levels:
                    levels[guest] = max(levels[guest], _HERE if is_in_view else _AWAY)
        return {**levels, _WATCHING: sum(said.watching for said in heard)}

    def message(self, table: Table) -> Presence:
        """What everybody may know: of seats, never of guests."""
        seats = [self._told.get(seat.guest) if seat.guest else None for seat in table.seats]
        return Presence(
            seats=[None if level is None else _NAMES[level] for level in seats],
            watching=self._told.get(_WATCHING, 0),
        )


def _delay(key: str, before: int | None, level: int) -> float:
    """How long something must be so before it is told."""
    if key == _WATCHING:
        return SETTLE_S if level < (before or 0) else 0.0 if before is None else COUNT_S
    # of somebody not heard of yet nothing is told: perhaps they are just connecting
    return SETTLE_S if level < (before or _AWAY) else 0.0
