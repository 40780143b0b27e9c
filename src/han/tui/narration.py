"""Sentences of the narrator in the language of the reader; seats are called by their colours.

The browser does the same in `web/src/game/narrate.ts`; a test compares the two.
"""

from collections.abc import Iterable

from han.engine import sentence as told
from han.engine.game import Game
from han.engine.sentence import Param, Sentence
from han.messages import message
from han.tui.words import (
    cards_phrase,
    duration,
    join,
    points_phrase,
    province_name,
    seat_name,
    seat_names,
    space_name,
    wild_phrase,
)


def render(sentences: Iterable[Sentence], game: Game, lang: str) -> str:
    """Sentences of one event as one text."""
    return " ".join(_render(sentence, game, lang) for sentence in sentences)


def _render(sentence: Sentence, game: Game, lang: str) -> str:
    words = {gap: _words(param, game, lang) for gap, param in sentence.params.items()}
    return message(sentence.key, lang, **words)


def _words(param: Param, game: Game, lang: str) -> str | int:
    """What fills a gap, in words."""
    match param:
        case told.Seats(seats, how):
            return seat_names(seats, lang, how)
        case told.Provinces(provinces):
            return join([province_name(game, one, lang) for one in provinces], lang)
        case told.Space(space):
            return space_name(game, space, lang)
        case told.Cards(cards, wild):
            parts = [cards_phrase(cards, lang)] if cards else []
            return join(parts + ([wild_phrase(wild, lang)] if wild else []), lang)
        case told.Points(points):
            return points_phrase(points, lang)
        case told.Tally(counts):
            named = [f"{seat_name(seat, lang)} {n}" for seat, n in enumerate(counts) if n]
            return ", ".join(named)
        case told.Duration(ms):
            return duration(ms)
        case int():
            return param
