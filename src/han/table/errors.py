"""Why a table refuses a command."""

from han.messages import HanError


class TableError(HanError):
    """A command that is refused; nothing has changed."""


class StaleError(TableError):
    """A command for a moment that has passed: somebody else was quicker."""


class LogError(ValueError):
    """Entries that do not follow one another; a log of ours never does that."""
