"""A few codes that look best, to be looked at closely."""

from typing import Final

import numpy as np

from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.records import Record, dtype_of, field
from han.rules.types import Number, Numbers
from han.search.policy.choice import NO_CODE
from han.search.types import Points, Table
from han.search.value.record import NEVER

LENGTH: Final = 16


class Shortlist(Record):
    """The best first; `NO_CODE` where there are fewer."""

    values: Table = field(np.float32, LENGTH)
    codes: Numbers = field(np.int16, LENGTH)


SHORTLIST: Final = dtype_of(Shortlist)


@kernel(inline=True)
def clear_list(shortlist: Shortlist) -> None:
    """Begin with no code."""
    for place in range(LENGTH):
        shortlist.codes[place] = NO_CODE
        shortlist.values[place] = NEVER


@kernel(inline=True)
def list_code(shortlist: Shortlist, code: Number, value: Points, generator: Generator) -> None:
    """Put a code in its place; if it is as good as the last one, chance says which one stays."""
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
