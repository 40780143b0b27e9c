"""A small random generator (SplitMix64) that runs alike compiled, interpreted and on a GPU.

Its whole state is one 64-bit number, held in an array of length 1.
"""

import numpy as np

from han.rules.compile import kernel
from han.rules.types import Generator, Number


@kernel
def mix(z: Number) -> Number:
    """Scramble 64 bits."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def seed_generator(generator: Generator, seed: Number, stream: Number) -> None:
    """Start ``generator``; each ``stream`` of one ``seed`` is a sequence of its own."""
    salted = mix(np.uint64(stream) + np.uint64(0x9E3779B97F4A7C15))
    generator[0] = mix(np.uint64(seed) ^ salted) ^ salted


@kernel
def draw_below(generator: Generator, limit: Number) -> Number:
    """A number from 0 up to, not including, ``limit`` (which is far below 2**32)."""
    generator[0] = generator[0] + np.uint64(0x9E3779B97F4A7C15)
    high = mix(generator[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))
