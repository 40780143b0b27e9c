"""What seats, cards and points are called in sentences."""

from collections.abc import Sequence

from han.messages import message
from han.notation.cards import LETTERS


def say(name: str, lang: str, **params: object) -> str:
    """A message of the narration."""
    return message(f"narration.{name}", lang, **params)


def seat_name(seat: int, lang: str) -> str:
    """A seat's name: the colour of its pieces (C2)."""
    return say(f"seat_{seat}", lang)


def cards_phrase(cards: str, lang: str) -> str:
    """“2 green cards and a red card”."""
    counts = [(letter, cards.count(letter)) for letter in LETTERS if letter in cards]
    return join([say(f"card_{letter}", lang, count=count) for letter, count in counts], lang)


def wild_phrase(pair: str, lang: str) -> str:
    """“2 green cards as a wild pair”."""
    return say("wild_pair", lang, cards=cards_phrase(pair, lang))


def points_phrase(points: int, lang: str) -> str:
    """“7 points”."""
    return say("points", lang, count=points)


def join(parts: Sequence[str], lang: str, how: str = "and") -> str:
    """A list in words; ``how`` is ``and`` or ``or``."""
    if len(parts) < 2:
        return "".join(parts)
    return say(how, lang, first=", ".join(parts[:-1]), last=parts[-1])


def duration(ms: int) -> str:
    """“2:05” or “1:00:00”: hours, minutes and seconds begun."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
