"""What lies open on the table, read from a state: shared by positions and views."""

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from han.engine.result import Result
from han.notation.cards import format_cards
from han.notation.position import PHASES, REASONS
from han.rules.score import winning_seats
from han.rules.state import OVER, PILE_CARD, REFILL

if TYPE_CHECKING:
    from han.engine.game import Game


class Public:
    """Names for the public part of a state. Reads nothing that a seat may not know.

    Fields are read as ``state["phase"]``, which is nine times as quick as ``state.phase``.
    """

    game: "Game"
    state: np.record

    @property
    def phase(self) -> str:
        """``place``, ``draw``, ``pile`` or ``refill`` (chance is due) or ``over``."""
        return PHASES[self.state["phase"]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["phase"] == OVER)

    @property
    def is_chance(self) -> bool:
        """Whether a chance outcome is due rather than a decision."""
        return self.state["phase"] in (PILE_CARD, REFILL)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.state["seat"])

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; none when chance is due or the game is over."""
        return None if self.is_chance or self.is_over else self.turn

    @property
    def start(self) -> int:
        """The start player, who holds the Emperor (S4)."""
        return int(self.state["start"])

    @cached_property
    def houses(self) -> dict[str, int]:
        """The seat of the house on each built space."""
        return self._by_space(self.state["houses"])

    @cached_property
    def markers(self) -> dict[str, int]:
        """The seat of each fortification or market place."""
        return self._by_space(self.state["markers"])

    @cached_property
    def emissaries(self) -> dict[str, tuple[int, ...]]:
        """Emissaries on each dragon space, a number for each seat."""
        rows = self.state["emissaries"][:, : self.game.players].tolist()
        return dict(zip(self.game.book.provinces, map(tuple, rows), strict=True))

    @property
    def disks(self) -> tuple[str, ...]:
        """Provinces whose houses have been scored (H3)."""
        ids = self.game.book.provinces
        return tuple(name for i, name in enumerate(ids) if int(self.state["disks"]) >> i & 1)

    @property
    def display(self) -> str:
        """The open cards."""
        return format_cards(self.state["display"])

    @property
    def discards(self) -> str:
        """The discard pile, which lies open."""
        return format_cards(self.state["discards"])

    @property
    def passes(self) -> int:
        """How often the pile has been used up (D3, D4)."""
        return int(self.state["passes"])

    @property
    def known_cards(self) -> tuple[str, ...]:
        """The cards that everybody knows a seat to hold."""
        return tuple(format_cards(cards) for cards in self.state["known"][: self.game.players])

    @property
    def houses_left(self) -> tuple[int, ...]:
        """Houses in each supply."""
        return self._by_seat(self.state["houses_left"])

    @property
    def emissaries_left(self) -> tuple[int, ...]:
        """Emissaries in each supply."""
        return self._by_seat(self.state["emissaries_left"])

    @property
    def markers_left(self) -> tuple[int, ...]:
        """Markers in each supply (variants)."""
        return self._by_seat(self.state["markers_left"])

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat so far."""
        return self._by_seat(self.state["points"].sum(axis=0))

    @property
    def result(self) -> Result | None:
        """Points by source and the winners; none before the end."""
        if not self.is_over:
            return None
        houses, alliances, roads, ports = (self._by_seat(row) for row in self.state["points"])
        winners = int(winning_seats(self.state))
        return Result(
            reason=REASONS[self.state["reason"]],
            houses=houses,
            alliances=alliances,
            roads=roads,
            ports=ports,
            total=self.scores,
            winners=tuple(seat for seat in range(self.game.players) if winners >> seat & 1),
        )

    def _by_seat(self, values: NDArray[np.generic]) -> tuple[int, ...]:
        return tuple(values[: self.game.players].tolist())

    def _by_space(self, masks: NDArray[np.uint64]) -> dict[str, int]:
        found = {}
        spaces = self.game.book.spaces
        for seat, mask in enumerate(masks[: self.game.players].tolist()):
            while mask:
                index = (mask & -mask).bit_length() - 1
                found[spaces[index]] = seat
                mask &= mask - 1
        return found
