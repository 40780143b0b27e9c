"""Kernel records: what kernels read and change, declared once for numpy and the type checker.

    class Score(KernelRecord):
        points: Numbers = field(np.int16, SEATS)
        seat: Number = field(np.uint8)

The annotation says what a kernel sees, the value how it is stored. At run time a `Score` is a
numpy record of `dtype_of(Score)`; the class itself is never instantiated.
"""

from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

R = TypeVar("R", bound="KernelRecord")
Stored: TypeAlias = "type[np.generic] | np.dtype[np.record]"
"""A kind of number, or a nested record."""
WORD = 8
"""Every record is padded to a multiple of so many bytes: numba and numpy pad others differently."""


class Field(NamedTuple):
    """How one field is stored."""

    what: Stored
    shape: tuple[int, ...]


def field(what: Stored, *shape: int) -> Any:
    """A field of one number or record, or of an array of them."""
    return Field(what, shape)


class KernelRecord:
    """The base of all kernel records, with the methods of numpy's records."""

    dtype: "np.dtype[np.record]"

    def tobytes(self) -> bytes:
        """The record's bytes."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        """A field by its name."""
        raise NotImplementedError

    def __setitem__(self, name: str, value: Any) -> None:
        """Set a field by its name."""
        raise NotImplementedError


def dtype_of(declaration: type[KernelRecord]) -> "np.dtype[np.record]":
    """The numpy type of a kernel record, with aligned fields."""
    return _dtype_of(cast(Any, declaration))  # mypy holds no variable class for hashable


@cache  # every move makes records
def _dtype_of(declaration: type[KernelRecord]) -> "np.dtype[np.record]":
    fields = [
        (name, how.what, how.shape)
        for name, how in vars(declaration).items()
        if isinstance(how, Field)
    ]
    if unused := -_end(np.dtype(fields, align=True)) % WORD:
        fields.append(("unused", np.uint8, (unused,)))
    record: Any = (np.record, np.dtype(fields, align=True))
    return cast("np.dtype[np.record]", np.dtype(record))


def _end(dtype: "np.dtype[Any]") -> int:
    """Where the last field ends."""
    assert dtype.fields is not None
    return max(offset + what.itemsize for what, offset, *_ in dtype.fields.values())


def new_record(declaration: type[R]) -> R:
    """A record of zeros."""
    return cast(R, np.zeros(1, dtype_of(declaration))[0])
