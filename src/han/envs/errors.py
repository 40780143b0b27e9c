"""Errors of environments."""

from collections.abc import Sequence

from han.messages import HanError


class EnvError(HanError, ValueError):
    """An invalid argument of an environment; also a ``ValueError``."""


class IllegalError(EnvError):
    """An action that is not legal; nothing was changed."""


def check_choice(what: str, name: object, known: Sequence[str]) -> int:
    """The index of a name among those that are known; an error if it is not."""
    if name not in known:
        raise EnvError("envs.choice", what=what, name=name, known=", ".join(known))
    return list(known).index(str(name))
