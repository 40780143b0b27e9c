"""Faults in text that people or programs hand in."""

from han.messages import HanError


class NotationError(HanError):
    """Text that means nothing in the project's notation."""


class NoSuchPlaceError(NotationError):
    """A space or a province that this map does not have, or an action not possible there."""
