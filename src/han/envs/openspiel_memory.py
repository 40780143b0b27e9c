"""What a seat remembers of a game, and the games that would have looked the same to it.

The viewer did not see which cards the others were dealt and drew from the pile. Some of these
hidden cards have been played since, and everybody saw them then; the others are still held.

The hidden cards could be any of those that the viewer has not seen, all ways equally likely,
and a card that is played could have been any of the hidden ones in that hand: no conclusion is
drawn from how somebody plays. Until the discards are shuffled into a new pile (D3) this is
`han.engine.belief` to the letter. After that a story knows more than a view, which has no
memory (`docs/adr/0004-beliefs.md`): see `han.envs.openspiel_piles`.
"""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from han.engine.position import Position
from han.envs.openspiel_piles import FIRST, Piles, Sampler, Shown, below, pick
from han.envs.openspiel_story import Beginning, Step, Story
from han.rules.state import COLOUR_COUNT, SEATS, STATE, State


class Hidden(NamedTuple):
    """A card that came to another seat unseen."""

    seat: int
    pile: int
    """From which pile it came."""
    step: int
    """When it came; below 0 for a card that was held at the beginning."""


class Memory:
    """All that a viewer knows of the hidden cards of a story."""

    def __init__(self, story: Story, viewer: int) -> None:
        """Go through the story as the viewer saw it."""
        self._beginning = story.beginning
        self._numbers = [step.number for step in story.steps]
        self._viewer = viewer
        self._others = [seat for seat in range(story.game.players) if seat != viewer]
        self._cards: list[Hidden | Shown] = []
        self._held = [0] * SEATS
        self._piles = Piles(self._recall_beginning())
        self._recall(story.steps)

    def imagine(self, sample: Sampler) -> tuple[Beginning, list[int]]:
        """A story that the viewer could not tell from the true one: its beginning and steps."""
        colours = self._draw_colours(sample)
        numbers = [colours.get(step, number) for step, number in enumerate(self._numbers)]
        return self._imagine_beginning(colours), numbers

    def _recall_beginning(self) -> list[int]:
        """Note the hidden cards of the others; return all that the viewer cannot place."""
        state = self._beginning.position.state
        unseen: list[int] = state["pile"].tolist()
        for seat in self._others:
            for colour, count in enumerate(state["hands"][seat] - state["known"][seat]):
                unseen[colour] += int(count)
                for _ in range(count):
                    self._note_hidden(seat, FIRST, -1 - len(self._cards))
        return unseen

    def _recall(self, steps: list[Step]) -> None:
        story = Story(self._beginning)
        for number, step in enumerate(steps):
            seat = story.seat
            passes = story.state["passes"]
            before = _in_sight(story.state, seat)
            story.apply(step.number)
            if step.card is not None:
                self._note_card(number, step, step.card)
            elif seat != self._viewer:
                self._note_played(seat, _in_sight(story.state, seat) - before)
            if story.state["passes"] == 1 > passes:
                self._piles.reshuffle(story.state["pile"].tolist(), self._held)

    def _note_card(self, number: int, step: Step, colour: int) -> None:
        """A card left the pile."""
        if step.owner is None or step.owner == self._viewer:
            self._piles.see(colour)
        else:
            self._note_hidden(step.owner, self._piles.current, number)

    def _note_hidden(self, seat: int, pile: int, step: int) -> None:
        self._cards.append(Hidden(seat, pile, step))
        self._held[seat] += 1

    def _note_played(self, seat: int, come_to_sight: NDArray[np.int64]) -> None:
        for colour in np.repeat(np.arange(COLOUR_COUNT), come_to_sight).tolist():
            card = Shown(seat, colour, self._held[seat])
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
            if isinstance(card, Hidden):
                held[card.seat, card.pile].append(card.step)
            else:
                possible = held[card.seat, next(origins)]
                colours[possible.pop(below(len(possible), sample))] = card.colour
        for (_, pile), steps in held.items():
            for step in steps:
                colours[step] = pick(unseen[pile], sample)
                unseen[pile][colours[step]] -= 1
        return colours

    def _imagine_beginning(self, colours: dict[int, int]) -> Beginning:
        """The beginning with other cards in the hands of the others."""
        true = self._beginning.position
        if not any(step < 0 for step in colours):
            return self._beginning
        state = np.array([true.state], STATE)[0]
        for seat in self._others:
            state["pile"] += state["hands"][seat] - state["known"][seat]
            state["hands"][seat] = state["known"][seat]
        for card in self._cards:
            if isinstance(card, Hidden) and card.step < 0:
                state["hands"][card.seat, colours[card.step]] += 1
                state["pile"][colours[card.step]] -= 1
        return Beginning(Position(true.game, state), public=self._beginning.public)


def _in_sight(state: State, seat: int) -> NDArray[np.int64]:
    """Cards that everybody can place, as far as a seat's turn can change them."""
    cards: NDArray[np.int64] = (
        state["discards"].astype(np.int64) + state["display"] + state["known"][seat]
    )
    return cards
