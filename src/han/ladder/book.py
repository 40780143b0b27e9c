"""The ladder's book: every game that was played for it, in a file.

So a ladder goes on where it was stopped, and its page can be written again without playing.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from han.ladder.rungs import LadderError, Rung
from han.play.arena.contest import Contest
from han.play.arena.outcome import Outcome, SeatOutcome
from han.play.arena.run import Run
from han.play.arena.standings import stand
from han.play.files import write_whole
from han.version import __version__

FORMAT = "han-ladder/1"
COLUMNS = ["houses", "alliances", "roads", "ports", "pieces_left", "moves", "ms", "faults"]
"""What is kept of a seat in a game."""


@dataclass(frozen=True)
class Settings:
    """What must be the same for games to be counted together."""

    map_sha256: str
    seed: int
    version: str

    @staticmethod
    def of(contest: Contest) -> "Settings":
        """The settings with which a contest would be played now."""
        return Settings(contest.game.map.sha256, contest.seed, __version__)


@dataclass(frozen=True)
class Entry:
    """The games of one rung and the settings they were played with."""

    settings: Settings
    run: Run


@dataclass
class Book:
    """What was played, by the rung's map and line-up."""

    path: Path
    entries: dict[tuple[str, tuple[str, ...]], Entry] = field(default_factory=dict)

    def find(self, rung: Rung) -> Entry | None:
        """What was played of a rung, with whatever settings."""
        return self.entries.get((rung.map, rung.line_up))

    def begin(self, rung: Rung, seed: int) -> Entry:
        """An entry without a game, not yet in the book."""
        contest = rung.contest(seed)
        return Entry(Settings.of(contest), Run(contest))

    def resume(self, rung: Rung, seed: int) -> Entry:
        """What was played of a rung with today's settings; nothing if they were others."""
        fresh = self.begin(rung, seed)
        found = self.find(rung)
        return found if found and found.settings == fresh.settings else fresh

    def keep(self, rung: Rung, entry: Entry) -> None:
        """Let an entry take the place of what there was of a rung."""
        self.entries[rung.map, rung.line_up] = entry

    def save(self) -> None:
        """Write the file, one game a line."""
        write_whole(self.path, "\n".join(self._lines()) + "\n")

    def _lines(self) -> Iterator[str]:
        yield f'{{"format": "{FORMAT}", "columns": {json.dumps(COLUMNS)}, "contests": ['
        for index, ((map_name, line_up), entry) in enumerate(self.entries.items(), start=1):
            yield from _entry_lines(map_name, line_up, entry)
            yield "]}" if index == len(self.entries) else "]},"
        yield "]}"


def _entry_lines(map_name: str, line_up: tuple[str, ...], entry: Entry) -> Iterator[str]:
    head = {
        "map": map_name,
        "line_up": line_up,
        "map_sha256": entry.settings.map_sha256,
        "seed": entry.settings.seed,
        "version": entry.settings.version,
        "played": len(entry.run.outcomes),
        "standings": [standing.as_json() for standing in stand(entry.run)],
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "games": ['
    games = [json.dumps([_row(seat) for seat in o.seats]) for o in entry.run.outcomes]
    yield ",\n".join(games)


def _row(seat: SeatOutcome) -> list[float]:
    return [*seat.points, seat.pieces_left, seat.moves, round(1000 * seat.seconds, 3), seat.faults]


def read_book(path: Path) -> Book:
    """The book in a file; an empty one if there is none."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return Book(path)
    except OSError as error:
        raise LadderError("arena.ladder_unreadable", file=path, fault=error.strerror) from None
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise ValueError
        return Book(path, dict(_entry(contest) for contest in data["contests"]))
    except (KeyError, TypeError, ValueError):
        raise LadderError("arena.no_book", file=path) from None


def _entry(data: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], Entry]:
    rung = Rung(data["map"], tuple(data["line_up"]), share=0)
    contest = rung.contest(data["seed"])
    rows = data["games"]
    outcomes = [_outcome(contest, number, seats) for number, seats in enumerate(rows)]
    settings = Settings(data["map_sha256"], data["seed"], data["version"])
    return (rung.map, rung.line_up), Entry(settings, Run(contest, outcomes))


def _outcome(contest: Contest, number: int, rows: list[list[Any]]) -> Outcome:
    seating = contest.seating(number)
    return Outcome(number, tuple(_seat(*pair) for pair in zip(seating, rows, strict=True)))


def _seat(spec: str, row: list[Any]) -> SeatOutcome:
    *points, pieces_left, moves, ms, faults = row
    return SeatOutcome(spec, tuple(points), pieces_left, moves, ms / 1000, faults)
