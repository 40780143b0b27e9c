"""Wishes that change no game: talk, silence, another round."""

from typing import Final

from han.table import entry as log
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.progress import Progress, progress_by
from han.table.table import Table
from han.table.wish import Wisher

LONGEST_TEXT = 300
PHRASES: Final = ("hello", "good_game", "well_played", "thanks", "thinking", "oops", "your_turn")
"""Things to say with one click; each reader gets them in the own language."""


def say(table: Table, wisher: Wisher, text: str = "", phrase: str = "") -> Progress:
    """Say something to the table."""
    seat = wisher.seat_at(table)
    if phrase and phrase not in PHRASES:
        raise TableError("table.no_such_phrase")
    text = "" if phrase else clean_text(text)
    return progress_by(table, log.Said(**wisher.stamp, seat=seat, text=text, phrase=phrase))


def clean_text(text: str) -> str:
    """A text of one line; whoever shows it must still escape it."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not text:
        raise TableError("table.nothing_said")
    if len(text) > LONGEST_TEXT:
        raise TableError("table.text_too_long", most=LONGEST_TEXT)
    return text


def mute(table: Table, wisher: Wisher, seat: int, muted: bool) -> Progress:
    """Not hear a seat any more, or hear it again."""
    wisher.seat_at(table)
    if seat not in range(len(table.seats)):
        raise TableError("table.no_such_seat", seat=seat)
    return progress_by(table, log.Muted(**wisher.stamp, seat=seat, muted=muted))


def rematch(table: Table, wisher: Wisher, game: str) -> Progress:
    """Point everybody to the next game."""
    wisher.seat_at(table)
    if table.status != "over":
        raise TableError("table.not_over")
    if table.next_game:
        raise TableError("table.rematch_exists")
    return progress_by(table, log.Rematched(**wisher.stamp, game=game))


def rotated_seats(table: Table) -> list[Seat]:
    """The seats of a rematch: everybody moves on by one."""
    return table.seats[-1:] + table.seats[:-1]
