"""Every action and chance outcome has a number: 64 times its word plus its bit.

The set of legal actions is an array of such words, so that the list of actions, the mask,
the count and a random choice are all read from the same bits. A code means the same on
every map; the order of codes is the order of every list of actions.

`han.rules.prices` lists the payments. The payments of a house, an emissary or a marker are
numbered by the colour of their cards. A border space of colours A and B is paid with AB, AA
or BB, or with a pair XX and one A or B.
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

PIECE_WORDS: Final = TURN
"""The codes of pieces come before all others."""

# Kinds of pieces.
A_HOUSE: Final = 0
A_MARKER: Final = 1
AN_EMISSARY: Final = 2
KINDS: Final = 3
WORDS: Final = 25
CODES: Final = 64 * WORDS

# Payments for border spaces between A and B: first AB, AA and BB, then those with a wild pair XX.
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


def kind_of_word(word: int) -> int:
    """What kind of piece the codes of a word place."""
    if word == EMISSARY:
        return AN_EMISSARY
    return A_MARKER if MARKER <= word < BORDER else A_HOUSE


WORD_KINDS: Final = np.array([kind_of_word(word) for word in range(PIECE_WORDS)], np.uint8)
"""The same by words, for kernels."""


def code_of(word: int, bit: int) -> int:
    """The code at ``bit`` of ``word``."""
    return 64 * word + bit


def codes_in(words: NDArray[np.uint64]) -> list[int]:
    """The members of a set of codes, ascending."""
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    return [int(code) for code in np.flatnonzero(bits)]


assert 64 * TURN + DISPLAY_GETS + COLOUR_COUNT <= CODES
assert COLOUR_COUNT * PROVINCE_COUNT <= 64
