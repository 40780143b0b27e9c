"""Which province has which colour: as many spaces as cards, and never two alike side by side."""

from collections.abc import Collection, Iterator, Sequence
from math import fsum

from han.maps.make.alliances import Pair
from han.maps.make.dice import Dice
from han.maps.model import CARDS, COLOURS, PROVINCES

FREEDOM = 0.012
"""How much worse than the best a choice may be, so that chance has a say."""

Pairing = tuple[int, tuple[Pair, ...]]
"""The violet province, and the others in pairs of one colour."""


def choose_colours(
    sizes: Sequence[int], touching: Collection[Pair], dice: Dice
) -> list[str] | None:
    """The colour of each province; None if neighbours would have to share one.

    Args:
        sizes: The number of spaces of each province.
        touching: The pairs, smaller index first, that may not have one colour.
        dice: Chance.
    """
    choices = [
        (_misfit(pairing, sizes) + FREEDOM * dice.unit(), pairing)
        for pairing in _pairings(list(range(PROVINCES)), frozenset(touching))
    ]
    return _painted(min(choices)[1], sizes) if choices else None


def _pairings(provinces: list[int], touching: frozenset[Pair]) -> Iterator[Pairing]:
    for violet in provinces:
        others = [province for province in provinces if province != violet]
        for pairs in _split(others, touching):
            yield violet, pairs


def _split(provinces: list[int], touching: frozenset[Pair]) -> Iterator[tuple[Pair, ...]]:
    """Every way to make pairs of provinces that do not touch."""
    if not provinces:
        yield ()
        return
    first, *others = provinces
    for other in others:
        if (first, other) not in touching:
            left = [province for province in others if province != other]
            for pairs in _split(left, touching):
                yield ((first, other), *pairs)


def _misfit(pairing: Pairing, sizes: Sequence[int]) -> float:
    """How far the shares of the spaces are from those of the cards."""
    violet, pairs = pairing
    sums = [sizes[violet], *sorted(sizes[one] + sizes[other] for one, other in pairs)]
    cards = [CARDS[0], *sorted(CARDS[1:])]
    return fsum(
        abs(size / sum(sums) - count / sum(CARDS)) for size, count in zip(sums, cards, strict=True)
    )


def _painted(pairing: Pairing, sizes: Sequence[int]) -> list[str]:
    _, pairs = pairing
    colours = [COLOURS[0]] * PROVINCES
    ordered = sorted(pairs, key=lambda pair: (sizes[pair[0]] + sizes[pair[1]], pair))
    by_cards = sorted(range(1, len(COLOURS)), key=lambda colour: (CARDS[colour], colour))
    for pair, colour in zip(ordered, by_cards, strict=True):
        for province in pair:
            colours[province] = COLOURS[colour]
    return colours
