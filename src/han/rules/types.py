"""The types that kernels take, by the names that they have in the rules.

Compiled, a `Number` has the width that numba infers. Interpreted it may be one of numpy's
narrow numbers, read from a record: `whole` widens it where a sum could run over.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, TypeAlias, cast, overload

import numpy as np

Number: TypeAlias = int
"""A whole number."""
Truth: TypeAlias = bool | np.bool_
"""Yes or no."""
Mask: TypeAlias = np.uint64
"""A set of spaces or of codes: 64 bits."""
Index: TypeAlias = Number | tuple[Number, ...]

whole: Final = cast(Callable[[Any], Number], np.int64)
"""A number as wide as a processor counts."""


class Numbers(Protocol):
    """A row of numbers."""

    def __iter__(self) -> Iterator[Number]: ...
    def __getitem__(self, index: Number, /) -> Number: ...
    def __setitem__(self, index: Number, number: Number, /) -> None: ...


class Grid(Protocol):
    """Rows of numbers."""

    def __iter__(self) -> Iterator[Numbers]: ...
    @overload
    def __getitem__(self, row: Number, /) -> Numbers: ...
    @overload
    def __getitem__(self, place: tuple[Number, Number], /) -> Number: ...
    def __setitem__(self, place: tuple[Number, Number], number: Number, /) -> None: ...


class Masks(Protocol):
    """Some sets."""

    def __iter__(self) -> Iterator[Mask]: ...
    def __getitem__(self, index: Index, /) -> Mask: ...
    def __setitem__(self, index: Index, mask: Mask, /) -> None: ...


Cards: TypeAlias = Numbers
"""Numbers of cards by colour."""
Words: TypeAlias = Masks
"""A set of codes: `han.rules.codes`."""
