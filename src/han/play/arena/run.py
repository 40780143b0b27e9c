"""Play the games of a contest."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from han.play.arena.contest import Contest
from han.play.arena.interrupt import ctrl_c_deferred
from han.play.arena.match_result import MatchResult
from han.play.arena.players import Players
from han.play.arena.sprt import MARGIN, judge
from han.play.files import make_folder, write_atomically
from han.play.workers import open_workers, usable_cores
from han.records.record import format_record


@dataclass(frozen=True)
class Place:
    """Where games are played: in some processes on this machine, or on a Ray cluster."""

    workers: int | None = None
    """As many as there are cores, unless given."""
    ray_address: str | None = None

    def prepare(self) -> None:
        """Compile the kernels before several processes start that would all compile them."""
        if self.ray_address is None and (self.workers or usable_cores()) > 1:
            from han.play.warm import compile_all

            compile_all()


@dataclass
class Run:
    """A contest and the results of its first games."""

    contest: Contest
    results: list[MatchResult] = field(default_factory=list)
    seconds: float = 0.0
    is_interrupted: bool = False

    def wins_by_deal(self, spec: str) -> list[float]:
        """What all seats of a bot won in each deal, of which the last may be unfinished."""
        wins = [result.wins_of(spec) for result in self.results]
        rotations = self.contest.rotations
        return [sum(wins[first : first + rotations]) for first in range(0, len(wins), rotations)]

    def games_by_deal(self) -> list[int]:
        """How many games of each deal were played."""
        rotations, games = self.contest.rotations, len(self.results)
        return [min(rotations, games - first) for first in range(0, games, rotations)]

    @property
    def ends_a_deal(self) -> bool:
        """Whether no deal is unfinished."""
        return len(self.results) % self.contest.rotations == 0

    def verdict(self) -> str | None:
        """Whether the first bot is ``better`` or ``worse`` than even; none if undecided."""
        contest = self.contest
        first = contest.line_up[0]
        seats = contest.line_up.count(first)
        whole_deals = len(self.results) // contest.rotations
        wins = self.wins_by_deal(first)[:whole_deals]
        even = seats / len(contest.line_up)
        return judge(wins, contest.rotations, even, MARGIN * seats)


def play_contest(
    run: Run,
    games: int,
    place: Place,
    *,
    records: Path | None = None,
    until_sure: bool = False,
    on_game: Callable[[MatchResult], None] = lambda _: None,
) -> None:
    """Play until there are ``games`` games; Ctrl-C stops it and keeps the results so far.

    Args:
        run: The results so far; further results are added in the order of the games.
        games: How many games there shall be in all.
        place: Where to play.
        records: A folder for the records.
        until_sure: Whether to stop as soon as the first bot is better or worse than even.
        on_game: Is called with each new result.
    """
    if records is not None:
        make_folder(records)
    make = partial(Players, run.contest, records is not None)
    began = time.perf_counter()
    try:
        place.prepare()
        with open_workers(make, place.workers, place.ray_address) as workers:
            for result in workers.results(range(len(run.results), games)):
                with ctrl_c_deferred():
                    _keep(run, result, records)
                on_game(result)
                if until_sure and run.ends_a_deal and run.verdict():
                    break
    except KeyboardInterrupt:
        run.is_interrupted = True
    run.seconds += time.perf_counter() - began


def _keep(run: Run, result: MatchResult, folder: Path | None) -> None:
    """Write the record of a game, then add its result."""
    if folder is not None and result.record is not None:
        path = folder / f"{result.number + 1:06}.json"
        write_atomically(path, format_record(result.record))
    run.results.append(replace(result, record=None, times=()))
