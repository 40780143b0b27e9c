"""Who sends a command, and when."""

from dataclasses import dataclass
from typing import TypedDict

from han.table.errors import TableError
from han.table.table import Table


class Stamp(TypedDict):
    """The fields that all entries have: when, who, and the id of the command."""

    at: int
    guest: str
    cid: str


@dataclass(frozen=True)
class Sender:
    """A guest as the server knows them; nothing here is a client's to say but the id."""

    guest: str
    at: int
    """Milliseconds since 1970."""
    id: str = ""
    """The id of the command."""
    seat: int | None = None
    """The seat they send it for, which must be theirs."""

    @property
    def stamp(self) -> Stamp:
        """What the entry of the command says about where it came from."""
        return {"at": self.at, "guest": self.guest, "cid": self.id}

    def seat_at(self, table: Table) -> int:
        """The seat, if it is theirs."""
        if self.seat is None or self.seat not in table.seats_of(self.guest):
            raise TableError("table.not_your_seat")
        return self.seat
