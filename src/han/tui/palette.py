"""Signs and colours of the terminal.

Every sign is one column wide in every terminal: none is of East Asian ambiguous width.
Colour is never the only sign: seats and cards also have letters.
"""

from typing import Final

from rich.style import Style

from han.maps.model import COLOURS
from han.notation.cards import LETTERS

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
RULE: Final = "⠒"
HIDDEN: Final = "?"

SEAT_MARKS: Final = "ABCDE"
"""A letter for each seat; initials of colours would depend on the language and be ambiguous."""

INK: Final = "#2e2a25"
ROAD_INK: Final = "#57503f"
"""Light enough to be visible outside the provinces in a dark terminal."""
BORDER_INK: Final = "#8d7f66"
SEAL_INK: Final = "#ad2f26"
PLOT: Final = "#fbf4e2"
"""The ground of an empty space."""

GROUNDS: Final = {
    "violet": "#c6b1cf",
    "yellow": "#f4e29a",
    "orange": "#e6b384",
    "green": "#b4c59a",
    "red": "#d8938c",
}
"""The ground of provinces and cards: pale, so that the colours of pieces stand out."""

_PIECES: Final = (
    ("#ffffff", "#2456b8"),
    ("#ffffff", "#12802f"),
    ("#ffffff", "#7b2fa0"),
    ("#ffffff", "#c3202b"),
    ("#2e2a25", "#f5c518"),
)
"""Ink and ground of each seat's pieces: blue, green, violet, red, yellow (C2)."""

NAME_STYLE: Final = Style(color=INK, bold=True)
PLOT_STYLE: Final = Style(color=INK, bgcolor=PLOT, bold=True)
SEAL_STYLE: Final = Style(color=SEAL_INK)
HEADING_STYLE: Final = Style(bold=True)
QUIET_STYLE: Final = Style(dim=True)
RULE_STYLE: Final = Style(color=BORDER_INK)


def piece_style(seat: int) -> Style:
    """How a seat's pieces look."""
    ink, ground = _PIECES[seat]
    return Style(color=ink, bgcolor=ground, bold=True)


def card_style(letter: str) -> Style:
    """How a card looks."""
    if letter == HIDDEN:
        return QUIET_STYLE
    return Style(color=INK, bgcolor=GROUNDS[COLOURS[LETTERS.index(letter)]], bold=True)
