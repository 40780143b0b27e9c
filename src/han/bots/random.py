"""A bot that plays random legal actions, all equally likely."""

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.rules.playout import random_code
from han.rules.scratch import new_scratch


class RandomBot:
    """Plays random legal actions."""

    spec = "random"

    def choose(self, view: View, chance: Chance) -> Action:
        """A random legal action."""
        code = random_code(view.game.board, view.state, new_scratch(), chance.generator)
        return action_of(view.game.book, int(code))
