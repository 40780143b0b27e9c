"""What can be wrong with a build."""


class BuildError(Exception):
    """A sentence that says what is wrong and what to do."""
