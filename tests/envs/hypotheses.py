"""What a seat can conclude about hidden cards, followed step by step.

An independent computation of the distribution that `han.envs.openspiel_memory` samples from: all
possible hidden cards with their exact probabilities. Every card of the pile is equally likely to
be drawn, and every hidden card of a hand is equally likely to be played.
"""

from collections import defaultdict
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from han.envs.openspiel_history import GameHistory
from han.notation.cards import format_cards
from han.rules.state import STATE, State

Cards = tuple[int, ...]
World = tuple[tuple[Cards, ...], Cards]
"""Each seat's hidden cards, the viewer's left out, and the pile."""


def without(cards: Cards, colour: int, count: int = 1) -> Cards:
    return tuple(n - count * (c == colour) for c, n in enumerate(cards))


class Hypotheses:
    """All possible hidden cards, with their probabilities."""

    def __init__(self, game_history: GameHistory, viewer: int) -> None:
        self.viewer = viewer
        self.worlds: dict[World, Fraction] = {}
        self._begin(game_history)
        told = GameHistory(game_history.start)
        for step in game_history.steps:
            before: State = np.array([told.state], STATE)[0]
            owner = told.seat if step.owner is None else step.owner
            told.apply(step.number)
            if step.card is None:
                self._decision(owner, before, told.state)
            elif step.owner in (None, viewer):
                self._seen_card(step.card)
            else:
                self._hidden_card(owner)
            if told.state["times_pile_emptied"] == 1 and before["times_pile_emptied"] == 0:
                self._reshuffle(before["discards"])
        self.known = [
            told.state["known"][seat].tolist() for seat in range(game_history.game.players)
        ]
        self.hand = told.state["hands"][viewer].tolist()

    def hands(self) -> dict[tuple[str, ...], Fraction]:
        """All hands that the seats may hold together, with their probabilities."""
        found: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for (hidden, _), odds in self.worlds.items():
            whole = [np.add(*pair).tolist() for pair in zip(hidden, self.known, strict=True)]
            whole[self.viewer] = self.hand
            found[tuple(map(format_cards, whole))] += odds
        return dict(found)

    def _begin(self, game_history: GameHistory) -> None:
        """Any unseen cards may be in the hands of the others."""
        view = game_history.start.position.view(self.viewer)
        sizes = [view.hidden_count(seat) for seat in range(game_history.game.players)]
        start = (tuple((0,) * 5 for _ in sizes), tuple(view.unseen))
        self.worlds = {start: Fraction(1)}
        for seat, size in enumerate(sizes):
            for _ in range(size):
                self._hidden_card(seat)

    def _change(self, worlds: dict[World, Fraction]) -> None:
        total = sum(worlds.values())
        assert total, "the truth was ruled out"
        self.worlds = {world: odds / total for world, odds in worlds.items() if odds}

    def _decision(self, seat: int, before: State, after: State) -> None:
        """Cards that the seat paid or discarded and nobody knew of."""
        if seat == self.viewer:
            return
        played = after["discards"].astype(int) - before["discards"]
        for colour, count in enumerate(played):
            from_display = min(count, before["known"][seat][colour])
            for _ in range(count - from_display):
                self._played_card(seat, colour)

    def _played_card(self, seat: int, colour: int) -> None:
        worlds = {}
        for (hidden, pile), odds in self.worlds.items():
            cards = hidden[seat]
            rest = (*hidden[:seat], without(cards, colour), *hidden[seat + 1 :])
            worlds[rest, pile] = odds * Fraction(cards[colour], sum(cards))
        self._change(worlds)

    def _seen_card(self, colour: int) -> None:
        worlds: dict[World, Fraction] = {}
        for (hidden, pile), odds in self.worlds.items():
            worlds[hidden, without(pile, colour)] = odds * Fraction(pile[colour], sum(pile))
        self._change(worlds)

    def _hidden_card(self, seat: int) -> None:
        worlds: defaultdict[World, Fraction] = defaultdict(Fraction)
        for (hidden, pile), odds in self.worlds.items():
            for colour, count in enumerate(pile):
                cards = without(hidden[seat], colour, -1)
                after = ((*hidden[:seat], cards, *hidden[seat + 1 :]), without(pile, colour))
                worlds[after] += odds * Fraction(count, sum(pile))
        self._change(worlds)

    def _reshuffle(self, discards: NDArray[np.uint8]) -> None:
        assert all(sum(pile) == 0 for _, pile in self.worlds)
        cards = tuple(discards.tolist())
        self._change({(hidden, cards): odds for (hidden, _), odds in self.worlds.items()})
