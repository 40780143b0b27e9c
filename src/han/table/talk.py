"""Commands that change no game: talk, muting, a rematch."""

from typing import Final

from msgspec.structs import replace

from han.messages import Term
from han.table import command
from han.table import entry as log
from han.table.errors import TableError
from han.table.options import Options
from han.table.progress import Progress, progress_by
from han.table.sender import Sender
from han.table.table import Table

LONGEST_TEXT = 300
PHRASES: Final = ("hello", "good_game", "well_played", "thanks", "thinking", "oops", "your_turn")
"""Things to say with one click; each reader gets them in the own language."""


def say(table: Table, sender: Sender, said: command.Say) -> Progress:
    """Say something to the table."""
    seat = sender.seat_at(table)
    if said.phrase and said.phrase not in PHRASES:
        raise TableError("table.no_such_phrase")
    text = "" if said.phrase else clean_text(said.text)
    return progress_by(table, log.Said(**sender.stamp, seat=seat, text=text, phrase=said.phrase))


def clean_text(text: str) -> str:
    """A text of one line; whoever shows it must still escape it."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not text:
        raise TableError("table.nothing_said")
    if len(text) > LONGEST_TEXT:
        raise TableError("table.text_too_long", most=LONGEST_TEXT)
    return text


def mute(table: Table, sender: Sender, asked: command.Mute) -> Progress:
    """Not hear a seat any more, or hear it again."""
    sender.seat_at(table)
    if asked.whom not in range(len(table.seats)):
        raise TableError("table.no_such_seat")
    muted = log.Muted(**sender.stamp, seat=asked.whom, muted=asked.muted)
    return progress_by(table, muted)


def rematch(table: Table, sender: Sender, asked: command.Rematch) -> Progress:
    """Point everybody to the next game."""
    seat = check_rematch(table, sender)
    return progress_by(table, log.Rematched(**sender.stamp, game=asked.table_id, seat=seat))


def check_rematch(table: Table, sender: Sender) -> int:
    """Refuse a rematch that cannot be now; its table is set up after this.

    Returns:
        The seat that asks for it.
    """
    seat = sender.seat_at(table)
    if table.status != "over":
        raise TableError("table.not_over")
    if table.next_game:
        raise TableError("table.rematch_exists", button=Term("game.rematch"))
    return seat


def rematch_options(table: Table) -> Options:
    """The options of a rematch: everybody keeps their colour, and the next seat begins."""
    start = (table.position.start + 1) % len(table.seats)
    return replace(table.options, start=start)
