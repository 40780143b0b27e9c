"""All hands and their numbers.

A hand has at most three cards, so there are only 56 hands. A price is a handful of cards too, so
prices are numbered like hands.
"""

from itertools import combinations_with_replacement
from typing import Final, TypeAlias

import numpy as np

from han.rules.state import COLOUR_COUNT, HAND_SIZE

Handful: TypeAlias = tuple[int, ...]
"""The colours of some cards, ascending."""

ALL_COLOURS: Final = range(COLOUR_COUNT)
HANDS: Final[tuple[Handful, ...]] = tuple(
    cards
    for size in range(HAND_SIZE + 1)
    for cards in combinations_with_replacement(ALL_COLOURS, size)
)
"""Every hand that a player can hold, by its number; number 0 is the empty hand."""
HAND_COUNT: Final = len(HANDS)
NUMBER_OF_HAND: Final = {hand: number for number, hand in enumerate(HANDS)}


def handful(*colours: int) -> Handful:
    """Cards in the order of their colours."""
    return tuple(sorted(colours))


def packed(hand: Handful) -> int:
    """A hand as a number of two bits for each colour: such numbers add up as cards do."""
    return sum(1 << 2 * colour for colour in hand)


PACKED_HANDS: Final = np.array([packed(hand) for hand in HANDS], np.uint16)
"""The same by the numbers of hands, for kernels."""
