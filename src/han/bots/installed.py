"""Bots of other packages, registered under the entry-point group ``han.bots``.

An entry point is a callable that takes the spec's parameters as keyword arguments, all
strings, and returns an object with ``spec`` and ``choose(view, chance)``.
"""

from importlib.metadata import EntryPoint, entry_points

from han.bots.bot import Bot
from han.bots.errors import SpecError
from han.bots.spec import Spec, parse_spec
from han.messages import HanError

GROUP = "han.bots"


def installed_bots() -> dict[str, EntryPoint]:
    """The registered entry points by name; none is loaded. Of equal names the first counts."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name.lower(), entry)
    return found


def make_installed(spec: Spec) -> Bot:
    """Load a package's bot and make one; any exception becomes an error that names the package."""
    entry = installed_bots()[spec.name]
    try:
        bot: Bot = entry.load()(**spec.parameters)
        _check_shape(bot, spec.name)
    except HanError:
        raise
    except Exception as error:
        package = entry.dist.name if entry.dist else entry.value
        fault = f"{type(error).__name__}: {error}".rstrip(".")
        raise SpecError(
            "bots.package_broken", bot=spec.name, package=package, fault=fault
        ) from error
    return bot


def _check_shape(bot: Bot, name: str) -> None:
    """Refuse an object without ``choose``, or whose ``spec`` names another bot."""
    if not callable(getattr(bot, "choose", None)):
        raise TypeError(f"{type(bot).__name__} has no choose(view, chance)")
    if parse_spec(bot.spec).name != name:
        raise ValueError(f"its spec {bot.spec!r} does not begin with {name!r}")
