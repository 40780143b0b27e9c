"""Statistics of many games."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.engine.game import Game
from han.engine.position import Position
from han.notation.position import REASONS
from han.rules.score import winning_seats
from han.rules.state import SOURCES

SOURCE_NAMES = ("houses", "alliances", "roads", "ports")


class Statistics:
    """Wins, points by source and lengths of games."""

    def __init__(self, game: Game, line_up: Sequence[str]) -> None:
        """Start without games."""
        self._line_up = line_up
        self._points = np.zeros((SOURCES, game.players))
        self._wins = np.zeros(game.players)
        self._reasons = dict.fromkeys(map(str, REASONS[1:]), 0)
        self._turns = 0
        self.games = 0

    def add(self, position: Position, turns: int) -> None:
        """Add a finished game."""
        self._count(position.state, turns)

    def add_states(self, states: NDArray[np.record], turns: NDArray[np.int64]) -> None:
        """Add finished games."""
        for state, length in zip(states, turns, strict=True):
            self._count(state, int(length))

    def _count(self, state: Any, turns: int) -> None:
        players = len(self._line_up)
        winners = int(winning_seats(state))
        for seat in range(players):
            self._wins[seat] += (winners >> seat & 1) / winners.bit_count()
        self._points += state.points[:, :players]
        self._reasons[REASONS[state.reason]] += 1
        self._turns += turns
        self.games += 1

    @property
    def mean_turns(self) -> float:
        """The mean number of turns of a game."""
        return round(self._turns / self.games, 2)

    @property
    def reasons(self) -> dict[str, int]:
        """How many games ended for which reason."""
        return dict(self._reasons)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """For each seat its bot, its share of wins and its mean points by source."""
        means = self._points / self.games
        return [
            {
                "seat": seat,
                "bot": bot,
                "win_share": round(self._wins[seat] / self.games, 4),
                "points": round(float(means[:, seat].sum()), 2),
                **{
                    name: round(float(means[source, seat]), 2)
                    for source, name in enumerate(SOURCE_NAMES)
                },
            }
            for seat, bot in enumerate(self._line_up)
        ]
