"""The record of the values of pieces, which `value` fills and `policy` reads."""

from typing import Final

import numpy as np

from han.maps.model import MAX_SPACES
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.state import PROVINCE_COUNT
from han.rules.types import Number, Numbers
from han.search.types import Points, PointsArray, single

NEVER: Final[Points] = single(-1000.0)
"""The value of an impossible piece."""


class Values(KernelRecord):
    """Values of pieces in a position; only those that were computed mean anything."""

    # by space, by space, by province
    houses: PointsArray = field(np.float32, MAX_SPACES)
    markers: PointsArray = field(np.float32, MAX_SPACES)
    emissaries: PointsArray = field(np.float32, PROVINCE_COUNT)
    # the part of a house's value that it has in each of its provinces
    in_province: PointsArray = field(np.float32, PROVINCE_COUNT)
    # in each province: the value of the best piece, its code if it is paid with one card, and what
    # a second piece adds
    first: PointsArray = field(np.float32, PROVINCE_COUNT)
    first_codes: Numbers = field(np.int16, PROVINCE_COUNT)
    second: PointsArray = field(np.float32, PROVINCE_COUNT)
    # the seat for which the whole board was valued, -1 if it was not
    seat: Number = field(np.int8)


VALUES: Final = dtype_of(Values)
