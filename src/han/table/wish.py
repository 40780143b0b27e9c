"""Who wishes something of a table, and when."""

from dataclasses import dataclass
from typing import TypedDict

from han.table.errors import TableError
from han.table.table import Table


class Stamp(TypedDict):
    """What every entry says about where it came from."""

    at: int
    guest: str
    cid: str


@dataclass(frozen=True)
class Wisher:
    """Somebody who was recognised; what they say about themselves does not count."""

    guest: str
    at: int
    """Milliseconds since 1970."""
    cid: str = ""
    seat: int | None = None
    """The seat they speak for, which must be theirs."""

    @property
    def stamp(self) -> Stamp:
        """What the entries of this wish say about it."""
        return {"at": self.at, "guest": self.guest, "cid": self.cid}

    def seat_at(self, table: Table) -> int:
        """The seat, if it is theirs."""
        if self.seat is None or self.seat not in table.seats_of(self.guest):
            raise TableError("table.not_your_seat")
        return self.seat
