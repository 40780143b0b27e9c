"""A bot that values pieces by the learned tables, one piece at a time."""

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.state import DRAW, State
from han.rules.types import Number
from han.search.policy.quick import EVERY_PIECE, quick_code
from han.search.policy.turn import careful_code
from han.search.policy.workspace import Workspace, new_workspace


class GovernorBot:
    """Places the piece with the highest value, and takes cards for its next turn."""

    spec = "governor"

    def choose(self, view: View, chance: Chance) -> Action:
        """The piece with the highest value, or the card that is best for the next turn."""
        code = governor_code(new_workspace(view.game), view.state, chance.generator)
        return action_of(view.game.book, int(code))


@kernel
def governor_code(work: Workspace, state: State, generator: Generator) -> Number:
    """The bot's choice. Reads only what the seat to move may know."""
    if state.phase == DRAW:
        return careful_code(work, state, generator)
    return quick_code(work, state, EVERY_PIECE, generator)
