"""Data that cannot be written or read as asked."""

from han.envs.errors import EnvError


class DataError(EnvError):
    """Something about the files of an export is wrong."""
