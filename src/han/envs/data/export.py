"""Play games, or read them, and write every decision down."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from han.engine.game import Game
from han.envs.data.arrow import batch_of
from han.envs.data.decisions import rows_of
from han.envs.data.files import FILE_ROWS, DataFiles
from han.envs.observation import observe_view
from han.messages import HanError
from han.play.arena.contest import Contest
from han.play.arena.interrupt import undisturbed
from han.play.arena.players import Players
from han.play.arena.run import Place
from han.play.files import make_folder, write_whole
from han.play.guard import Fault
from han.play.workers import Worker, open_workers
from han.records.errors import RecordError
from han.records.files import read_record
from han.records.record import Record, format_record
from han.records.replay import verify


@dataclass(frozen=True)
class Target:
    """Where rows go, and what is in them."""

    folder: Path
    records: Path | None = None
    """A folder for the records of the games."""
    features: bool = True
    """Whether rows hold what the seats saw."""
    file_rows: int = FILE_ROWS
    """About so many rows go into a file."""


@dataclass(frozen=True)
class Chapter:
    """One game of an export."""

    number: int
    record: Record
    batch: Any
    """Its rows as Arrow has them; none of a game that did not end."""
    faults: tuple[Fault, ...] = ()


@dataclass
class Report:
    """What an export has written."""

    games: int = 0
    rows: int = 0
    unfinished: int = 0
    """Records of games that did not end; they have no rows."""
    files: list[Path] = field(default_factory=list)
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(path.stat().st_size for path in self.files)


OnGame = Callable[[Chapter], None]
"""Is told of each game that was added."""


def ignore(_: Chapter) -> None:
    """Tell nobody."""


def export_games(
    contest: Contest,
    games: int,
    target: Target,
    place: Place | None = None,
    on_game: OnGame = ignore,
) -> Report:
    """Play the first games of a contest and write them; Ctrl-C stops it and keeps what is done.

    Args:
        contest: Who plays what; line-ups rotate through the seats as in the arena.
        games: How many games.
        target: Where the rows go.
        place: Where to play; on all cores unless given.
        on_game: Is told of each game.
    """
    make = partial(PlayedGames, contest, target.features)
    return _export(make, range(games), target, place or Place(), on_game)


def export_records(
    paths: Sequence[Path],
    target: Target,
    place: Place | None = None,
    on_game: OnGame = ignore,
    map_file: str | None = None,
) -> Report:
    """Write the games of records, which are verified first; else as `export_games`."""
    make = partial(KeptGames, tuple(paths), target.features, map_file)
    return _export(make, range(len(paths)), target, place or Place(), on_game)


class PlayedGames:
    """Plays games of a contest; a worker."""

    def __init__(self, contest: Contest, features: bool) -> None:
        """Begin without a bot."""
        self._map_file = contest.game.source
        self._features = features
        self._players = Players(contest, keep_records=True)

    def play(self, number: int) -> Chapter:
        """Play a game."""
        outcome = self._players.play(number)
        assert outcome.record is not None
        rows = rows_of(
            outcome.record,
            number,
            times=outcome.times,
            features=self._features,
            map_file=self._map_file,
        )
        return Chapter(number, outcome.record, rows and batch_of(rows), outcome.faults)

    def close(self) -> None:
        """Send the bots home."""
        self._players.close()


class KeptGames:
    """Reads games from records; a worker."""

    def __init__(self, paths: tuple[Path, ...], features: bool, map_file: str | None) -> None:
        """Remember where they are."""
        self._paths = paths
        self._features = features
        self._map_file = map_file

    def play(self, number: int) -> Chapter:
        """Read a game, and believe nothing that replaying does not give."""
        path = self._paths[number]
        record = read_record(path)
        try:
            verify(record, self._map_file)
        except HanError as error:
            raise RecordError(error.key, **error.params).in_file(path) from None
        rows = rows_of(record, number, features=self._features, map_file=self._map_file)
        return Chapter(number, record, rows and batch_of(rows))

    def close(self) -> None:
        """Nothing was started."""


def _export(
    make: Callable[[], Worker[Chapter]],
    numbers: range,
    target: Target,
    place: Place,
    on_game: OnGame,
) -> Report:
    report = Report()
    began = time.perf_counter()
    with DataFiles(target.folder, target.features, target.file_rows) as files:
        if target.records is not None:
            make_folder(target.records)
        try:
            _prepare(place)
            with open_workers(make, place.workers, place.ray_address) as workers:
                for chapter in workers.results(numbers):
                    with undisturbed():
                        _keep(report, chapter, files, target.records)
                    on_game(chapter)
        except KeyboardInterrupt:
            report.is_interrupted = True
    report.files = files.paths
    report.seconds = time.perf_counter() - began
    return report


def _prepare(place: Place) -> None:
    """Compile the kernels once, those of observations too."""
    place.prepare()
    observe_view(Game("ways-of-diplomacy", 2).deal(0).view(0))


def _keep(report: Report, chapter: Chapter, files: DataFiles, records: Path | None) -> None:
    """Add a game: one that counts has its record, and one with a record counts."""
    if records is not None:
        write_whole(records / f"{chapter.number + 1:06}.json", format_record(chapter.record))
    if chapter.batch is None:
        report.unfinished += 1
        return
    files.add(chapter.batch)
    report.games += 1
    report.rows += chapter.batch.num_rows
