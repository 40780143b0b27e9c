"""One action or chance outcome as text.

``H wei-1 R`` a house, ``E wei R`` an emissary, ``F qi-2 YY`` a fortification with its
house, ``M palace-1 VV`` a market place with its emissary, ``.`` stop, ``X R`` discard,
``+R`` take from the display, ``*`` take from the pile. Chance answers with ``*R``, the card
that the pile gave (``*?`` to those who may not see it), and ``=R``, the card turned up for
the display.
"""

import re
from typing import Final, NamedTuple

from han.notation.cards import format_cards, parse_cards
from han.notation.errors import NotationError

HOUSE: Final = "H"
EMISSARY: Final = "E"
FORTIFICATION: Final = "F"
MARKET_PLACE: Final = "M"
STOP: Final = "."
DISCARD: Final = "X"
TAKE: Final = "+"
PILE: Final = "*"
REFILL: Final = "="
HIDDEN: Final = "?"

_PIECE = re.compile(r"([HEFM]) ([a-z0-9-]+) ([VYOGR]{1,3})")
_CARD = re.compile(r"(X |\+|\*|=)([VYOGR])")


class Atom(NamedTuple):
    """An action or outcome in parts: its kind, the space or province of a piece, the cards."""

    kind: str
    place: str = ""
    cards: str = ""


def parse_atom(text: str) -> Atom:
    """Parse an atom; its cards are put into the order of the notation."""
    if text in (STOP, PILE):
        return Atom(text)
    if text == PILE + HIDDEN:
        return Atom(PILE, cards=HIDDEN)
    if piece := _PIECE.fullmatch(text):
        kind, place, cards = piece.groups()
        return Atom(kind, place, format_cards(parse_cards(cards)))
    if card := _CARD.fullmatch(text):
        return Atom(card[1].strip(), cards=card[2])
    raise NotationError("notation.not_an_action", text=text)


def format_atom(atom: Atom) -> str:
    """The text of an atom."""
    if atom.place:
        return f"{atom.kind} {atom.place} {atom.cards}"
    return f"{DISCARD} {atom.cards}" if atom.kind == DISCARD else atom.kind + atom.cards
