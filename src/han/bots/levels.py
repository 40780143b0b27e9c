"""Bots with names for people, from beginner to very strong."""

from collections.abc import Callable
from typing import Final

from han.bots.bot import Bot
from han.bots.budget import Budget
from han.bots.governor import GovernorBot
from han.bots.mcts import MctsBot
from han.bots.peasant import PeasantBot
from han.bots.scribe import ScribeBot
from han.search.tree.settings import CAREFUL, make_settings

MINISTER: Final = Budget(sims=80, ms=50)
CHANCELLOR: Final = Budget(sims=5000, steps=300_000, ms=1000)
"""The levels are defined by simulations; the time is a limit for slow machines."""

MINISTER_CHANGES: Final = {"horizon": 7}
CHANCELLOR_CHANGES: Final = CAREFUL
"""Changes to the search's settings."""
CHANCELLOR_ROUNDS: Final = 4
"""The horizon of its simulations, in turns of each player."""

LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "peasant": PeasantBot,
    "scribe": ScribeBot,
    "governor": GovernorBot,
    "minister": lambda: MctsBot("minister", MINISTER, make_settings(**MINISTER_CHANGES)),
    "chancellor": lambda: MctsBot(
        "chancellor", CHANCELLOR, make_settings(**CHANCELLOR_CHANGES), CHANCELLOR_ROUNDS
    ),
}
"""From the weakest to the strongest."""
