"""The greedy bot with blunders: now and then it plays like the peasant."""

from typing import Final

from han.bots.greedy import greedy_code
from han.bots.peasant import peasant_code
from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.state import State
from han.rules.types import Number
from han.search.policy.workspace import Workspace, new_workspace

BLUNDERS: Final = 4
"""One choice in so many is made like a peasant's."""


class ScribeBot:
    """Plays like the greedy bot, except for random blunders."""

    spec = "scribe"

    def choose(self, view: View, chance: Chance) -> Action:
        """The greedy choice, or now and then a peasant's."""
        code = scribe_code(new_workspace(view.game), view.state, chance.generator)
        return action_of(view.game.book, int(code))


@kernel
def scribe_code(work: Workspace, state: State, generator: Generator) -> Number:
    """The bot's choice. Reads only what the seat to move may know."""
    if draw_below(generator, BLUNDERS) == 0:
        return peasant_code(work.board, state, work.scratch, generator)
    return greedy_code(work, state, generator)
