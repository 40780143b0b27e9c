"""Bot pools: bots think in processes of our own, or in workers behind a NATS broker."""

from han.server.bot_pool.local import LocalBotPool
from han.server.bot_pool.nats import NatsBotPool
from han.server.bot_pool.pool import BotChoice, BotPool, Task

__all__ = ["BotChoice", "BotPool", "LocalBotPool", "NatsBotPool", "Task", "open_bot_pool"]


def open_bot_pool(address: str | None, processes: int | None = None) -> BotPool:
    """The bot pool of a NATS broker's workers, or without an address one on this machine."""
    return LocalBotPool(processes) if address is None else NatsBotPool(address)
