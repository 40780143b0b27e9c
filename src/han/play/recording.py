"""Bot games written to files."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from han.engine.game import Game
from han.engine.position import Position
from han.messages import HanError
from han.play.guard import Report, ignore
from han.play.series import play_singly
from han.records.record import Record, format_record


class CannotWriteError(HanError):
    """A folder or a file that cannot be written."""


def record_games(
    game: Game,
    line_up: Sequence[str],
    games: int,
    seed: int,
    folder: Path,
    report: Report = ignore,
) -> Iterator[tuple[Position, int]]:
    """Play games one by one, write each to ``folder``, and hand out how it ended."""
    _make_folder(folder)
    played = play_singly(game, line_up, games, seed, report)
    for number, (position, record) in enumerate(played, start=1):
        write_record(folder / f"{number:06}.json", record)
        yield position, len(record.turns)


def write_record(path: Path, record: Record) -> None:
    """Write a record so that the file is whole or not there, even if we are interrupted."""
    unfinished = path.with_suffix(".part")
    try:
        unfinished.write_text(format_record(record), "utf-8")
        os.replace(unfinished, path)
    except OSError as error:
        raise CannotWriteError("play.cannot_write", file=path, fault=error.strerror) from None
    finally:
        unfinished.unlink(missing_ok=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWriteError("play.cannot_write", file=folder, fault=error.strerror) from None
