"""Sampling from which pile the cards came that the others have played.

There are two piles in a game: the first, and the discards that are shuffled when it is used up
(D3). At that moment the viewer knows which cards the others hold together, all that is left of
the first pile, and which cards lie in the second. A card that somebody plays later may have
come from either, and then that pile has one card of its colour less for the other hands. The
probability of each follows from two assumptions: any hidden card of a hand is equally likely to
be the one that is played, and the hidden cards of a pile are shuffled.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

Sampler = Callable[[], float]
"""Gives numbers from 0 up to, not including, 1, all equally likely."""

FIRST: Final = 0
SECOND: Final = 1


def below(limit: int, sample: Sampler) -> int:
    """A whole number from 0 up to, not including, ``limit``."""
    return min(int(sample() * limit), limit - 1)


def pick(weights: Sequence[float], sample: Sampler) -> int:
    """A random index of a list, with probabilities by weight."""
    point = sample() * sum(weights)
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    return max(range(len(weights)), key=weights.__getitem__)


class ShownCard(NamedTuple):
    """A hidden card that a seat has played, so that all saw it."""

    seat: int
    colour: int
    held: int
    """How many hidden cards the seat had, this one included."""


class Knowledge(NamedTuple):
    """What is left of the first pile in the others' hands after some cards were shown."""

    held: tuple[int, ...]
    """How many of these cards each seat has."""
    left: tuple[int, ...]
    """How many there are of each colour."""

    def less(self, card: ShownCard) -> "Knowledge":
        """After a card of the first pile was shown."""
        held, left = list(self.held), list(self.left)
        held[card.seat] -= 1
        left[card.colour] -= 1
        return Knowledge(tuple(held), tuple(left))


class Origin(NamedTuple):
    """A pile that a card can have come from, and what is known if it did."""

    pile: int
    odds: float
    after: Knowledge


class Piles:
    """The piles of a game as one viewer knows them: the cards that it has not seen drawn."""

    def __init__(self, first: Sequence[int]) -> None:
        """Start with the cards that the viewer cannot see."""
        self._unseen = [list(first)]
        self._early = 0
        self._late: list[ShownCard] = []
        self._late_before = [(0,) * len(first)]
        self._reshuffled: Knowledge | None = None
        self._weights: dict[tuple[int, Knowledge], float] = {}

    @property
    def current(self) -> int:
        """The pile from which cards are drawn."""
        return len(self._unseen) - 1

    def see(self, colour: int) -> None:
        """The viewer sees a card leave the pile."""
        self._unseen[-1][colour] -= 1

    def show(self, card: ShownCard) -> None:
        """Another seat plays a hidden card."""
        if self.current == FIRST:
            self._unseen[FIRST][card.colour] -= 1
            self._early += 1
        else:
            self._late.append(card)
            before = self._late_before[-1]
            self._late_before.append(tuple(n + (c == card.colour) for c, n in enumerate(before)))

    def reshuffle(self, discards: Sequence[int], held: Sequence[int]) -> None:
        """The first pile is used up, while each seat holds so many hidden cards."""
        self._reshuffled = Knowledge(tuple(held), tuple(self._unseen[FIRST]))
        self._unseen.append(list(discards))

    def draw_origins(self, sample: Sampler) -> tuple[list[int], list[list[int]]]:
        """Piles from which the shown cards may have come, and what is left of each then."""
        origins = [FIRST] * self._early
        unseen = [list(pile) for pile in self._unseen]
        knowledge = self._reshuffled
        for number, card in enumerate(self._late):
            assert knowledge is not None
            ways = list(self._ways(number, knowledge))
            weights = [way.odds * self._weight(number + 1, way.after) for way in ways]
            way = ways[pick(weights, sample)]
            origins.append(way.pile)
            unseen[way.pile][card.colour] -= 1
            knowledge = way.after
        return origins, unseen

    def _ways(self, number: int, knowledge: Knowledge) -> Iterator[Origin]:
        """The possible origins of the card that was shown after ``number`` late ones."""
        card = self._late[number]
        old = knowledge.held[card.seat]
        if old and knowledge.left[card.colour]:
            share = knowledge.left[card.colour] / sum(knowledge.left)
            yield Origin(FIRST, old / card.held * share, knowledge.less(card))
        second = self._second_left(number, knowledge)
        if old < card.held and second[card.colour] > 0:
            share = second[card.colour] / sum(second)
            yield Origin(SECOND, (card.held - old) / card.held * share, knowledge)

    def _second_left(self, number: int, knowledge: Knowledge) -> list[int]:
        """Unseen cards of the second pile: a card not from the first came from it."""
        assert self._reshuffled is not None
        unseen, shown = self._unseen[SECOND], self._late_before[number]
        was, now = self._reshuffled.left, knowledge.left
        return [u - s + w - n for u, s, w, n in zip(unseen, shown, was, now, strict=True)]

    def _weight(self, number: int, knowledge: Knowledge) -> float:
        """The likelihood of the late cards from ``number`` on."""
        if number == len(self._late):
            return 1.0
        key = (number, knowledge)
        if key not in self._weights:
            ways = self._ways(number, knowledge)
            self._weights[key] = sum(way.odds * self._weight(number + 1, way.after) for way in ways)
        return self._weights[key]
