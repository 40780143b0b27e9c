"""Wishes that a table refuses."""

from han.messages import HanError


class TableError(HanError):
    """A wish that cannot be granted now; nothing has changed."""


class StaleError(TableError):
    """A wish for a moment that has passed: somebody else was quicker."""


class LogError(ValueError):
    """Entries that do not follow one another; a log of ours never does that."""
