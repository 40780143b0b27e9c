"""Sentences in the language of the reader, with the names that places and players have.

The browser does the same in `web/src/game/narrate.ts`; a test compares the two.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from han.engine import sentence as told
from han.engine.sentence import Sentence
from han.engine.words import (
    cards_phrase,
    duration,
    join,
    points_phrase,
    say,
    seat_name,
    wild_phrase,
)
from han.maps.model import Map
from han.maps.names import province_names, space_names
from han.messages import message


@dataclass(frozen=True)
class Wording:
    """How one reader is spoken to."""

    map: Map
    lang: str
    names: Sequence[str] = ()
    """What the players are called, by seat; by their colours if nothing is said."""

    def render(self, sentences: Iterable[Sentence]) -> str:
        """Sentences of one event as one text."""
        return " ".join(self.fill(sentence.key, sentence.params) for sentence in sentences)

    def fill(self, key: str, params: Mapping[str, object]) -> str:
        """One message with its gaps filled."""
        words = {gap: self._words(param) for gap, param in params.items()}
        return message(key, self.lang, **words)

    def _words(self, param: object) -> object:
        """What fills a gap, in words; `message` takes what is none of the narrator's."""
        lang = self.lang
        match param:
            case told.Seats(seats, how):
                return join([self._name(seat) for seat in seats], lang, how) or say("nobody", lang)
            case told.Provinces(provinces):
                return join([province_names(self.map, one)[lang] for one in provinces], lang)
            case told.Space(space):
                return space_names(self.map, space)[lang]
            case told.Cards(cards, wild):
                parts = [cards_phrase(cards, lang)] if cards else []
                return join(parts + ([wild_phrase(wild, lang)] if wild else []), lang)
            case told.Points(points):
                return points_phrase(points, lang)
            case told.Tally(counts):
                named = [f"{self._name(seat)} {n}" for seat, n in enumerate(counts) if n]
                return ", ".join(named)
            case told.Duration(ms):
                return duration(ms)
        return param

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else seat_name(seat, self.lang)


def render(sentences: Iterable[Sentence], game_map: Map, lang: str) -> str:
    """Sentences of one event as one text, with the players called by their colours."""
    return Wording(game_map, lang).render(sentences)
