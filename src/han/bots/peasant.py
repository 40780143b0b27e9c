"""A bot that places random pieces as long as it can."""

import numpy as np

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.board import Board
from han.rules.codes import TURN
from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.legal import list_legal
from han.rules.playout import count_codes, nth_code
from han.rules.scratch import Scratch, new_scratch
from han.rules.state import PLACE, State
from han.rules.types import Number


class PeasantBot:
    """Places a random piece whenever it can place one."""

    spec = "peasant"

    def choose(self, view: View, chance: Chance) -> Action:
        """A random piece or card."""
        code = peasant_code(view.game.board, view.state, new_scratch(), chance.generator)
        return action_of(view.game.book, int(code))


@kernel
def peasant_code(board: Board, state: State, scratch: Scratch, generator: Generator) -> Number:
    """A random legal piece, or another random action if there is none."""
    list_legal(board, state, scratch)
    choices = scratch.words[TURN]
    if state.phase == PLACE:
        scratch.words[TURN] = np.uint64(0)
        if count_codes(scratch.words) == 0:
            scratch.words[TURN] = choices
    return nth_code(scratch.words, draw_below(generator, count_codes(scratch.words)))
