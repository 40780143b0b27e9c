"""Errors of this tool."""


class MutantsError(Exception):
    """An error with one sentence for the user."""
