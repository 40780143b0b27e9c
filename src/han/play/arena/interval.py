"""Confidence intervals of shares of wins, when games come in deals.

Games of one deal share their cards, so they are not independent. How much they depend on each
other is estimated from how the deals differ.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np

CONFIDENT = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""
RELIABLE = 30
"""With at least so many deals, wins and losses an estimate may narrow the interval."""

Interval = tuple[float, float]


def share_interval(wins: Sequence[float], games: Sequence[int]) -> Interval:
    """The 95 % interval of a share of wins.

    It is Wilson's score interval for the effective number of independent games.

    Args:
        wins: What was won in each deal.
        games: How many games of each deal were played.
    """
    played = sum(games)
    if played == 0:
        return 0.0, 1.0
    return wilson_interval(sum(wins) / played, played / design_effect(wins, games))


def wilson_interval(share: float, games: float) -> Interval:
    """Wilson's score interval of a share among independent games."""
    spread = CONFIDENT**2 / games
    centre = share + spread / 2
    reach = sqrt(share * (1 - share) * spread + spread**2 / 4)
    return max(0.0, (centre - reach) / (1 + spread)), min(1.0, (centre + reach) / (1 + spread))


def design_effect(wins: Sequence[float], games: Sequence[int]) -> float:
    """How many games give as much information as one independent game.

    The estimate includes one more deal of the worst case, that all games of a deal end alike,
    and is at least 1 as long as there are few deals.
    """
    won, sizes = np.asarray(wins, float), np.asarray(games, float)
    played, deals = sizes.sum(), len(sizes)
    share = won.sum() / played
    worst = float((sizes**2).sum() / played)
    weight = min(deals - 1, won.sum(), played - won.sum())
    if weight <= 0:
        return worst
    variance = ((won - share * sizes) ** 2).sum() * deals / (deals - 1)
    estimate = variance / (played * share * (1 - share))
    mixed = float((weight * estimate + worst) / (weight + 1))
    return mixed if weight >= RELIABLE else max(mixed, 1.0)
