"""Sentences before they have a language: the key of a message, and what fills its gaps.

What fills a gap says what it is, so that whoever shows the sentence can name it for the reader:
a seat by its player, a place by its name on the map, cards and points in words.
"""

from typing import Literal

from msgspec import Struct


class Seats(Struct, frozen=True, tag="seats"):
    """Players, by their seats: “Blue, Green and Red”; “nobody” if there are none."""

    seats: tuple[int, ...]
    join: Literal["and", "or"] = "and"


class Provinces(Struct, frozen=True, tag="provinces"):
    """Provinces or districts, by their ids: “Wei and Han”."""

    provinces: tuple[str, ...]


class Space(Struct, frozen=True, tag="space"):
    """A space for a house, by its id: “Wei 1”."""

    space: str


class Cards(Struct, frozen=True, tag="cards"):
    """Cards, by their letters: “a red card and 2 green cards as a wild pair”."""

    cards: str
    wild: str = ""
    """The two that count as a card of any colour; they are not among ``cards``."""


class Points(Struct, frozen=True, tag="points"):
    """A number of points: “7 points”."""

    points: int


class Tally(Struct, frozen=True, tag="tally"):
    """A number for each seat: “Blue 2, Red 1”; seats with none are left out."""

    counts: tuple[int, ...]


class Duration(Struct, frozen=True, tag="duration"):
    """A length of time: “2:05”."""

    ms: int


Param = int | Seats | Provinces | Space | Cards | Points | Tally | Duration
"""What fills a gap. A number stands for itself; as ``count`` it chooses the plural form."""


class Sentence(Struct, frozen=True):
    """A message to be shown in any language."""

    key: str
    params: dict[str, Param]


def sentence(key: str, **params: Param) -> Sentence:
    """The message ``key`` with its gaps filled."""
    return Sentence(key, params)
