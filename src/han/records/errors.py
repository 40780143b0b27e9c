"""What can be wrong with a stored game."""

from han.messages import HanError


class RecordError(HanError):
    """Text that is no record at all: not JSON, cut off, or of another shape."""


class RecordMismatchError(HanError):
    """A record that reads well but is not what replaying it gives."""
