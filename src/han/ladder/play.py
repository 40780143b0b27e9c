"""Play the games of the ladder that are missing in its file."""

import time
from collections.abc import Callable, Iterable

from han.ladder.ladder_file import LadderFile, RungGames
from han.ladder.rungs import Rung
from han.play.arena.match_result import MatchResult
from han.play.arena.run import Place, play_contest

SAVE_S = 5
"""Seconds between two saves of the file."""


class LadderRun:
    """Plays rungs, and saves the ladder's file while it does."""

    def __init__(
        self, file: LadderFile, rungs: Iterable[Rung], games: int, seed: int, again: bool = False
    ) -> None:
        """Take over the games that the file has, unless all are to be played ``again``."""
        self._file = file
        self._games = games
        begin = file.begin if again else file.resume
        self._rungs = [(rung, begin(rung, seed)) for rung in rungs]
        self._saved = time.monotonic()

    @property
    def games_left(self) -> int:
        """How many games there are to play."""
        return sum(
            self._wanted(rung_games) - len(rung_games.run.results) for _, rung_games in self._rungs
        )

    def play(self, place: Place, on_game: Callable[[MatchResult], None] = lambda _: None) -> bool:
        """Play the missing games; whether all were played. Ctrl-C stops and keeps the results."""
        for rung, rung_games in self._rungs:
            self._play_rung(rung, rung_games, place, on_game)
            if rung_games.run.is_interrupted:
                return False
        return True

    def _play_rung(
        self,
        rung: Rung,
        rung_games: RungGames,
        place: Place,
        on_game: Callable[[MatchResult], None],
    ) -> None:
        def keep(result: MatchResult) -> None:
            self._file.keep(rung, rung_games)
            on_game(result)
            if time.monotonic() - self._saved > SAVE_S:
                self._save()

        if len(rung_games.run.results) == self._wanted(rung_games):
            return
        try:
            play_contest(rung_games.run, self._wanted(rung_games), place, on_game=keep)
        finally:
            self._save()

    def _wanted(self, rung_games: RungGames) -> int:
        """How many games a rung shall have; never fewer than it has."""
        return max(rung_games.run.contest.whole_deals(self._games), len(rung_games.run.results))

    def _save(self) -> None:
        self._file.save()
        self._saved = time.monotonic()
