"""A state as Python numbers; reading all fields so is as fast as reading one with numpy."""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

from han.rules.state import STATE, State

_LETTERS = {"u8": "Q", "i2": "h", "u2": "H", "u1": "B"}


@dataclass(frozen=True)
class Numbers:
    """The fields of a state by their names, each a number, a tuple or a tuple of rows."""

    _flat: tuple[int, ...]

    def __getitem__(self, name: str) -> Any:
        return _READERS[name](self._flat)


def read_numbers(state: State) -> Numbers:
    """Read a state that will not change."""
    return Numbers(_FORMAT.unpack(state.tobytes()))


_NAMES = STATE.names or ()


def _format() -> struct.Struct:
    """The format of a state's bytes, field after field without gaps."""
    fields = [STATE[name] for name in _NAMES]
    letters = [f"{_size(field)}{_LETTERS[field.base.str[1:]]}" for field in fields]
    return struct.Struct("=" + "".join(letters))


def _readers() -> dict[str, Callable[[tuple[int, ...]], Any]]:
    """For each field, a function that reads it from all numbers."""
    readers: dict[str, Callable[[tuple[int, ...]], Any]] = {}
    begin = 0
    for name in _NAMES:
        field = STATE[name]
        readers[name] = _reader(begin, *field.shape)
        begin += _size(field)
    return readers


def _reader(begin: int, *shape: int) -> Callable[[tuple[int, ...]], Any]:
    if not shape:
        return itemgetter(begin)
    *rows, width = shape
    starts = range(begin, begin + int(np.prod(shape)), width)
    slices = [slice(start, start + width) for start in starts]
    return itemgetter(*slices) if rows else itemgetter(slices[0])


def _size(field: "np.dtype[Any]") -> int:
    return int(np.prod(field.shape))


_FORMAT = _format()
_READERS = _readers()
assert _FORMAT.size == STATE.itemsize
