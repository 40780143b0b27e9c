"""Errors of bots: in their specs, and in their behaviour."""

from han.messages import HanError, message


class SpecError(HanError):
    """A spec that cannot be parsed, or that no bot can be made from."""


class UnknownBotError(SpecError):
    """A name that no bot has, or bots for another number of seats."""


class BotFaultError(HanError):
    """A bot that crashed, was late or gave an invalid answer during a game."""

    def text(self, lang: str = "en") -> str:
        """The sentence, and the last lines of a program's standard error."""
        sentence = super().text(lang)
        words = self.params.get("words")
        return f"{sentence} {message('bots.last_words', lang, words=words)}" if words else sentence


class BotContractError(AssertionError):
    """A bot that violates the contract of bots; raised by `check_bot` for the bot's author."""
