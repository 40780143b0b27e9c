"""The event tape: what happened, as rows of numbers, for those who want to tell it.

Row 0 holds the number of rows in use. A tape without rows (``NO_TAPE``) takes nothing,
which is what a search passes.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.rules.compile import kernel
from han.rules.state import SEATS
from han.rules.types import Number, Tape

# Columns.
KIND: Final = 0
SEAT: Final = 1
WHAT: Final = 2
"""A code, a colour, a province, an alliance or a mask of spaces, as the kind says."""
POINTS: Final = 3
"""The first of five columns: a number for each seat."""
COLUMNS: Final = POINTS + SEATS

# Kinds. As numpy's numbers, since numba compiles a kernel anew for each plain constant.
PIECE_PLACED: Final = np.int64(1)
PROVINCE_SCORED: Final = np.int64(2)
PLACING_STOPPED: Final = np.int64(3)
CARD_DISCARDED: Final = np.int64(4)
CARD_TAKEN: Final = np.int64(5)
CARD_DRAWN: Final = np.int64(6)
DISPLAY_REFILLED: Final = np.int64(7)
PILE_RESHUFFLED: Final = np.int64(8)
LAST_ROUND_BEGUN: Final = np.int64(9)
TURN_BEGUN: Final = np.int64(10)
GAME_ENDED: Final = np.int64(11)
EMISSARIES_JOINED: Final = np.int64(12)
ALLIANCE_SCORED: Final = np.int64(13)
ROW_SCORED: Final = np.int64(14)
PORTS_SCORED: Final = np.int64(15)

NOBODY: Final = np.int64(-1)
"""In place of a seat, where an event is nobody's."""
NOTHING: Final = np.int64(0)
"""Where an event needs no `WHAT`."""

ROWS: Final = 96
"""More than one action can write: the last one of a game writes some seventy."""


def new_tape() -> NDArray[np.int64]:
    """A tape with room for all that one action can cause."""
    tape = np.zeros((ROWS, COLUMNS), np.int64)
    tape[0, KIND] = 1
    return tape


NO_TAPE: Final = np.zeros((0, COLUMNS), np.int64)


@kernel
def write_event(tape: Tape, kind: Number, seat: Number, what: Number) -> None:
    """Add an event."""
    if tape.shape[0] > 0:
        row = tape[0, 0]
        tape[row, KIND] = kind
        tape[row, SEAT] = seat
        tape[row, WHAT] = what
        tape[0, 0] = row + 1


@kernel
def write_number(tape: Tape, seat: Number, number: Number) -> None:
    """Set a seat's number in the event written last."""
    if tape.shape[0] > 0:
        tape[tape[0, 0] - 1, POINTS + seat] = number
