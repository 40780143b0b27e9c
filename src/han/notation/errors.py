"""Errors in notation."""

from han.messages import HanError


class NotationError(HanError):
    """Text that is not valid notation."""


class NoSuchPlaceError(NotationError):
    """A space or a province that this map does not have, or an action not possible there."""
