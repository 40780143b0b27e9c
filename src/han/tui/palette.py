"""Colours and signs of the terminal.

Every sign is one column wide in every terminal: none is of East Asian ambiguous width.
Colour never tells anything alone: a seat has a letter too, a card its letter.
"""

from typing import Final

from rich.style import Style

# Signs on the board.
SPACE: Final = "◦"
PORT: Final = "◉"
BORDER: Final = "◊"
HOUSE: Final = "⌂"
FORTIFICATION: Final = "♜"
MARKET_PLACE: Final = "⊞"
DRAGON: Final = "❖"
DISK: Final = "✓"
EMPEROR: Final = "♚"
TURN: Final = "►"
HIDDEN: Final = "?"
RULE: Final = "⠒"

SEAT_MARKS: Final = "ABCDE"
"""A letter for each seat: initials of colours would differ by language, and meet."""

INK: Final = "#2e2a25"
FAINT_INK: Final = "#8d7f66"
SEAL: Final = "#ad2f26"

GROUNDS: Final = {
    "violet": "#c6b1cf",
    "yellow": "#efdc9c",
    "orange": "#e6b384",
    "green": "#b4c59a",
    "red": "#d79c90",
}
"""Of provinces and cards: pale, so that the pieces' strong colours stand out."""

_PIECES: Final = (
    ("#ffffff", "#2456b8"),
    ("#ffffff", "#1d7a3c"),
    ("#ffffff", "#7b2fa0"),
    ("#ffffff", "#c3202b"),
    ("#2e2a25", "#f5c518"),
)
"""Ink and ground of each seat's pieces: blue, green, violet, red, yellow."""


def piece_style(seat: int) -> Style:
    """How a seat's pieces look."""
    ink, ground = _PIECES[seat]
    return Style(color=ink, bgcolor=ground, bold=True)


def card_style(colour: str) -> Style:
    """How a card of a colour looks."""
    return Style(color=INK, bgcolor=GROUNDS[colour], bold=True)
