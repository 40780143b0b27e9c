"""HAN, Michael Schacht's game of houses, emissaries and alliances.

``han.Game("border-disputes", players=4).deal(seed=1)`` is the start of a game. The names
below are imported when they are first used, so that ``import han`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from han.version import __version__

if TYPE_CHECKING:
    from han.engine.action import Action, LegalActions
    from han.engine.belief import deal_probability, hand_probabilities, sample
    from han.engine.chance import Chance
    from han.engine.errors import GameOverError, IllegalActionError, WrongSeatError
    from han.engine.game import Game
    from han.engine.position import Position
    from han.engine.result import Result
    from han.engine.view import View
    from han.maps.load import MapError, UnknownMapError, load_map, map_ids
    from han.messages import HanError
    from han.notation.errors import NoSuchPlaceError, NotationError
    from han.rules.setup import SetupError

_HOMES = {
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
    "han.rules.setup": ("SetupError",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [  # noqa: PLE0604 - built from the table above
    "__version__",
    *sorted(_HOME_OF),
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'han' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
