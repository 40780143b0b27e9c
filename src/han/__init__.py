"""HAN, Michael Schacht's game of houses, emissaries and alliances.

``han.Game("border-disputes", players=4).deal(seed=1)`` is the start of a game. The names
below are imported when they are first used, so that ``import han`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from han.version import __version__

if TYPE_CHECKING:
    from han.bots.errors import BotContractError as BotContractError
    from han.bots.registry import bot_names as bot_names
    from han.bots.registry import make_bot as make_bot
    from han.engine.action import Action as Action
    from han.engine.action import LegalActions as LegalActions
    from han.engine.belief import deal_probability as deal_probability
    from han.engine.belief import hand_probabilities as hand_probabilities
    from han.engine.belief import sample as sample
    from han.engine.chance import Chance as Chance
    from han.engine.errors import GameOverError as GameOverError
    from han.engine.errors import IllegalActionError as IllegalActionError
    from han.engine.errors import WrongSeatError as WrongSeatError
    from han.engine.game import Game as Game
    from han.engine.position import Position as Position
    from han.engine.result import Result as Result
    from han.engine.view import View as View
    from han.maps.load import MapError as MapError
    from han.maps.load import UnknownMapError as UnknownMapError
    from han.maps.load import load_map as load_map
    from han.maps.load import map_ids as map_ids
    from han.messages import HanError as HanError
    from han.notation.errors import NoSuchPlaceError as NoSuchPlaceError
    from han.notation.errors import NotationError as NotationError
    from han.play.contract import check_bot as check_bot
    from han.rules.setup import SetupError as SetupError

_HOMES = {
    "han.bots.errors": ("BotContractError",),
    "han.bots.registry": ("bot_names", "make_bot"),
    "han.engine.action": ("Action", "LegalActions"),
    "han.engine.belief": ("deal_probability", "hand_probabilities", "sample"),
    "han.engine.chance": ("Chance",),
    "han.engine.errors": ("GameOverError", "IllegalActionError", "WrongSeatError"),
    "han.engine.game": ("Game",),
    "han.engine.position": ("Position",),
    "han.engine.result": ("Result",),
    "han.engine.view": ("View",),
    "han.maps.load": ("MapError", "UnknownMapError", "load_map", "map_ids"),
    "han.messages": ("HanError",),
    "han.notation.errors": ("NoSuchPlaceError", "NotationError"),
    "han.play.contract": ("check_bot",),
    "han.rules.setup": ("SetupError",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "__version__",
    *sorted(_HOME_OF),
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'han' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
