"""Tasks for bot pools, and what to wait for."""

import han
from han.engine.view_bytes import pack_view
from han.server.bot_pool import BotChoice, Task

LONG = "mcts:ms=60000"
"""A bot for tasks that nobody thinks about."""


def task_of(view: han.View, spec: str, seed: int = 1) -> Task:
    assert view.seat is not None
    return Task("game", 7, view.seat, spec, pack_view(view), seed)


def opening() -> han.View:
    """The first decision of a game, with much to think about."""
    return han.Game("border-disputes", 3).deal(1, start=0).view(0)


def task(spec: str, seed: int = 1) -> Task:
    return task_of(opening(), spec, seed)


def choice(view: han.View, spec: str, seed: int = 1) -> BotChoice:
    """What a bot chooses that is asked directly."""
    return BotChoice(str(han.make_bot(spec).choose(view, han.Chance(seed))))
