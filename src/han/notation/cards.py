"""Cards as letters: ``RRG`` is two red cards and a green one.

Letters are read in any order and written in the order R G O Y V.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from han.notation.errors import NotationError

LETTERS = "VYOGR"
"""The letters in the order of colours in every array."""

Counts = tuple[int, int, int, int, int]


def format_cards(counts: Iterable[int] | NDArray[np.uint8]) -> str:
    """Cards, given as numbers by colour, as letters."""
    pairs = zip(LETTERS, counts, strict=True)
    return "".join(letter * int(count) for letter, count in reversed(list(pairs)))


def parse_cards(text: str) -> Counts:
    """The number of cards of each colour."""
    for letter in text:
        if letter not in LETTERS:
            raise NotationError("notation.unknown_card", letter=letter, cards=text)
    v, y, o, g, r = (text.count(letter) for letter in LETTERS)
    return v, y, o, g, r
