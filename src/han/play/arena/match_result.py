"""The result of one match of a contest."""

from dataclasses import dataclass
from functools import cached_property

from han.play.guard import BotFault
from han.records.record import Record
from han.rules.score import order_by


@dataclass(frozen=True)
class SeatResult:
    """The result of one seat, and how long its bot took."""

    spec: str
    points: tuple[int, ...]
    """From houses, alliances, roads and ports."""
    pieces_left: int
    """Houses and emissaries in the supply, which break ties (F5)."""
    moves: int
    """Decisions with more than one legal action."""
    seconds: float
    """Time spent on those decisions."""
    faults: int = 0
    """How often the fallback had to decide instead of the bot."""

    @property
    def total(self) -> int:
        """Points from all sources."""
        return sum(self.points)

    @property
    def standing(self) -> int:
        """A number that orders the seats (F5)."""
        return order_by(self.total, self.pieces_left)


@dataclass(frozen=True)
class MatchResult:
    """The result of match ``number``, seat by seat."""

    number: int
    seats: tuple[SeatResult, ...]
    faults: tuple[BotFault, ...] = ()
    record: Record | None = None
    times: tuple[float, ...] = ()
    """Seconds of each decision, forced ones too, in the record's order; kept with it only."""

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """How many seats are better than each seat; equal seats share a rank (F5)."""
        standings = [seat.standing for seat in self.seats]
        return tuple(sum(other > own for other in standings) for own in standings)

    @cached_property
    def wins(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        return tuple((rank == 0) / self.ranks.count(0) for rank in self.ranks)

    def wins_of(self, spec: str) -> float:
        """What all seats of a bot won together."""
        return sum(w for w, seat in zip(self.wins, self.seats, strict=True) if seat.spec == spec)

    @cached_property
    def margins(self) -> tuple[float, ...]:
        """Each seat's points less the mean of the other seats' points."""
        everything = sum(seat.total for seat in self.seats)
        others = len(self.seats) - 1
        return tuple(seat.total - (everything - seat.total) / others for seat in self.seats)
