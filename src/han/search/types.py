"""The types of arguments of search kernels, besides those of `han.rules.types`."""

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, cast

import numpy as np

from han.rules.types import Number

Points: TypeAlias = float
"""A number of points that need not be whole."""

single: Final = cast(Callable[[Any], Points], np.float32)
"""Converts to single precision, as in the tables."""


class PointsArray(Protocol):
    """An array of points."""

    def __getitem__(self, index: Number, /) -> Points: ...
    def __setitem__(self, index: Number, points: Points, /) -> None: ...
