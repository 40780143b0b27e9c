"""What a searching bot keeps between the decisions of one turn."""

from dataclasses import dataclass

import numpy as np

from han.engine.game import Game
from han.engine.view import View
from han.rules.codes import PILE_GIVES, TURN
from han.rules.play import play_code
from han.rules.scratch import new_scratch
from han.rules.state import COLOUR_COUNT, DRAW, PILE_CARD, STATE, State
from han.rules.tape import NO_TAPE
from han.rules.types import whole


@dataclass(frozen=True)
class TurnMemory:
    """The state that the last answer leads to, and the codes played since the tree's root."""

    game: Game
    seat: int
    expected: State
    codes: tuple[int, ...]

    def codes_to(self, view: View) -> tuple[int, ...] | None:
        """The codes that led from the tree's root to ``view``; ``None`` if others did."""
        if (view.game, view.seat) != (self.game, self.seat):
            return None
        if view.state.tobytes() == self.expected.tobytes():
            return self.codes
        if self.expected.phase == PILE_CARD and view.state.phase == DRAW:
            return self._codes_after_card(view)
        return None

    def _codes_after_card(self, view: View) -> tuple[int, ...] | None:
        """The same after a card was drawn from the pile, which is seen in the hand only."""
        before, after = self.expected.hands[self.seat], view.state.hands[self.seat]
        colour = max(range(COLOUR_COUNT), key=lambda card: whole(after[card]) - before[card])
        expected = _copy(self.expected)
        expected.hands[self.seat, colour] += 1
        expected.pile_size -= 1
        expected.phase = DRAW
        if view.state.tobytes() != expected.tobytes():
            return None
        return (*self.codes, 64 * TURN + PILE_GIVES + colour)


def remember_answer(view: View, seat: int, codes: tuple[int, ...]) -> TurnMemory:
    """The memory after the last of ``codes`` was answered to ``view``."""
    expected = _copy(view.state)
    play_code(view.game.board, expected, codes[-1], new_scratch(), NO_TAPE)
    return TurnMemory(view.game, seat, expected, codes)


def _copy(state: State) -> State:
    copy: State = np.array([state], STATE)[0]
    return copy
