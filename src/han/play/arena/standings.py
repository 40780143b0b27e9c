"""The standings of the bots in a contest."""

from dataclasses import dataclass
from typing import Any

from han.play.arena.interval import Interval, share_interval
from han.play.arena.match_result import SeatResult
from han.play.arena.ratings import Rating, rate_bots
from han.play.arena.run import Run
from han.play.statistics import SOURCE_NAMES


@dataclass(frozen=True)
class Standing:
    """The figures of one bot, means of all its seats in all games."""

    spec: str
    seats: int
    """How many seats of the line-up it holds."""
    win_share: float
    """Of one seat: two equal bots have a half each, four a quarter."""
    ci95: Interval
    mean_margin: float
    points: dict[str, float]
    moves: int
    seconds: float
    rating: Rating
    faults: int

    @property
    def ms_per_move(self) -> float:
        """Milliseconds that a decision took."""
        return 1000 * self.seconds / max(self.moves, 1)

    @property
    def moves_per_s(self) -> float:
        """Decisions a second of the bot's own time."""
        return self.moves / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values, rounded."""
        return {
            "spec": self.spec,
            "seats": self.seats,
            "win_share": round(self.win_share, 4),
            "ci95": [round(end, 4) for end in self.ci95],
            "mean_margin": round(self.mean_margin, 3),
            "points": {name: round(mean, 3) for name, mean in self.points.items()},
            "moves": self.moves,
            "ms_per_move": round(self.ms_per_move, 4),
            "moves_per_s": round(self.moves_per_s, 1),
            "rating": round(self.rating.mu, 3),
            "rating_sigma": round(self.rating.sigma, 3),
            "faults": self.faults,
        }


def stand(run: Run) -> list[Standing]:
    """The standings of all bots, in order of their first seat; none before the first game."""
    if not run.results:
        return []
    ratings = rate_bots(run.results)
    return [_standing(run, spec, ratings[spec]) for spec in run.contest.bots]


def _standing(run: Run, spec: str, rating: Rating) -> Standing:
    seats = run.contest.line_up.count(spec)
    wins = run.wins_by_deal(spec)
    low, high = share_interval(wins, run.games_by_deal())
    own, margins = _seats_of(run, spec)
    return Standing(
        spec=spec,
        seats=seats,
        win_share=sum(wins) / len(own),
        ci95=(low / seats, high / seats),
        mean_margin=sum(margins) / len(margins),
        points=_mean_points(own),
        moves=sum(seat.moves for seat in own),
        seconds=sum(seat.seconds for seat in own),
        rating=rating,
        faults=sum(seat.faults for seat in own),
    )


def _seats_of(run: Run, spec: str) -> tuple[list[SeatResult], list[float]]:
    """The results of a bot's seats in all games, with their margins."""
    held = [
        (seat, margin)
        for result in run.results
        for seat, margin in zip(result.seats, result.margins, strict=True)
        if seat.spec == spec
    ]
    return [seat for seat, _ in held], [margin for _, margin in held]


def _mean_points(seats: list[SeatResult]) -> dict[str, float]:
    totals = [sum(points) for points in zip(*(seat.points for seat in seats), strict=True)]
    return dict(zip(SOURCE_NAMES, (total / len(seats) for total in totals), strict=True))
