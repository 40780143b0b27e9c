"""Climb the ladder: play what is missing in the book."""

import time
from collections.abc import Callable, Iterable

from han.ladder.book import Book, Entry
from han.ladder.rungs import Rung
from han.play.arena.outcome import Outcome
from han.play.arena.run import Place, play_contest

SAVE_S = 5
"""What a power cut may cost."""


class Climb:
    """The rungs to play, and a book that is saved while they are."""

    def __init__(
        self, book: Book, rungs: Iterable[Rung], games: int, seed: int, again: bool = False
    ) -> None:
        """See what the book has already, unless all is to be played ``again``."""
        self._book = book
        self._games = games
        begin = book.begin if again else book.resume
        self._entries = [(rung, begin(rung, seed)) for rung in rungs]
        self._saved = time.monotonic()

    @property
    def games_left(self) -> int:
        """How many games there are to play."""
        return sum(self._wanted(entry) - len(entry.run.outcomes) for _, entry in self._entries)

    def play(self, place: Place, on_game: Callable[[Outcome], None] = lambda _: None) -> bool:
        """Play on; whether it came to the end. Ctrl-C stops it and keeps what is done."""
        for rung, entry in self._entries:
            self._play_rung(rung, entry, place, on_game)
            if entry.run.is_interrupted:
                return False
        return True

    def _play_rung(
        self, rung: Rung, entry: Entry, place: Place, on_game: Callable[[Outcome], None]
    ) -> None:
        def keep(outcome: Outcome) -> None:
            self._book.keep(rung, entry)
            on_game(outcome)
            if time.monotonic() - self._saved > SAVE_S:
                self._save()

        if len(entry.run.outcomes) == self._wanted(entry):
            return
        try:
            play_contest(entry.run, self._wanted(entry), place, on_game=keep)
        finally:
            self._save()

    def _wanted(self, entry: Entry) -> int:
        """How many games an entry shall have; never fewer than it has."""
        return max(entry.run.contest.whole_deals(self._games), len(entry.run.outcomes))

    def _save(self) -> None:
        self._book.save()
        self._saved = time.monotonic()
