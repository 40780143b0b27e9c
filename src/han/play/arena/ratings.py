"""OpenSkill ratings of the bots in a contest."""

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce

from han.play.arena.match_result import MatchResult


@dataclass(frozen=True)
class Rating:
    """The mean and the standard deviation of a strength; all start at 25 and 8.33."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


def rate_bots(results: Iterable[MatchResult]) -> dict[str, Rating]:
    """The ratings after all games, which count in their order."""
    ratings: dict[str, Rating] = {}
    model = PlackettLuce()
    for result in results:
        ratings |= _after(model, ratings, result)
    return ratings


def _after(
    model: PlackettLuce, ratings: dict[str, Rating], result: MatchResult
) -> dict[str, Rating]:
    """New ratings of those who played; the copies of one bot are averaged."""
    before = [ratings.get(seat.spec, Rating()) for seat in result.seats]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
    copies: dict[str, list[Rating]] = {}
    for seat, (new,) in zip(result.seats, rated, strict=True):
        copies.setdefault(seat.spec, []).append(Rating(new.mu, new.sigma))
    return {spec: _mean(same) for spec, same in copies.items()}


def _mean(ratings: list[Rating]) -> Rating:
    count = len(ratings)
    return Rating(sum(r.mu for r in ratings) / count, sum(r.sigma for r in ratings) / count)
