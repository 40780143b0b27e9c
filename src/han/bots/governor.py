"""A bot that knows what its place in each part of the scoring is usually worth."""

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.scratch import new_scratch
from han.rules.state import copy_state, new_states
from han.rules.tape import NO_TAPE
from han.search.lore import load_lore
from han.search.turn import careful_code
from han.search.worth import new_judgements


class GovernorBot:
    """Looks at whole turns of its own, one or two pieces, and at the cards for the next."""

    spec = "governor"

    def choose(self, view: View, chance: Chance) -> Action:
        """The first piece of the best turn, or the card that helps the next one most."""
        states = new_states(3)
        copy_state(states, 0, view.state)
        states[0].pile[0] = view.pile_size  # of colours unknown: only its size is looked at
        code = careful_code(
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
