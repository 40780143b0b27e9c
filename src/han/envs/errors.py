"""Environments that cannot be made or used as they were asked to."""

from collections.abc import Sequence

from han.messages import HanError


class EnvError(HanError, ValueError):
    """Something about an environment is wrong; a ``ValueError`` to those who know no better."""


class IllegalError(EnvError):
    """An action that cannot be played now; nothing was changed."""


def check_choice(what: str, name: object, known: Sequence[str]) -> int:
    """The place of a name among those that there are."""
    if name not in known:
        raise EnvError("envs.choice", what=what, name=name, known=", ".join(known))
    return list(known).index(str(name))
