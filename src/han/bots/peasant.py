"""A bot that places whatever it can, wherever it falls."""

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
    """Never stops while a piece can be placed, never asks what it is good for."""

    spec = "peasant"

    def choose(self, view: View, chance: Chance) -> Action:
        """Any piece; any card."""
        code = peasant_code(view.game.board, view.state, new_scratch(), chance.generator)
        return action_of(view.game.book, int(code))


@kernel
def peasant_code(board: Board, state: State, scratch: Scratch, generator: Generator) -> Number:
    """Any legal piece, or any other action if there is none."""
    list_legal(board, state, scratch)
    choices = scratch.words[TURN]
    if state.phase == PLACE:
        scratch.words[TURN] = np.uint64(0)
        if count_codes(scratch.words) == 0:
            scratch.words[TURN] = choices
    return nth_code(scratch.words, draw_below(generator, count_codes(scratch.words)))
