"""The state of one game: a numpy record of small numbers.

It holds no order of cards: the pile is a multiset, and the card that comes from it is told
from outside. A copy is a copy of bytes, a batch of games is an array of such records.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.maps.board import record_dtype
from han.rules.compile import kernel
from han.rules.types import Number, State, States

SEATS: Final = 5
COLOUR_COUNT: Final = 5
PROVINCE_COUNT: Final = 9

HAND_SIZE: Final = 3
HOUSES: Final = 20
EMISSARIES: Final = 8

# Phases: what the game waits for.
PLACE: Final = 0
"""The seat places pieces, or discards."""
DRAW: Final = 1
"""The seat takes a card from the display or the pile."""
PILE_CARD: Final = 2
"""Chance says which card the seat took from the pile."""
REFILL: Final = 3
"""Chance says which card is turned up for the display."""
OVER: Final = 4

# Why a game ended.
PILE_USED_UP: Final = np.int64(1)
BOARD_FULL: Final = np.int64(2)

# Sources of points: rows of `points`.
FROM_HOUSES: Final = np.int64(0)
FROM_ALLIANCES: Final = np.int64(1)
FROM_ROADS: Final = np.int64(2)
FROM_PORTS: Final = np.int64(3)
SOURCES: Final = 4

STATE: Final = record_dtype(
    [
        ("houses", np.uint64, (SEATS,)),
        ("markers", np.uint64, (SEATS,)),
        ("points", np.int16, (SOURCES, SEATS)),
        ("disks", np.uint16),
        ("settled", np.uint16),
        ("touched", np.uint16),
        ("emissaries", np.uint8, (PROVINCE_COUNT, SEATS)),
        ("hands", np.uint8, (SEATS, COLOUR_COUNT)),
        ("known", np.uint8, (SEATS, COLOUR_COUNT)),
        ("display", np.uint8, (COLOUR_COUNT,)),
        ("pile", np.uint8, (COLOUR_COUNT,)),
        ("discards", np.uint8, (COLOUR_COUNT,)),
        ("houses_left", np.uint8, (SEATS,)),
        ("emissaries_left", np.uint8, (SEATS,)),
        ("markers_left", np.uint8, (SEATS,)),
        ("players", np.uint8),
        ("start", np.uint8),
        ("seat", np.uint8),
        ("phase", np.uint8),
        ("placed", np.uint8),
        ("passes", np.uint8),
        ("reason", np.uint8),
        ("variant", np.uint8),
        ("wild_in_prices", np.uint8),
        ("padding", np.uint8, (4,)),
    ]
)
"""Fields worth a word:

``markers``: spaces with a seat's fortification (then its house stands there too) or market
place (then one of its emissaries does).
``settled``: provinces that had a piece when the turn began (T5).
``touched``: provinces in which this turn placed a piece; ``placed``: how many pieces (T2).
``known``: cards that everybody knows a seat to hold, since it took them from the display.
``passes``: how often the pile was used up (D3, D4).
``variant``: 0, or the board's variant when it is played.
``padding``: fills the record up to whole words, so that its bytes are all accounted for.
"""


def new_states(count: int) -> NDArray[np.record]:
    """An array of ``count`` blank states."""
    return np.zeros(count, STATE)


@kernel
def copy_state(states: States, index: Number, source: State) -> None:
    """Overwrite one state of an array."""
    states[index] = source
