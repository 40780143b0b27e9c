"""What the people at a table add to the shuffle, and where each seat's part came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from han.records.fair import SaltOrigin
from han.table.entry import Seat


@dataclass(frozen=True, slots=True)
class Salts:
    """The salts of a table, before and after the deal. A change gives another value."""

    given: Mapping[str, str] = field(default_factory=dict)
    """Of guests who were asked for one; an empty one means that none will come."""
    dealt: tuple[str, ...] | None = None
    """By seat those that the cards were dealt with; none before."""
    are_origins_known: bool = True
    """Whether the log says where they came from; old ones do not."""

    def add(self, guest: str, salt: str) -> "Salts":
        """A guest's salt comes, or word that there will be none."""
        return replace(self, given={**self.given, guest: salt})

    def deal(self, seats: Sequence[Seat], stored: tuple[str, ...] | None) -> "Salts":
        """The cards are dealt with what the log has stored; old logs have it at the seats."""
        if stored is None:
            old = tuple(seat.salt for seat in seats)
            return replace(self, dealt=old, are_origins_known=False)
        return replace(self, dealt=stored)

    def by_seat(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """What counts for each seat: a guest's salt at the first of their seats."""
        if self.dealt is not None:
            return self.dealt
        return tuple(
            self.given.get(seat.guest, "") if _first_seat(seats, seat) == index else ""
            for index, seat in enumerate(seats)
        )

    def awaited(self, seats: Sequence[Seat]) -> set[str]:
        """The guests who have neither added a salt nor said that none will come."""
        return {seat.guest for seat in seats if seat.guest} - self.given.keys()

    def origins(self, seats: Sequence[Seat]) -> tuple[SaltOrigin, ...] | None:
        """Where the salt of each seat came from; unknown in old logs."""
        if not self.are_origins_known:
            return None
        return tuple(self._origin(seats, index) for index in range(len(seats)))

    def _origin(self, seats: Sequence[Seat], index: int) -> SaltOrigin:
        seat, salts = seats[index], self.by_seat(seats)
        if seat.kind != "person":
            return "bot" if seat.kind == "bot" else "none"
        if salts[index]:
            return "own"
        return "shared" if salts[_first_seat(seats, seat)] else "none"


def _first_seat(seats: Sequence[Seat], of: Seat) -> int:
    """The first seat of the guest who has this one."""
    return next(index for index, seat in enumerate(seats) if seat.guest == of.guest)
