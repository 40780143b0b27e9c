"""A small random generator (SplitMix64) that runs alike compiled, interpreted and on a GPU."""

from typing import Final

import numpy as np

from han.rules.compile import kernel
from han.rules.records import KernelRecord, dtype_of, field, new_record
from han.rules.types import Mask, Number, whole


class Generator(KernelRecord):
    """The state of a random generator.

    It is a record and not an array: numba counts references to arrays with atomic instructions,
    which cost more than a draw.
    """

    state: Mask = field(np.uint64)


GENERATOR: Final = dtype_of(Generator)


def new_generator() -> Generator:
    """A generator that has not been started."""
    return new_record(Generator)


@kernel
def mix(z: Mask) -> Mask:
    """SplitMix64's mixing function."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def seed_generator(generator: Generator, seed: Number | Mask, stream: Number | Mask) -> None:
    """Start ``generator``; each ``stream`` of one ``seed`` is a sequence of its own."""
    salted = mix(np.uint64(stream) + np.uint64(0x9E3779B97F4A7C15))
    generator.state = mix(np.uint64(seed) ^ salted) ^ salted


@kernel
def draw_below(generator: Generator, limit: Number) -> Number:
    """A number from 0 up to, not including, ``limit`` (which is far below 2**32)."""
    generator.state += np.uint64(0x9E3779B97F4A7C15)
    high = mix(generator.state) >> np.uint64(32)
    return whole((high * np.uint64(limit)) >> np.uint64(32))
