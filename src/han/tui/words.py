"""The names of seats, places and cards in sentences."""

from collections.abc import Sequence

from han.engine.game import Game
from han.maps.model import Map, Space
from han.messages import message
from han.notation.cards import LETTERS


def say(name: str, lang: str, **params: object) -> str:
    """A message of the narration."""
    return message(f"narration.{name}", lang, **params)


def seat_name(seat: int, lang: str) -> str:
    """A seat's name: the colour of its pieces (C2)."""
    return say(f"seat_{seat}", lang)


def seat_names(seats: Sequence[int], lang: str, how: str = "and") -> str:
    """Several seats: “Blue, Green and Red”; “nobody” for none."""
    return join([seat_name(seat, lang) for seat in seats], lang, how) or say("nobody", lang)


def province_name(game: Game, province: str, lang: str) -> str:
    """The province's name on the map."""
    return game.map.provinces[game.book.provinces.index(province)].name[lang]


def space_number(game_map: Map, space: Space) -> str:
    """The number printed beside a space: the one in its id, else its index in the map."""
    number = space.id.rpartition("-")[2]
    if number.isdigit():
        return number
    siblings = [other.id for other in game_map.spaces if other.provinces == space.provinces]
    return str(siblings.index(space.id) + 1)


def space_name(game: Game, space_id: str, lang: str) -> str:
    """“Wei 1”, or “Wei/Han” for a border space."""
    space = game.map.spaces[game.book.spaces.index(space_id)]
    names = [province_name(game, province, lang) for province in space.provinces]
    if len(names) == 2:
        return "/".join(names)
    return f"{names[0]} {space_number(game.map, space)}"


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
