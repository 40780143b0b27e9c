"""Export the decisions of games that are played, or read from records."""

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
from han.play.arena.interrupt import ctrl_c_deferred
from han.play.arena.players import Players
from han.play.arena.run import Place
from han.play.files import make_folder, write_atomically
from han.play.guard import BotFault
from han.play.workers import GameRunner, open_workers
from han.records.errors import RecordError
from han.records.files import read_record
from han.records.record import Record, format_record
from han.records.replay import verify


@dataclass(frozen=True)
class Target:
    """Where rows are written, and what they contain."""

    folder: Path
    records: Path | None = None
    """A folder for the records of the games."""
    features: bool = True
    """Whether rows contain observations."""
    file_rows: int = FILE_ROWS
    """About so many rows go into a file."""


@dataclass(frozen=True)
class ExportedGame:
    """One game of an export."""

    number: int
    record: Record
    batch: Any
    """Its rows as an Arrow record batch; none of a game that did not end."""
    faults: tuple[BotFault, ...] = ()


@dataclass
class ExportReport:
    """Figures of a finished export."""

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


OnGame = Callable[[ExportedGame], None]
"""Is called with each game that was added."""


def ignore_game(_: ExportedGame) -> None:
    """Do nothing."""


def export_games(
    contest: Contest,
    games: int,
    target: Target,
    place: Place | None = None,
    on_game: OnGame = ignore_game,
) -> ExportReport:
    """Play the first games of a contest and write them; Ctrl-C stops it and keeps finished games.

    Args:
        contest: The game and the bots; line-ups rotate through the seats as in the arena.
        games: How many games.
        target: Where the rows are written.
        place: Where to play; on all cores unless given.
        on_game: Is called with each game.
    """
    make = partial(PlayedGames, contest, target.features)
    return _export(make, range(games), target, place or Place(), on_game)


def export_records(
    paths: Sequence[Path],
    target: Target,
    place: Place | None = None,
    on_game: OnGame = ignore_game,
    map_file: str | None = None,
) -> ExportReport:
    """Write the games of records, which are verified first; else as `export_games`."""
    make = partial(RecordedGames, tuple(paths), target.features, map_file)
    return _export(make, range(len(paths)), target, place or Place(), on_game)


class PlayedGames:
    """Plays games of a contest; a `han.play.workers.GameRunner`."""

    def __init__(self, contest: Contest, features: bool) -> None:
        """Start without bots."""
        self._map_file = contest.game.source
        self._features = features
        self._players = Players(contest, keep_records=True)

    def play(self, number: int) -> ExportedGame:
        """Play a game."""
        result = self._players.play(number)
        assert result.record is not None
        rows = rows_of(
            result.record,
            number,
            times=result.times,
            features=self._features,
            map_file=self._map_file,
        )
        return ExportedGame(number, result.record, rows and batch_of(rows), result.faults)

    def close(self) -> None:
        """Close the bots."""
        self._players.close()


class RecordedGames:
    """Reads games from records; a `han.play.workers.GameRunner`."""

    def __init__(self, paths: tuple[Path, ...], features: bool, map_file: str | None) -> None:
        """Keep the paths of the records."""
        self._paths = paths
        self._features = features
        self._map_file = map_file

    def play(self, number: int) -> ExportedGame:
        """Read and verify a game."""
        path = self._paths[number]
        record = read_record(path)
        try:
            verify(record, self._map_file)
        except HanError as error:
            raise RecordError(error.key, **error.params).in_file(path) from None
        rows = rows_of(record, number, features=self._features, map_file=self._map_file)
        return ExportedGame(number, record, rows and batch_of(rows))

    def close(self) -> None:
        """Do nothing: there are no resources."""


def _export(
    make: Callable[[], GameRunner[ExportedGame]],
    numbers: range,
    target: Target,
    place: Place,
    on_game: OnGame,
) -> ExportReport:
    report = ExportReport()
    began = time.perf_counter()
    with DataFiles(target.folder, target.features, target.file_rows) as files:
        if target.records is not None:
            make_folder(target.records)
        try:
            _prepare(place)
            with open_workers(make, place.workers, place.ray_address) as workers:
                for exported in workers.results(numbers):
                    with ctrl_c_deferred():
                        _keep(report, exported, files, target.records)
                    on_game(exported)
        except KeyboardInterrupt:
            report.is_interrupted = True
    report.files = files.paths
    report.seconds = time.perf_counter() - began
    return report


def _prepare(place: Place) -> None:
    """Compile the kernels, including those of observations, before processes start."""
    place.prepare()
    observe_view(Game("ways-of-diplomacy", 2).deal(0).view(0))


def _keep(
    report: ExportReport, exported: ExportedGame, files: DataFiles, records: Path | None
) -> None:
    """Write the record of a game if wanted, then add its rows."""
    if records is not None:
        write_atomically(records / f"{exported.number + 1:06}.json", format_record(exported.record))
    if exported.batch is None:
        report.unfinished += 1
        return
    files.add(exported.batch)
    report.games += 1
    report.rows += exported.batch.num_rows
