"""Records: what kernels read and change, declared once for numpy and for the type checker.

    class Score(Record):
        points: Numbers = field(np.int16, SEATS)
        seat: Number = field(np.uint8)

The annotation says what a kernel sees, the value how it is stored. At run time a `Score` is a
numpy record of `dtype_of(Score)`; the class itself is never instantiated.
"""

from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

R = TypeVar("R", bound="Record")
Stored: TypeAlias = "type[np.generic] | np.dtype[np.record]"
"""A kind of number, or another record that lies inside."""
WORD = 8
"""Every record fills whole words: numba and numpy round other sizes differently."""


class Field(NamedTuple):
    """How one field is stored."""

    what: Stored
    shape: tuple[int, ...]


def field(what: Stored, *shape: int) -> Any:
    """A field of one number or record, or of an array of them."""
    return Field(what, shape)


class Record:
    """What every declared record can do, as numpy's records can."""

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


def dtype_of(declaration: type[Record]) -> "np.dtype[np.record]":
    """The numpy type of a declared record, its fields where a processor likes to read them."""
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
