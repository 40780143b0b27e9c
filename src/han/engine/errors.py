"""Errors of refused actions."""

from collections.abc import Sequence

from han.engine.wording import Wording
from han.maps.model import Map
from han.messages import HanError


class IllegalActionError(HanError):
    """An action that a rule does not allow now; ``rule`` names it.

    What fills the gaps of its message says what it is (`han.engine.sentence`), so that players
    read names instead of ids.
    """

    def __init__(self, rule: str, game_map: Map, key: str, /, **params: object) -> None:
        """Keep the rule's id and the map, whose places have names, beside the message."""
        super().__init__(key, **params)
        self.rule = rule
        self._map = game_map

    def text(self, lang: str = "en") -> str:
        """The rule's id and the sentence, with the players called by their colours."""
        return f"{self.rule}: {self.tell(lang)}"

    def tell(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The sentence alone, for players; ``names`` are theirs, by seat."""
        return Wording(self._map, lang, names).fill(self.key, self.params)


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


class WrongSeatError(IllegalActionError):
    """An action of a seat that is not to move."""
