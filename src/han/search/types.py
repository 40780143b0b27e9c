"""The types that search kernels take, besides those of `han.rules.types`."""

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, cast

import numpy as np

from han.rules.types import Number

Points: TypeAlias = float
"""Expected points, a fraction."""

single: Final = cast(Callable[[Any], Points], np.float32)
"""Points as wide as the tables keep them."""


class Table(Protocol):
    """One of the learned tables, or other points in a row."""

    def __getitem__(self, index: Number, /) -> Points: ...
    def __setitem__(self, index: Number, points: Points, /) -> None: ...
