"""The event tape: the events of an action as rows of numbers.

``NO_TAPE`` discards events; a search uses it.
"""

from typing import Final

import numpy as np

from han.rules.compile import kernel
from han.rules.records import KernelRecord, dtype_of, field, new_record
from han.rules.state import SEATS
from han.rules.types import Grid, Number, whole

# Columns.
KIND: Final = 0
SEAT: Final = 1
WHAT: Final = 2
"""A code, a colour, a province, an alliance or a mask of spaces, as the kind says."""
POINTS: Final = 3
"""The first of five columns: a number for each seat."""
COLUMNS: Final = POINTS + SEATS

# Kinds. As numpy's numbers, since numba-cuda compiles a kernel anew for each plain constant.
PIECE_PLACED: Final = whole(1)
PROVINCE_SCORED: Final = whole(2)
PLACING_STOPPED: Final = whole(3)
CARD_DISCARDED: Final = whole(4)
CARD_TAKEN: Final = whole(5)
CARD_DRAWN: Final = whole(6)
DISPLAY_REFILLED: Final = whole(7)
PILE_RESHUFFLED: Final = whole(8)
LAST_ROUND_BEGUN: Final = whole(9)
TURN_BEGUN: Final = whole(10)
GAME_ENDED: Final = whole(11)
EMISSARIES_JOINED: Final = whole(12)
ALLIANCE_SCORED: Final = whole(13)
ROW_SCORED: Final = whole(14)
PORTS_SCORED: Final = whole(15)

NOBODY: Final = whole(-1)
"""In place of a seat, where an event is nobody's."""
NOTHING: Final = whole(0)
"""Where an event needs no `WHAT`."""

ROWS: Final = 96
"""More events than one action can write: the last one of a game writes some seventy."""


TAKES_NOTHING: Final = -1


class Tape(KernelRecord):
    """Events in order."""

    # how many rows are in use, or `TAKES_NOTHING`
    length: Number = field(np.int64)
    rows: Grid = field(np.int64, ROWS, COLUMNS)


TAPE: Final = dtype_of(Tape)


def new_tape() -> Tape:
    """An empty tape."""
    return new_record(Tape)


NO_TAPE: Final = new_tape()
NO_TAPE.length = TAKES_NOTHING


@kernel
def write_event(tape: Tape, kind: Number, seat: Number, what: Number) -> None:
    """Add an event."""
    if tape.length != TAKES_NOTHING:
        row = tape.length
        tape.rows[row, KIND] = kind
        tape.rows[row, SEAT] = seat
        tape.rows[row, WHAT] = what
        tape.length = row + 1


@kernel
def write_number(tape: Tape, seat: Number, number: Number) -> None:
    """Set a seat's number in the event written last."""
    if tape.length != TAKES_NOTHING:
        tape.rows[tape.length - 1, POINTS + seat] = number
