"""Probabilities of hidden cards, given a view.

A viewer knows which cards it cannot see (`View.unseen`) and how many of them are in each
hand. Every way of dealing the unseen cards to those places is equally likely: the cards
that everybody saw a seat take from the display are in its hand for certain, all others
count as shuffled. No conclusion is drawn from how somebody plays, nor from which cards were
in the discards before they were shuffled into a new pile: a view has no memory
(`docs/adr/0004-beliefs.md`).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

import numpy as np

from han.engine.chance import Chance, ChanceSource
from han.engine.position import Position
from han.engine.view import View, check_seat
from han.notation.cards import format_cards, parse_cards
from han.rules.hidden import deal_hidden
from han.rules.setup import SetupError
from han.rules.state import SEATS, STATE


def hand_probabilities(view: View, seat: int) -> dict[str, Fraction]:
    """The exact probability of every hand that ``seat`` can hold."""
    check_seat(view.game, seat)
    if seat == view.seat:
        return {view.hand: Fraction(1)}
    known = [int(n) for n in view.state.known[seat]]
    ways = comb(sum(view.unseen), view.hidden_count(seat))
    return {
        format_cards(k + h for k, h in zip(known, hidden, strict=True)): Fraction(
            _ways(view.unseen, hidden), ways
        )
        for hidden in _draws(view.unseen, view.hidden_count(seat))
    }


def deal_probability(view: View, hands: Sequence[str]) -> Fraction:
    """The exact joint probability that the seats hold these hands."""
    if len(hands) != view.game.players:
        raise SetupError(
            "setup.probability_hands", cards=", ".join(hands), players=view.game.players
        )
    unseen = list(view.unseen)
    probability = Fraction(1)
    for seat, cards in enumerate(hands):
        hand = parse_cards(cards)
        if seat == view.seat:
            probability *= format_cards(hand) == view.hand
            continue
        hidden = [h - int(k) for h, k in zip(hand, view.state.known[seat], strict=True)]
        if min(hidden) < 0 or sum(hidden) != view.hidden_count(seat):
            return Fraction(0)
        probability *= Fraction(_ways(unseen, hidden), comb(sum(unseen), sum(hidden)))
        unseen = [u - h for u, h in zip(unseen, hidden, strict=True)]
    return probability


def sample(view: View, rng: ChanceSource = None) -> Position:
    """A random full position that agrees with ``view``, drawn with its exact probability."""
    chance = Chance.of(rng)
    state = np.array([view.state], STATE)[0]
    hidden = np.zeros(SEATS, np.uint8)
    hidden[: view.game.players] = [view.hidden_count(s) for s in range(view.game.players)]
    unseen = np.array(view.unseen, np.uint8)
    viewer = -1 if view.seat is None else view.seat
    deal_hidden(state, viewer, hidden, unseen, chance.generator)
    return Position(view.game, state)


def _draws(unseen: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """All multisets of ``count`` cards among ``unseen``."""
    if not unseen:
        if count == 0:
            yield ()
        return
    for first in range(min(unseen[0], count) + 1):
        for rest in _draws(unseen[1:], count - first):
            yield (first, *rest)


def _ways(unseen: Sequence[int], drawn: Sequence[int]) -> int:
    """In how many ways a multiset can be drawn, if all cards are distinguishable."""
    return prod(comb(max(u, 0), d) for u, d in zip(unseen, drawn, strict=True))
