"""Play the games of a contest."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from han.play.arena.contest import Contest
from han.play.arena.interrupt import undisturbed
from han.play.arena.outcome import Outcome
from han.play.arena.players import Players
from han.play.arena.sprt import MARGIN, judge
from han.play.files import make_folder, write_whole
from han.play.workers import open_workers, usable_cores
from han.records.record import format_record


@dataclass(frozen=True)
class Place:
    """Where games are played: by so many processes here, or on a Ray cluster."""

    workers: int | None = None
    """As many as there are cores, unless given."""
    ray_address: str | None = None

    def prepare(self) -> None:
        """Compile the kernels once, not in every process that is about to start."""
        if self.ray_address is None and (self.workers or usable_cores()) > 1:
            from han.play.warm import compile_all

            compile_all()


@dataclass
class Run:
    """A contest and how its first games ended."""

    contest: Contest
    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0
    is_interrupted: bool = False

    def wins_by_deal(self, spec: str) -> list[float]:
        """What all seats of a bot won in each deal, of which the last may be unfinished."""
        wins = [outcome.wins_of(spec) for outcome in self.outcomes]
        rotations = self.contest.rotations
        return [sum(wins[first : first + rotations]) for first in range(0, len(wins), rotations)]

    def games_by_deal(self) -> list[int]:
        """How many games of each deal were played."""
        rotations, games = self.contest.rotations, len(self.outcomes)
        return [min(rotations, games - first) for first in range(0, games, rotations)]

    @property
    def ends_a_deal(self) -> bool:
        """Whether no deal is unfinished."""
        return len(self.outcomes) % self.contest.rotations == 0

    def verdict(self) -> str | None:
        """Whether the first bot is better or worse than even, as far as whole deals tell."""
        contest = self.contest
        first = contest.line_up[0]
        seats = contest.line_up.count(first)
        whole_deals = len(self.outcomes) // contest.rotations
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
    on_game: Callable[[Outcome], None] = lambda _: None,
) -> None:
    """Play on until there are ``games`` games; Ctrl-C stops it and keeps what is done.

    Args:
        run: What was played already; further outcomes are added in the order of the games.
        games: How many there shall be in all.
        place: Where to play.
        records: A folder for the records.
        until_sure: Whether to stop as soon as the first bot is better or worse than even.
        on_game: Is told of each new outcome.
    """
    if records is not None:
        make_folder(records)
    make = partial(Players, run.contest, records is not None)
    began = time.perf_counter()
    try:
        place.prepare()
        with open_workers(make, place.workers, place.ray_address) as workers:
            for outcome in workers.results(range(len(run.outcomes), games)):
                with undisturbed():
                    _keep(run, outcome, records)
                on_game(outcome)
                if until_sure and run.ends_a_deal and run.verdict():
                    break
    except KeyboardInterrupt:
        run.is_interrupted = True
    run.seconds += time.perf_counter() - began


def _keep(run: Run, outcome: Outcome, folder: Path | None) -> None:
    """Add an outcome; a game that counts has its record, and one with a record counts."""
    if folder is not None and outcome.record is not None:
        path = folder / f"{outcome.number + 1:06}.json"
        write_whole(path, format_record(outcome.record))
    run.outcomes.append(replace(outcome, record=None, times=()))
