"""What can be wrong with a bot: with how it is named, and with how it behaves."""

from han.messages import HanError, message


class SpecError(HanError):
    """A spec that means nothing, or that no bot can be made from."""


class UnknownBotError(SpecError):
    """A name that no bot has, or bots for another number of seats."""


class BotFaultError(HanError):
    """A bot that crashed, was late or answered nonsense while it played."""

    def text(self, lang: str = "en") -> str:
        """The sentence, and what a program said last on its standard error."""
        sentence = super().text(lang)
        words = self.params.get("words")
        return f"{sentence} {message('bots.last_words', lang, words=words)}" if words else sentence


class BotContractError(AssertionError):
    """A bot does not do what every bot must; for its author, who tests it with `check_bot`."""
