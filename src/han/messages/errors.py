"""The base of every error that a person may read."""

from han.messages.catalogue import message


class HanError(Exception):
    """Something a person did cannot be done; says why in any of the four languages.

    Each layer derives its own kinds. The error keeps the message's key and parameters, so
    that whoever shows it can show it in the reader's language; ``str`` is English.
    """

    def __init__(self, key: str, /, **params: object) -> None:
        """Keep the message's key and what fills its gaps."""
        super().__init__(key)
        self.key = key
        self.params = params

    def text(self, lang: str = "en") -> str:
        """The sentence to show."""
        return message(self.key, lang, **self.params)

    def __str__(self) -> str:
        return self.text()
