"""What can go wrong with stored games."""

from han.messages import HanError


class StoreError(HanError):
    """The base of them all; also a database that cannot be used as it was asked for."""


class StoreDownError(StoreError):
    """The database did not answer for a while: whether a write happened is not known."""


class StaleWriterError(StoreError):
    """The writer has lost the game to another node, or has missed or skipped an entry."""


class UnknownGameError(StoreError):
    """There is no such game."""


class GameTakenError(StoreError):
    """A game with this id or this invitation exists already."""
