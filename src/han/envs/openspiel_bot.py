"""The entry point of the bot ``openspiel-ismcts``; OpenSpiel is loaded when one is made."""

from importlib.util import find_spec
from typing import Final

from han.bots.bot import Bot
from han.bots.budget import MOST_SIMULATIONS
from han.bots.errors import SpecError
from han.bots.spec import Spec, check_keys, read_whole

NAME: Final = "openspiel-ismcts"
DEFAULT_SIMULATIONS: Final = 100
LEAST_SIMULATIONS: Final = 2
"""OpenSpiel's search tries no action in its first simulation."""


def make_ismcts(**parameters: str) -> Bot:
    """The bot of a spec such as ``openspiel-ismcts:sims=100``."""
    check_keys(NAME, parameters, ("sims",))
    sims = read_whole(
        parameters, "sims", DEFAULT_SIMULATIONS, least=LEAST_SIMULATIONS, most=MOST_SIMULATIONS
    )
    if find_spec("pyspiel") is None:
        raise SpecError("envs.no_openspiel", bot=NAME)
    from han.envs.openspiel_search import IsmctsBot

    return IsmctsBot(str(Spec(NAME, parameters)), sims)
