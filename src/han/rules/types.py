"""The types of kernels' arguments.

Compiled, a `Number` has the width that numba infers. Interpreted it may be one of numpy's
narrow numbers, read from a record: `whole` widens it where a sum could overflow.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, TypeAlias, cast, overload

import numpy as np

Number: TypeAlias = int
"""A whole number."""
Truth: TypeAlias = bool | np.bool_
"""True or false, as Python or numpy has it."""
Mask: TypeAlias = np.uint64
"""A set of spaces or of codes: 64 bits."""
Index: TypeAlias = Number | tuple[Number, ...]

whole: Final = cast(Callable[[Any], Number], np.int64)
"""Converts to a 64-bit number."""


class Numbers(Protocol):
    """An array of numbers."""

    def __iter__(self) -> Iterator[Number]: ...
    def __getitem__(self, index: Number, /) -> Number: ...
    def __setitem__(self, index: Number, number: Number, /) -> None: ...


class Grid(Protocol):
    """A two-dimensional array of numbers."""

    def __iter__(self) -> Iterator[Numbers]: ...
    @overload
    def __getitem__(self, row: Number, /) -> Numbers: ...
    @overload
    def __getitem__(self, place: tuple[Number, Number], /) -> Number: ...
    def __setitem__(self, place: tuple[Number, Number], number: Number, /) -> None: ...


class Masks(Protocol):
    """An array of sets."""

    def __iter__(self) -> Iterator[Mask]: ...
    def __getitem__(self, index: Index, /) -> Mask: ...
    def __setitem__(self, index: Index, mask: Mask, /) -> None: ...


Cards: TypeAlias = Numbers
"""Numbers of cards by colour."""
Words: TypeAlias = Masks
"""A set of codes: `han.rules.codes`."""
