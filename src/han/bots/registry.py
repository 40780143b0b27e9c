"""Bots by their names."""

from han.bots.bot import Bot
from han.bots.greedy import GreedyBot
from han.bots.random import RandomBot
from han.messages import HanError

_BOTS: dict[str, type[RandomBot] | type[GreedyBot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}


class UnknownBotError(HanError):
    """A name that no bot has."""


def bot_names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def make_bot(spec: str) -> Bot:
    """The bot that a spec such as ``greedy`` names."""
    if spec not in _BOTS:
        raise UnknownBotError("bots.unknown", spec=spec, known=", ".join(bot_names()))
    return _BOTS[spec]()


def make_line_up(specs: str, players: int) -> list[Bot]:
    """Bots for all seats: one spec for each, or a single one for all."""
    names = [name.strip() for name in specs.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UnknownBotError("bots.line_up", count=len(names), players=players)
    return [make_bot(name) for name in names]
