"""A bot that knows what its place in each part of the scoring is usually worth."""

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.compile import kernel
from han.rules.scratch import new_scratch
from han.rules.state import DRAW, copy_state, new_states
from han.rules.tape import NO_TAPE
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape
from han.search.guide import EVERY_PIECE, hasty_code
from han.search.lore import load_lore
from han.search.turn import careful_code
from han.search.types import Judgements, Lore
from han.search.worth import new_judgements


class GovernorBot:
    """Places the piece that gains most, one at a time, and takes cards for its next turn."""

    spec = "governor"

    def choose(self, view: View, chance: Chance) -> Action:
        """The piece that experience values most, or the card that helps the next turn most."""
        states = new_states(3)
        copy_state(states, 0, view.state)
        states[0].pile[0] = view.pile_size  # of colours unknown: only its size is looked at
        code = governor_code(
            view.game.board,
            states[0],
            load_lore(view.game.players),
            states[1:],
            new_scratch(),
            new_scratch(),
            new_judgements(2),
            chance.generator,
            NO_TAPE,
        )
        return action_of(view.game.book, int(code))


@kernel
def governor_code(
    board: Board,
    state: State,
    lore: Lore,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    generator: Generator,
    tape: Tape,
) -> Number:
    """The choice; arguments as those of `han.search.turn.careful_code`."""
    if state.phase == DRAW:
        return careful_code(board, state, lore, room, scratch, inner, judged, generator, tape)
    return hasty_code(board, state, lore, scratch, judged[0], generator, EVERY_PIECE)
