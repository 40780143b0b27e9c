"""Errors of writing and reading exports."""

from han.envs.errors import EnvError


class DataError(EnvError):
    """Something about the files of an export is wrong."""
