"""Chance for making boards: from words, the same on every machine and with every Python."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A sequence of draws; equal words draw alike."""

    def __init__(self, *words: object) -> None:
        """Start the sequence of these words."""
        text = "/".join(map(str, words))
        self._random = Random(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))

    def unit(self) -> float:
        """A number from 0 up to, not including, 1; Python promises to keep this sequence."""
        return self._random.random()

    def between(self, low: float, high: float) -> float:
        """A number between two others."""
        return low + (high - low) * self.unit()

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, ``limit``."""
        return int(self.unit() * limit)

    def whole(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
