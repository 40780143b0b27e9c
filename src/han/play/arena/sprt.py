"""A sequential probability ratio test: stop playing as soon as a difference is significant."""

from collections.abc import Sequence
from math import log

from han.play.arena.interval import design_effect

MARGIN = 0.05
"""The two hypotheses are an even share plus and minus this."""
ERROR = 0.05
"""The probability of a wrong verdict when one of the hypotheses is true."""
FEWEST_DEALS = 8

BETTER, WORSE = "better", "worse"


def judge(wins: Sequence[float], games: int, even: float, margin: float = MARGIN) -> str | None:
    """``better`` or ``worse`` than even, or none while it is not decided.

    Args:
        wins: What was won in each deal.
        games: How many games a deal has.
        even: The share of wins that shows no difference.
        margin: Half the distance between the two shares that are told apart.
    """
    plays_only_itself = even == 1
    if len(wins) < FEWEST_DEALS or plays_only_itself:
        return None
    support = log_likelihood_ratio(wins, games, even, margin)
    if abs(support) < log((1 - ERROR) / ERROR):
        return None
    return BETTER if support > 0 else WORSE


def log_likelihood_ratio(wins: Sequence[float], games: int, even: float, margin: float) -> float:
    """The log likelihood ratio of the two hypotheses, by the deals' mean share.

    The mean of the deals is taken as normal. Its variance is that of an even share: a variance
    estimated from the deals would be small when the share is, and favour ``worse``.
    """
    deals = len(wins)
    share = sum(wins) / (deals * games)
    effect = design_effect(wins, [games] * deals)
    variance = effect * even * (1 - even) / (deals * games)
    return 2 * margin * (share - even) / variance
