"""Bots without their limits of time, so that a busy machine plays the same games."""

from dataclasses import replace

import pytest

from han.bots.bot import Bot
from han.bots.mcts import MctsBot
from han.bots.registry import bot_names, make_bot

SLOW = ("minister", "chancellor", "mcts", "openspiel-ismcts")
"""Bots that search: they are asked less often."""

every_bot = pytest.mark.parametrize(
    "spec",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in bot_names()],
)


def make_unhurried(spec: str) -> Bot:
    """The bot of a spec; if it searches, for as long as it takes."""
    bot = make_bot(spec)
    if isinstance(bot, MctsBot):
        bot._budget = replace(bot._budget, ms=None)
    return bot
