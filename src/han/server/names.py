"""What the players at a table are called in a sentence, as in the browser (`app/seats.ts`)."""

from collections.abc import Sequence

from han.bots.levels import LEVELS
from han.engine.words import seat_name
from han.messages import message
from han.table.entry import Seat


def sitter_names(seats: Sequence[Seat], lang: str) -> list[str]:
    """Names by seat; those who are called alike, as bots of one level are, get their colours."""
    names = [_sitter_name(seat, lang) for seat in seats]
    return [
        _with_colour(name, seat, lang) if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def _sitter_name(seat: Seat, lang: str) -> str:
    if seat.kind == "open":
        return message("web.seat_open", lang)
    if seat.kind == "bot":
        return message(f"web.level_{seat.bot}", lang) if seat.bot in LEVELS else seat.bot
    return seat.name


def _with_colour(name: str, seat: int, lang: str) -> str:
    colour = seat_name(seat, lang).lower()
    return message("web.name_and_colour", lang, name=name, colour=colour)
