"""The greedy bot on a bad day."""

from han.bots.greedy import greedy_code
from han.bots.peasant import peasant_code
from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.scratch import new_scratch
from han.rules.state import new_states
from han.rules.tape import NO_TAPE
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape

BLUNDERS = 4
"""One choice in so many is made like a peasant's."""


class ScribeBot:
    """Takes what is worth most now, unless its mind wanders."""

    spec = "scribe"

    def choose(self, view: View, chance: Chance) -> Action:
        """The greedy choice, or now and then any."""
        code = scribe_code(
            view.game.board, view.state, new_states(2), new_scratch(), chance.generator, NO_TAPE
        )
        return action_of(view.game.book, int(code))


@kernel
def scribe_code(
    board: Board,
    state: State,
    room: States,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
) -> Number:
    """The choice; arguments as those of `han.bots.greedy.greedy_code`."""
    if draw_below(generator, BLUNDERS) == 0:
        return peasant_code(board, state, scratch, generator)
    return greedy_code(board, state, room, scratch, generator, tape)
