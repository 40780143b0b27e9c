"""Every action and chance outcome has a number: 64 times its word plus its bit.

The set of legal actions is an array of such words, so that the list of actions, the mask,
the count and a random choice are all read from the same bits. A code means the same on
every map; the order of codes is the order of every list of actions.

Payments. A house or an emissary is paid with one card of the province's colour or with a
pair of another (T3, T4): the colour of the cards says which. A marker costs two cards of
the province's colour or, by Q1, one of them and a pair of another. A border space of
colours A and B costs AB, AA or BB or, by Q1, a pair XX and one A or B (T8).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT

HOUSE: Final = 0
"""Words of houses on ordinary spaces: one for each colour of the payment; bit = space."""
MARKER: Final = 5
"""Words of markers with their house or emissary, likewise (own colour: two of it)."""
BORDER: Final = 10
"""Words of houses on border spaces: one for each of the 13 payments; bit = space."""
EMISSARY: Final = 23
"""One word: bit = 9 * colour of the payment + province."""
TURN: Final = 24
"""One word for all that is no piece; its bits follow."""

WORDS: Final = 25
CODES: Final = 64 * WORDS

BORDER_AB: Final = 0
BORDER_AA: Final = 1
BORDER_BB: Final = 2
BORDER_XXA: Final = 3
BORDER_XXB: Final = 8

STOP: Final = 0
DISCARD: Final = 1
TAKE: Final = 6
TAKE_PILE: Final = 11
PILE_GIVES: Final = 12
DISPLAY_GETS: Final = 17


def new_words() -> NDArray[np.uint64]:
    """An empty set of codes."""
    return np.zeros(WORDS, np.uint64)


def code_of(word: int, bit: int) -> int:
    """The code at ``bit`` of ``word``."""
    return 64 * word + bit


def codes_in(words: NDArray[np.uint64]) -> list[int]:
    """The members of a set of codes, ascending."""
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    return [int(code) for code in np.flatnonzero(bits)]


assert TURN * 64 + DISPLAY_GETS + COLOUR_COUNT <= CODES
assert COLOUR_COUNT * PROVINCE_COUNT <= 64
