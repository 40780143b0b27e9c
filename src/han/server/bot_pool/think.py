"""Lets a bot think about a task, in the process that calls it."""

import asyncio
from collections import OrderedDict

from msgspec.structs import replace

from han.bots.bot import Bot
from han.bots.errors import BotFaultError, SpecError
from han.bots.mcts import MctsBot
from han.bots.registry import make_bot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.view import View
from han.engine.view_bytes import pack_view, unpack_view
from han.play.guard import GuardedBot, close_bot
from han.server.bot_pool.pool import BotChoice, Task

FALLBACK = "greedy"
"""Who chooses when a bot fails or nobody answers."""
WARMING = ("random", FALLBACK, "peasant", "scribe", "governor", "mcts:sims=1")
"""Bots that together use every kernel."""
MOST_KEPT = 16
"""Bots that a process keeps for the next task."""

_kept: OrderedDict[str, Bot] = OrderedDict()


class MissingBot:
    """Takes the place of a bot that cannot be made, and says why."""

    def __init__(self, spec: str, error: SpecError) -> None:
        """Keep what was said when the bot was to be made."""
        self.spec = spec
        self._fault = BotFaultError(error.key, **error.params)

    def choose(self, view: View, chance: Chance) -> Action:
        """Never anything."""
        raise self._fault


def think(task: Task) -> BotChoice:
    """The bot's choice; if it fails, that of a greedy one. Takes as long as the bot takes."""
    view = unpack_view(task.view)
    guarded = GuardedBot(_bot(task.spec))
    action = guarded.choose(view, Chance(task.seed))
    faults = [fault.error.text() for fault in guarded.faults]
    return BotChoice(str(action), faults[0] if faults else None)


async def fall_back(task: Task, fault: str) -> BotChoice:
    """The choice of a quick bot, made in a thread, when nobody else answers."""
    answer = await asyncio.to_thread(think, replace(task, spec=FALLBACK))
    return BotChoice(answer.action, fault)


def close_bots() -> None:
    """End what the bots of this process have started."""
    while _kept:
        close_bot(_kept.popitem()[1])


def warming_tasks() -> list[Task]:
    """Tasks after which all kernels are compiled or loaded; the quick ones come first."""
    position = Game("border-disputes", players=3).deal(0)
    view = pack_view(position.view(position.turn))
    return [Task("warm-up", 0, position.turn, spec, view, seed=0) for spec in WARMING]


def _bot(spec: str) -> Bot:
    """A bot of this process, or a new one.

    A search remembers its tree, and so what else this process was asked would change its
    answer: it begins afresh. The others are kept, for a program may take long to start.
    """
    if spec in _kept:
        _kept.move_to_end(spec)
        return _kept[spec]
    try:
        bot = make_bot(spec)
    except SpecError as error:
        return MissingBot(spec, error)
    return bot if isinstance(bot, MctsBot) else _keep(spec, bot)


def _keep(spec: str, bot: Bot) -> Bot:
    _kept[spec] = bot
    if len(_kept) > MOST_KEPT:
        close_bot(_kept.popitem(last=False)[1])
    return bot
