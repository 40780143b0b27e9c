"""Errors of refused actions."""

from han.messages import HanError


class IllegalActionError(HanError):
    """An action that a rule does not allow now; ``rule`` names it."""

    def __init__(self, rule: str, key: str, /, **params: object) -> None:
        """Keep the rule's id beside the message."""
        super().__init__(key, **params)
        self.rule = rule

    def text(self, lang: str = "en") -> str:
        """The rule's id and the sentence."""
        return f"{self.rule}: {super().text(lang)}"


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


class WrongSeatError(IllegalActionError):
    """An action of a seat that is not to move."""
