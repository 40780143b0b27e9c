"""Bots without their limits of time, so that a busy machine plays the same games."""

from dataclasses import replace

from han.bots.bot import Bot
from han.bots.mcts import MctsBot
from han.bots.registry import make_bot

SLOW = ("minister", "chancellor", "mcts", "openspiel-ismcts")
"""Bots that search: they are asked less often."""


def make_unhurried(spec: str) -> Bot:
    """The bot of a spec; if it searches, for as long as it takes."""
    bot = make_bot(spec)
    if isinstance(bot, MctsBot):
        bot._budget = replace(bot._budget, ms=None)
    return bot
