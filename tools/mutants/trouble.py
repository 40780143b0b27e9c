"""What keeps us from trying mutants."""


class TroubleError(Exception):
    """Something that is wrong, in one sentence."""
