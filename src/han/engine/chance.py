"""A source of chance: seeded, with the same results on every machine."""

import secrets
from random import Random
from typing import TypeAlias

import numpy as np

from han.rules.deal import chance_code
from han.rules.generator import draw_below, new_generator, seed_generator
from han.rules.state import State


class Chance:
    """Draws cards. The only mutable object of the engine."""

    def __init__(self, seed: int | None = None, stream: int = 0) -> None:
        """Start a sequence of draws.

        Args:
            seed: Equal seeds draw alike; without one the sequence is unpredictable.
            stream: Which of a seed's independent sequences, for example the game's number.
        """
        self.generator = new_generator()
        seed = secrets.randbits(64) if seed is None else seed
        mask = (1 << 64) - 1
        seed_generator(self.generator, np.uint64(seed & mask), np.uint64(stream & mask))

    @staticmethod
    def of(source: "ChanceSource") -> "Chance":
        """Convert any supported source to a `Chance`.

        A `Chance` is returned as it is; a seed starts a new one; Python's or numpy's random
        generator draws the seed.
        """
        if isinstance(source, Chance):
            return source
        if isinstance(source, Random):
            return Chance(source.getrandbits(64))
        if isinstance(source, np.random.Generator):
            return Chance(int(source.integers(1 << 63)))
        return Chance(source)

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, ``limit``."""
        return int(draw_below(self.generator, limit))

    def outcome(self, state: State) -> int:
        """The code of the outcome that is due in ``state``."""
        return int(chance_code(state, self.generator))


ChanceSource: TypeAlias = Chance | int | Random | np.random.Generator | None
"""What functions accept as a source of chance; ``None`` is unpredictable."""
