"""The coverage of intervals, the error rates of the sequential test, and ratings."""

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from han.play.arena.interval import design_effect, share_interval, wilson_interval
from han.play.arena.match_result import MatchResult, SeatResult
from han.play.arena.ratings import rate_bots
from han.play.arena.sprt import judge

Wins = NDArray[np.int64]

SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)

every_luck = pytest.mark.parametrize("alike", [0.0, 0.3, 1.0])
"""How much the games of one deal end alike."""


def draw_deals(
    rng: np.random.Generator, share: float, deals: int, games: int, alike: float
) -> Wins:
    """Wins in each deal. Two games of a deal are correlated by ``alike``."""
    common = rng.random((deals, 1)) < share
    own = rng.random((deals, games)) < share
    is_common = rng.random((deals, games)) < sqrt(alike)
    return np.asarray(np.where(is_common, common, own).sum(axis=1))


def draw_opposed_deals(rng: np.random.Generator, share: float, deals: int, games: int) -> Wins:
    """Wins in each deal when luck cancels: what one game has too much another has too little."""
    points = (rng.random((deals, 1)) + np.arange(games) / games) % 1
    own = rng.random((deals, games)) < share
    return np.asarray(np.where(rng.random((deals, 1)) < 0.5, points < share, own).sum(axis=1))


# The interval.


def coverage(samples: list[Wins], share: float, games: int) -> float:
    intervals = [share_interval(list(s), [games] * len(s)) for s in samples]
    return sum(low <= share <= high for low, high in intervals) / len(samples)


@every_luck
@pytest.mark.parametrize(("deals", "games"), [(40, 2), (100, 4), (200, 2)])
@pytest.mark.parametrize("share", SHARES)
def test_an_interval_covers_the_truth_19_times_of_20(
    share: float, deals: int, games: int, alike: float
) -> None:
    rng = np.random.default_rng(1)
    samples = [draw_deals(rng, share, deals, games, alike) for _ in range(1500)]
    assert 0.92 <= coverage(samples, share, games) <= 0.98


@pytest.mark.parametrize("share", SHARES)
def test_an_interval_narrows_when_luck_cancels_and_still_covers(share: float) -> None:
    rng = np.random.default_rng(2)
    samples = [draw_opposed_deals(rng, share, 200, 4) for _ in range(1000)]
    assert 0.92 <= coverage(samples, share, 4) <= 0.98
    widths = [np.diff(share_interval(list(sample), [4] * 200))[0] for sample in samples]
    independent = np.diff(wilson_interval(share, 800))[0]
    assert np.mean(widths) < 0.95 * independent


@every_luck
@pytest.mark.parametrize("deals", [2, 8])
def test_few_deals_give_wide_intervals(deals: int, alike: float) -> None:
    rng = np.random.default_rng(3)
    samples = [draw_deals(rng, 0.5, deals, 4, alike) for _ in range(1500)]
    assert coverage(samples, 0.5, 4) >= 0.92
    assert all(design_effect(list(sample), [4] * deals) >= 1 for sample in samples)


def test_wilson_by_hand() -> None:
    """The ends are the shares that lie 1.96 of their own deviations from what was found."""
    for share, games in ((0.3, 50), (0.0, 10), (1.0, 400)):
        for end in wilson_interval(share, games):
            deviation = sqrt(end * (1 - end) / games)
            assert abs(end - share) == pytest.approx(1.959964 * deviation, abs=1e-9)


def test_the_design_effect_of_games_that_always_end_alike_is_their_number() -> None:
    wins = [4, 0, 0, 4, 0] * 40
    assert design_effect(wins, [4] * 200) == pytest.approx(4, rel=0.02)


def test_an_unfinished_deal_counts_with_the_games_it_has() -> None:
    low, high = share_interval([2, 1, 1], [4, 4, 1])
    assert low < 4 / 9 < high
    assert share_interval([], []) == (0, 1)
    assert share_interval([1], [1]) == wilson_interval(1, 1)


# The sequential test.


def decide(wins: Wins, games: int, even: float) -> tuple[str | None, int]:
    """What the test says as the deals come in, and after how many of them."""
    played = [float(won) for won in wins]
    for deals in range(1, len(played) + 1):
        verdict = judge(played[:deals], games, even)
        if verdict:
            return verdict, deals
    return None, len(played)


@pytest.mark.parametrize(("games", "alike"), [(2, 0.0), (4, 0.0), (4, 1.0)])
@pytest.mark.parametrize(("off", "wrong"), [(0.05, "worse"), (-0.05, "better")])
def test_the_test_is_wrong_once_in_20_times(
    games: int, alike: float, off: float, wrong: str
) -> None:
    rng = np.random.default_rng(4)
    even = 1 / games
    verdicts = [
        decide(draw_deals(rng, even + off, 600, games, alike), games, even)[0] for _ in range(300)
    ]
    assert verdicts.count(wrong) / len(verdicts) <= 0.075
    assert verdicts.count(None) / len(verdicts) <= 0.05


def test_what_is_clear_is_decided_early_but_not_before_8_deals() -> None:
    assert decide(np.full(20, 4), 4, 0.25) == ("better", 8)
    assert decide(np.full(20, 2), 2, 0.5) == ("better", 15)
    assert decide(np.zeros(20, int), 2, 0.5) == ("worse", 15)
    assert decide(np.ones(600, int), 2, 0.5) == (None, 600)


def test_a_larger_difference_needs_fewer_deals() -> None:
    rng = np.random.default_rng(5)
    means = []
    for off in (0.05, 0.15, 0.3):
        lengths = [decide(draw_deals(rng, 0.5 + off, 600, 2, 0), 2, 0.5)[1] for _ in range(100)]
        means.append(np.mean(lengths))
    assert means[0] > 2 * means[1] > 2 * means[2]


# Ratings.


def game(*finish: str) -> MatchResult:
    """A game that ended in this order."""
    points = range(len(finish), 0, -1)
    seats = (SeatResult(spec, (n,), 0, 1, 0.1) for spec, n in zip(finish, points, strict=True))
    return MatchResult(0, tuple(seats))


def test_ratings_are_openskills() -> None:
    model = PlackettLuce()
    teams = [[model.rating()] for _ in range(3)]
    for _ in range(2):
        teams = model.rate(teams, ranks=[0, 1, 2])
    ratings = rate_bots([game("a", "b", "c")] * 2)
    for (player,), spec in zip(teams, "abc", strict=True):
        assert ratings[spec].mu == pytest.approx(player.mu)
        assert ratings[spec].sigma == pytest.approx(player.sigma)


def test_copies_of_a_bot_share_one_rating() -> None:
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in range(3)], ranks=[0, 1, 2])
    ratings = rate_bots([game("b", "a", "b")])
    assert ratings["b"].mu == pytest.approx((rated[0][0].mu + rated[2][0].mu) / 2)
    assert ratings["a"].mu == pytest.approx(rated[1][0].mu)
    only = rate_bots([game("a", "a", "a", "a")] * 5)["a"]
    assert only.mu == pytest.approx(25)


def test_who_wins_more_is_rated_higher() -> None:
    ratings = rate_bots([game("a", "b", "c"), game("a", "b", "c"), game("b", "a", "c")] * 20)
    assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu
    assert all(rating.sigma < 8 for rating in ratings.values())
