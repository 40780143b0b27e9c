"""Resampling the cards that a seat did not see in the history of a game.

The viewer did not see which cards the others were dealt and drew from the pile. Some of these
hidden cards have been played since, and everybody saw them then; the others are still in hand.

The hidden cards could be any of those that the viewer has not seen, all ways equally likely,
and a card that is played could have been any of the hidden ones in that hand: no conclusion is
drawn from how somebody plays. Until the discards are shuffled into a new pile (D3) this is
the same as `han.engine.belief`. After that a history knows more than a view, which has no
memory (`docs/adr/0004-beliefs.md`): see `han.envs.openspiel_piles`.
"""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from han.engine.position import Position
from han.envs.openspiel_history import GameHistory, HistoryStart, HistoryStep
from han.envs.openspiel_piles import FIRST, Piles, Sampler, ShownCard, below, pick
from han.rules.state import COLOUR_COUNT, SEATS, STATE, State


class HiddenCard(NamedTuple):
    """A card that another seat got unseen."""

    seat: int
    pile: int
    """From which pile it came."""
    step: int
    """When it came; below 0 for a card that was held at the start."""


class Memory:
    """What a viewer knows of the hidden cards in a history."""

    def __init__(self, game_history: GameHistory, viewer: int) -> None:
        """Collect the hidden cards of the history."""
        self._start = game_history.start
        self._numbers = [step.number for step in game_history.steps]
        self._viewer = viewer
        self._others = [seat for seat in range(game_history.game.players) if seat != viewer]
        self._cards: list[HiddenCard | ShownCard] = []
        self._held = [0] * SEATS
        self._piles = Piles(self._note_start())
        self._note_steps(game_history.steps)

    def resample(self, sample: Sampler) -> tuple[HistoryStart, list[int]]:
        """A random history that looks the same to the viewer: its start and steps."""
        colours = self._draw_colours(sample)
        numbers = [colours.get(step, number) for step, number in enumerate(self._numbers)]
        return self._resample_start(colours), numbers

    def _note_start(self) -> list[int]:
        """Note the hidden cards of the others; return all cards that the viewer cannot see."""
        state = self._start.position.state
        unseen: list[int] = state["pile"].tolist()
        for seat in self._others:
            for colour, count in enumerate(state["hands"][seat] - state["known"][seat]):
                unseen[colour] += int(count)
                for _ in range(count):
                    self._note_hidden(seat, FIRST, -1 - len(self._cards))
        return unseen

    def _note_steps(self, steps: list[HistoryStep]) -> None:
        game_history = GameHistory(self._start)
        for number, step in enumerate(steps):
            seat = game_history.seat
            times_emptied = game_history.state["times_pile_emptied"]
            before = _in_sight(game_history.state, seat)
            game_history.apply(step.number)
            if step.card is not None:
                self._note_card(number, step, step.card)
            elif seat != self._viewer:
                self._note_played(seat, _in_sight(game_history.state, seat) - before)
            if game_history.state["times_pile_emptied"] == 1 > times_emptied:
                self._piles.reshuffle(game_history.state["pile"].tolist(), self._held)

    def _note_card(self, number: int, step: HistoryStep, colour: int) -> None:
        """Note a card that left the pile."""
        if step.owner is None or step.owner == self._viewer:
            self._piles.see(colour)
        else:
            self._note_hidden(step.owner, self._piles.current, number)

    def _note_hidden(self, seat: int, pile: int, step: int) -> None:
        self._cards.append(HiddenCard(seat, pile, step))
        self._held[seat] += 1

    def _note_played(self, seat: int, come_to_sight: NDArray[np.int64]) -> None:
        for colour in np.repeat(np.arange(COLOUR_COUNT), come_to_sight).tolist():
            card = ShownCard(seat, colour, self._held[seat])
            self._cards.append(card)
            self._piles.show(card)
            self._held[seat] -= 1

    def _draw_colours(self, sample: Sampler) -> dict[int, int]:
        """A colour for every hidden card, by its step."""
        shown_from, unseen = self._piles.draw_origins(sample)
        origins = iter(shown_from)
        held: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        colours = {}
        for card in self._cards:
            if isinstance(card, HiddenCard):
                held[card.seat, card.pile].append(card.step)
            else:
                possible = held[card.seat, next(origins)]
                colours[possible.pop(below(len(possible), sample))] = card.colour
        for (_, pile), steps in held.items():
            for step in steps:
                colours[step] = pick(unseen[pile], sample)
                unseen[pile][colours[step]] -= 1
        return colours

    def _resample_start(self, colours: dict[int, int]) -> HistoryStart:
        """The start with other cards in the hands of the others."""
        true = self._start.position
        if not any(step < 0 for step in colours):
            return self._start
        state = np.array([true.state], STATE)[0]
        for seat in self._others:
            state["pile"] += state["hands"][seat] - state["known"][seat]
            state["hands"][seat] = state["known"][seat]
        for card in self._cards:
            if isinstance(card, HiddenCard) and card.step < 0:
                state["hands"][card.seat, colours[card.step]] += 1
                state["pile"][colours[card.step]] -= 1
        return HistoryStart(Position(true.game, state), public=self._start.public)


def _in_sight(state: State, seat: int) -> NDArray[np.int64]:
    """Cards whose places everybody knows, as far as a seat's turn can change them."""
    cards: NDArray[np.int64] = (
        state["discards"].astype(np.int64) + state["display"] + state["known"][seat]
    )
    return cards
