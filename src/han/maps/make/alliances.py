"""Which neighbours can form an alliance, and in which order alliances are scored."""

from collections import Counter
from collections.abc import Mapping

from han.maps.make.dice import Dice
from han.maps.model import ALLIANCES

Pair = tuple[int, int]
LEAST_ALLIANCES = 2
"""Of each province."""


def choose_alliances(borders: Mapping[Pair, float], dice: Dice) -> list[Pair] | None:
    """Fifteen pairs of neighbours in scoring order; a wall parts the others.

    The shortest borders get the walls. None if a province would have too few alliances left.
    """
    pairs = sorted(borders, key=lambda pair: (-borders[pair] * dice.between(0.8, 1.25), pair))
    degrees = Counter(province for pair in pairs for province in pair)
    for pair in reversed(pairs):
        if len(pairs) > ALLIANCES and all(degrees[one] > LEAST_ALLIANCES for one in pair):
            pairs.remove(pair)
            degrees.subtract(pair)
    return _in_order(pairs, dice) if len(pairs) == ALLIANCES else None


def _in_order(pairs: list[Pair], dice: Dice) -> list[Pair]:
    """A walk over the land: each alliance shares a province with the one before, if one is left."""
    left = dice.shuffled(sorted(pairs))
    walk = [left.pop()]
    while left:
        near = [pair for pair in left if set(pair) & set(walk[-1])]
        fresh = [pair for pair in near if not set(pair) <= {one for past in walk for one in past}]
        following = (fresh or near or left)[0]
        left.remove(following)
        walk.append(following)
    return walk
