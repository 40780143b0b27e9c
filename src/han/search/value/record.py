"""What the pieces of a position are worth: the record that valuing fills and choosing reads."""

from typing import Final

import numpy as np

from han.maps.model import MAX_SPACES
from han.rules.records import Record, dtype_of, field
from han.rules.state import PROVINCE_COUNT
from han.rules.types import Number, Numbers
from han.search.types import Points, Table, single

NEVER: Final[Points] = single(-1000.0)
"""The value of what cannot be."""


class Values(Record):
    """Values of pieces; only those that were asked about mean anything."""

    # by space, by space, by province
    houses: Table = field(np.float32, MAX_SPACES)
    markers: Table = field(np.float32, MAX_SPACES)
    emissaries: Table = field(np.float32, PROVINCE_COUNT)
    # the part of a house's value that it has in each of its provinces
    in_province: Table = field(np.float32, PROVINCE_COUNT)
    # in each province: the best piece, its code if it is paid with one card, and what a
    # second piece adds
    first: Table = field(np.float32, PROVINCE_COUNT)
    first_codes: Numbers = field(np.int16, PROVINCE_COUNT)
    second: Table = field(np.float32, PROVINCE_COUNT)
    # for whom the whole board was valued, -1 for nobody
    seat: Number = field(np.int8)


VALUES: Final = dtype_of(Values)
