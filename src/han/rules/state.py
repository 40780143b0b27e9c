"""The state of one game: a kernel record of small numbers.

It holds no order of cards: the pile is a multiset, and the card that is drawn from it is an
argument of the rules. A copy is a copy of bytes, a batch of games is an array of such records.
"""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from han.rules.compile import kernel
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.types import Cards, Grid, Mask, Masks, Number, Numbers, whole

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
PILE_USED_UP: Final = whole(1)
BOARD_FULL: Final = whole(2)

# Sources of points: rows of `points`.
FROM_HOUSES: Final = whole(0)
FROM_ALLIANCES: Final = whole(1)
FROM_ROADS: Final = whole(2)
FROM_PORTS: Final = whole(3)
SOURCES: Final = 4


class State(KernelRecord):
    """A game at one moment: pieces, cards, points, and whose turn it is."""

    houses: Masks = field(np.uint64, SEATS)
    # spaces with a seat's marker; its companion, a house or an emissary, stands on it
    markers: Masks = field(np.uint64, SEATS)
    # spaces without a house or a marker; moves keep it, as they do `open_dragons` and `pile_size`
    free: Mask = field(np.uint64)
    points: Grid = field(np.int16, SOURCES, SEATS)
    disks: Number = field(np.uint16)
    # provinces that had a piece when the turn began (T5)
    settled: Number = field(np.uint16)
    # provinces in which this turn placed a piece (T2)
    touched: Number = field(np.uint16)
    # provinces whose dragon space takes another emissary (T11)
    open_dragons: Number = field(np.uint16)
    emissaries: Grid = field(np.uint8, PROVINCE_COUNT, SEATS)
    hands: Grid = field(np.uint8, SEATS, COLOUR_COUNT)
    # cards that everybody knows a seat to hold, since it took them from the display
    known: Grid = field(np.uint8, SEATS, COLOUR_COUNT)
    display: Cards = field(np.uint8, COLOUR_COUNT)
    pile: Cards = field(np.uint8, COLOUR_COUNT)
    pile_size: Number = field(np.uint8)
    discards: Cards = field(np.uint8, COLOUR_COUNT)
    houses_left: Numbers = field(np.uint8, SEATS)
    emissaries_left: Numbers = field(np.uint8, SEATS)
    markers_left: Numbers = field(np.uint8, SEATS)
    players: Number = field(np.uint8)
    start: Number = field(np.uint8)
    seat: Number = field(np.uint8)
    phase: Number = field(np.uint8)
    # how many pieces this turn placed (T2)
    placed: Number = field(np.uint8)
    # 0, 1, or 2 when nobody draws any more (D3, D4)
    times_pile_emptied: Number = field(np.uint8)
    reason: Number = field(np.uint8)
    # 0, or the variant that is played: its place in `han.rules.variants.table`
    variant: Number = field(np.uint8)
    wild_in_prices: Number = field(np.uint8)
    # fills the record up to whole words, so that equal states have equal bytes
    padding: Numbers = field(np.uint8, 1)


STATE: Final = dtype_of(State)


class States(Protocol):
    """The type of an array of states."""

    @property
    def shape(self) -> tuple[Number, ...]: ...
    def __getitem__(self, index: Number, /) -> State: ...
    def __setitem__(self, index: Number, state: State, /) -> None: ...


def new_states(count: int) -> NDArray[np.record]:
    """An array of ``count`` blank states."""
    return np.zeros(count, STATE)


@kernel
def copy_state(states: States, index: Number, source: State) -> None:
    """Overwrite one state of an array."""
    states[index] = source
