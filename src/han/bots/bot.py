"""The interface of all bots."""

from typing import Protocol

from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.view import View


class Bot(Protocol):
    """Chooses actions; the same sequence of views and the same chance give the same choices.

    A bot that holds resources, such as a program, also has a method ``close``.
    """

    @property
    def spec(self) -> str:
        """How the bot is named on the command line and in records."""

    def choose(self, view: View, chance: Chance) -> Action:
        """One of ``view.legal_actions``; asked only when the view's seat is to move."""
