"""The file with the results of every game that was played for the ladder.

With it a ladder continues where it was stopped, and its page can be written without playing.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from han.ladder.rungs import LadderError, Rung
from han.play.arena.contest import Contest
from han.play.arena.match_result import MatchResult, SeatResult
from han.play.arena.run import Run
from han.play.arena.standings import stand
from han.play.files import write_atomically
from han.version import __version__

FORMAT = "han-ladder/1"
COLUMNS = ["houses", "alliances", "roads", "ports", "pieces_left", "moves", "ms", "faults"]
"""What the file has of a seat in a game."""


@dataclass(frozen=True)
class ContestKey:
    """What must be equal for games to be counted together."""

    map_sha256: str
    seed: int
    version: str

    @staticmethod
    def of(contest: Contest) -> "ContestKey":
        """The key with which a contest would be played now."""
        return ContestKey(contest.game.map.sha256, contest.seed, __version__)


@dataclass(frozen=True)
class RungGames:
    """The games of one rung, and the key they were played with."""

    key: ContestKey
    run: Run


@dataclass
class LadderFile:
    """The games of all rungs, by map and line-up."""

    path: Path
    played: dict[tuple[str, tuple[str, ...]], RungGames] = field(default_factory=dict)

    def find(self, rung: Rung) -> RungGames | None:
        """The games of a rung, with any key."""
        return self.played.get((rung.map, rung.line_up))

    def begin(self, rung: Rung, seed: int) -> RungGames:
        """An empty list of games for a rung, not yet in the file."""
        contest = rung.contest(seed)
        return RungGames(ContestKey.of(contest), Run(contest))

    def resume(self, rung: Rung, seed: int) -> RungGames:
        """The games of a rung with the present key; an empty list if the key was another."""
        fresh = self.begin(rung, seed)
        found = self.find(rung)
        return found if found and found.key == fresh.key else fresh

    def keep(self, rung: Rung, rung_games: RungGames) -> None:
        """Replace the games of a rung."""
        self.played[rung.map, rung.line_up] = rung_games

    def save(self) -> None:
        """Write the file, one game a line."""
        write_atomically(self.path, "\n".join(self._lines()) + "\n")

    def _lines(self) -> Iterator[str]:
        yield f'{{"format": "{FORMAT}", "columns": {json.dumps(COLUMNS)}, "contests": ['
        for index, ((map_name, line_up), rung_games) in enumerate(self.played.items(), start=1):
            yield from _rung_lines(map_name, line_up, rung_games)
            yield "]}" if index == len(self.played) else "]},"
        yield "]}"


def _rung_lines(map_name: str, line_up: tuple[str, ...], rung_games: RungGames) -> Iterator[str]:
    head = {
        "map": map_name,
        "line_up": line_up,
        "map_sha256": rung_games.key.map_sha256,
        "seed": rung_games.key.seed,
        "version": rung_games.key.version,
        "played": len(rung_games.run.results),
        "standings": [standing.as_json() for standing in stand(rung_games.run)],
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "games": ['
    games = [json.dumps([_row(seat) for seat in o.seats]) for o in rung_games.run.results]
    yield ",\n".join(games)


def _row(seat: SeatResult) -> list[float]:
    return [*seat.points, seat.pieces_left, seat.moves, round(1000 * seat.seconds, 3), seat.faults]


def read_ladder_file(path: Path) -> LadderFile:
    """Read a ladder file; an empty one if it does not exist."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return LadderFile(path)
    except OSError as error:
        raise LadderError("arena.ladder_unreadable", file=path, fault=error.strerror) from None
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise ValueError
        return LadderFile(path, dict(_rung_games(contest) for contest in data["contests"]))
    except (KeyError, TypeError, ValueError):
        raise LadderError("arena.no_book", file=path) from None


def _rung_games(data: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], RungGames]:
    rung = Rung(data["map"], tuple(data["line_up"]), share=0)
    contest = rung.contest(data["seed"])
    rows = data["games"]
    results = [_result(contest, number, seats) for number, seats in enumerate(rows)]
    key = ContestKey(data["map_sha256"], data["seed"], data["version"])
    return (rung.map, rung.line_up), RungGames(key, Run(contest, results))


def _result(contest: Contest, number: int, rows: list[list[Any]]) -> MatchResult:
    seating = contest.seating(number)
    return MatchResult(number, tuple(_seat(*pair) for pair in zip(seating, rows, strict=True)))


def _seat(spec: str, row: list[Any]) -> SeatResult:
    *points, pieces_left, moves, ms, faults = row
    return SeatResult(spec, tuple(points), pieces_left, moves, ms / 1000, faults)
