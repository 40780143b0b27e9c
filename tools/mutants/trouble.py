"""Errors of this tool."""


class TroubleError(Exception):
    """An error with one sentence for the user."""
