"""Bots by their specs: our own, those of installed packages, and programs."""

from collections.abc import Callable, Mapping

from han.bots.bot import Bot
from han.bots.errors import UnknownBotError
from han.bots.greedy import GreedyBot
from han.bots.installed import installed_bots, make_installed
from han.bots.levels import LEVELS
from han.bots.mcts import make_mcts
from han.bots.program import PROGRAM, make_program
from han.bots.random import RandomBot
from han.bots.spec import check_keys, parse_spec, split_specs

Maker = Callable[[Mapping[str, str]], Bot]
"""Makes a bot from the parameters of its spec, or refuses them."""


def _without_parameters(name: str, factory: Callable[[], Bot]) -> Maker:
    """The maker of a bot that has no parameters."""

    def make(parameters: Mapping[str, str]) -> Bot:
        check_keys(name, parameters)
        return factory()

    return make


_BUILT_IN: dict[str, Maker] = {
    "random": _without_parameters("random", RandomBot),
    "greedy": _without_parameters("greedy", GreedyBot),
    **{name: _without_parameters(name, make) for name, make in LEVELS.items()},
    "mcts": make_mcts,
}


def own_bot_names() -> tuple[str, ...]:
    """The bots that need no package but this one."""
    return tuple(_BUILT_IN)


def bot_names() -> tuple[str, ...]:
    """The names of all bots: ours first, then those of installed packages."""
    others = (name for name in installed_bots() if name not in (*_BUILT_IN, PROGRAM))
    return (*_BUILT_IN, *others)


def make_bot(spec: str) -> Bot:
    """The bot that a spec such as ``greedy`` or ``mcts:sims=2000`` names."""
    kind, _, command = spec.strip().partition(":")
    if kind.strip().lower() == PROGRAM:
        return make_program(command)
    parsed = parse_spec(spec)
    if parsed.name in _BUILT_IN:
        return _BUILT_IN[parsed.name](parsed.parameters)
    if parsed.name in installed_bots():
        return make_installed(parsed)
    raise UnknownBotError("bots.unknown", spec=spec, known=", ".join(bot_names()))


def make_line_up(specs: str, players: int) -> list[Bot]:
    """Bots for all seats: one spec for each, or a single one for all."""
    names = split_specs(specs)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UnknownBotError("bots.line_up", count=len(names), players=players)
    return [make_bot(name) for name in names]
