"""A contest: a line-up on a map, and the order of its games."""

from dataclasses import dataclass

from han.engine.game import Game


@dataclass(frozen=True)
class Contest:
    """Bots for every seat of a game, and the seed of the deals they play.

    Each deal is played once for every rotation of the line-up through the seats: the cards
    are the same, so that neither a good seat nor a good deal favours a bot. Games are
    numbered from 0, deal by deal.
    """

    game: Game
    line_up: tuple[str, ...]
    seed: int = 0

    @property
    def rotations(self) -> int:
        """How many games a deal has: a line-up such as ``a, b, a, b`` repeats itself early."""
        seats = len(self.line_up)
        return next(r for r in range(1, seats + 1) if self._rotated(r) == self.line_up)

    @property
    def bots(self) -> tuple[str, ...]:
        """The different bots, in order of their first seat."""
        return tuple(dict.fromkeys(self.line_up))

    def deal_of(self, number: int) -> int:
        """The deal that game ``number`` belongs to."""
        return number // self.rotations

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in game ``number``."""
        return self._rotated(number % self.rotations)

    def whole_deals(self, games: int) -> int:
        """The least number of games, at least ``games``, that leaves no deal unfinished."""
        return -(-games // self.rotations) * self.rotations

    def _rotated(self, places: int) -> tuple[str, ...]:
        return self.line_up[places:] + self.line_up[:places]
