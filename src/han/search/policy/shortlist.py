"""The codes with the best estimates, which are then valued exactly."""

from typing import Final

import numpy as np

from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.types import Number, Numbers
from han.search.policy.choice import NO_CODE
from han.search.types import Points, PointsArray
from han.search.value.record import NEVER

LENGTH: Final = 16


class Shortlist(KernelRecord):
    """Codes by descending value; `NO_CODE` at the end if there are fewer."""

    values: PointsArray = field(np.float32, LENGTH)
    codes: Numbers = field(np.int16, LENGTH)


SHORTLIST: Final = dtype_of(Shortlist)


@kernel(inline=True)
def clear_shortlist(shortlist: Shortlist) -> None:
    """Remove all codes."""
    for place in range(LENGTH):
        shortlist.codes[place] = NO_CODE
        shortlist.values[place] = NEVER


@kernel(inline=True)
def add_to_shortlist(
    shortlist: Shortlist, code: Number, value: Points, generator: Generator
) -> None:
    """Insert a code by its value; a tie with the last one is broken at random."""
    place = LENGTH - 1
    if value < shortlist.values[place]:
        return
    if value == shortlist.values[place] and draw_below(generator, 2) == 0:
        return
    while place > 0 and shortlist.values[place - 1] < value:
        shortlist.values[place] = shortlist.values[place - 1]
        shortlist.codes[place] = shortlist.codes[place - 1]
        place -= 1
    shortlist.values[place] = value
    shortlist.codes[place] = code
