"""The public part of a state: the common base of positions and views."""

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from han.engine.numbers import Numbers, read_numbers
from han.engine.result import Result
from han.notation.cards import format_cards
from han.notation.position import PHASES, REASONS, Phase
from han.rules.compile import kernel
from han.rules.score import majority_seats, winning_seats
from han.rules.state import DRAW, OVER, PILE_CARD, PLACE, PROVINCE_COUNT, REFILL, State

if TYPE_CHECKING:
    from han.engine.game import Game

T = TypeVar("T")


class Public:
    """Properties of the public part of a state. Reads no hidden cards."""

    game: "Game"
    state: State

    @cached_property
    def numbers(self) -> Numbers:
        """The state as Python numbers."""
        return read_numbers(self.state)

    @property
    def phase(self) -> Phase:
        """``place``, ``draw``, ``pile`` or ``refill`` (chance is due) or ``over``."""
        return PHASES[int(self.numbers["phase"])]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.numbers["phase"] == OVER)

    @property
    def is_chance(self) -> bool:
        """Whether a chance outcome is due rather than a decision."""
        return self.numbers["phase"] in (PILE_CARD, REFILL)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.numbers["seat"])

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; none when chance is due or the game is over."""
        return self.turn if self.numbers["phase"] in (PLACE, DRAW) else None

    @property
    def start(self) -> int:
        """The start player, who holds the Emperor (S4)."""
        return int(self.numbers["start"])

    @cached_property
    def houses(self) -> dict[str, int]:
        """The seat of the house on each built space."""
        return self._by_space(self.numbers["houses"])

    @cached_property
    def markers(self) -> dict[str, int]:
        """The seat of each fortification or market place."""
        return self._by_space(self.numbers["markers"])

    @cached_property
    def emissaries(self) -> dict[str, tuple[int, ...]]:
        """Emissaries on each dragon space, a number for each seat."""
        rows = map(self._by_seat, self.numbers["emissaries"])
        return dict(zip(self.game.book.provinces, rows, strict=True))

    @cached_property
    def majorities(self) -> dict[str, tuple[int, ...]]:
        """The seats that hold the majority in each province (F2)."""
        seats = np.empty(PROVINCE_COUNT, np.int64)
        _list_majorities(self.state, seats)
        sets = map(self.seats_in, seats.tolist())
        return dict(zip(self.game.book.provinces, sets, strict=True))

    @property
    def disks(self) -> tuple[str, ...]:
        """Provinces whose houses have been scored (H3)."""
        disks = self.numbers["disks"]
        return tuple(name for i, name in enumerate(self.game.book.provinces) if disks >> i & 1)

    @property
    def display(self) -> str:
        """The open cards."""
        return format_cards(self.numbers["display"])

    @property
    def discards(self) -> str:
        """The cards of the discard pile."""
        return format_cards(self.numbers["discards"])

    @property
    def passes(self) -> int:
        """How often the pile was emptied: 0, 1, or 2 when nobody draws any more (D3, D4)."""
        return int(self.numbers["times_pile_emptied"])

    @property
    def known_cards(self) -> tuple[str, ...]:
        """The cards that everybody knows a seat to hold."""
        return tuple(map(format_cards, self._by_seat(self.numbers["known"])))

    @property
    def houses_left(self) -> tuple[int, ...]:
        """Houses in each supply."""
        return self._by_seat(self.numbers["houses_left"])

    @property
    def emissaries_left(self) -> tuple[int, ...]:
        """Emissaries in each supply."""
        return self._by_seat(self.numbers["emissaries_left"])

    @property
    def pieces_left(self) -> tuple[int, ...]:
        """Houses and emissaries in each supply, which decide a tie (F5)."""
        return tuple(map(sum, zip(self.houses_left, self.emissaries_left, strict=True)))

    @property
    def markers_left(self) -> tuple[int, ...]:
        """Markers in each supply (variants)."""
        return self._by_seat(self.numbers["markers_left"])

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat so far."""
        return self._by_seat(tuple(map(sum, zip(*self.numbers["points"], strict=True))))

    @property
    def result(self) -> Result | None:
        """Points by source and the winners; none before the end."""
        if not self.is_over:
            return None
        houses, alliances, roads, ports = map(self._by_seat, self.numbers["points"])
        return Result(
            reason=REASONS[self.numbers["reason"]],
            houses=houses,
            alliances=alliances,
            roads=roads,
            ports=ports,
            total=self.scores,
            winners=self.seats_in(int(winning_seats(self.state))),
        )

    def seats_in(self, bits: int) -> tuple[int, ...]:
        """The seats of a set."""
        return tuple(seat for seat in range(self.game.players) if bits >> seat & 1)

    def _by_seat(self, values: tuple[T, ...]) -> tuple[T, ...]:
        return values[: self.game.players]

    def _by_space(self, masks: tuple[int, ...]) -> dict[str, int]:
        found = {}
        spaces = self.game.book.spaces
        for seat, mask in enumerate(self._by_seat(masks)):
            while mask:
                index = (mask & -mask).bit_length() - 1
                found[spaces[index]] = seat
                mask &= mask - 1
        return found


@kernel
def _list_majorities(state: State, majorities: NDArray[np.int64]) -> None:
    """Ask all provinces at once, since each call of a kernel takes its time."""
    for province in range(PROVINCE_COUNT):
        majorities[province] = majority_seats(state, province)
