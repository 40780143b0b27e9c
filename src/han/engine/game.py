"""A game: a map with its options, before any card is dealt."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from han.engine.chance import Chance, ChanceSource
from han.engine.position import Position
from han.maps.load import load_map
from han.maps.model import Map
from han.notation.cards import LETTERS, parse_cards
from han.notation.codebook import Codebook, codebook
from han.notation.parse_position import parse_position
from han.rules.board import build_board
from han.rules.deal import deal
from han.rules.setup import SetupError, set_up
from han.rules.state import HAND_SIZE, STATE, State
from han.rules.types import Cards


class Game:
    """A map, a number of players and the options of the rules.

    ``Game("border-disputes", players=4)``; a map is named by its id or by the path of its
    file. ``variant`` may be ``True`` or the variant's name.
    """

    def __init__(
        self,
        map: str | Path | Map,  # noqa: A002 - the word a player uses
        players: int,
        *,
        variant: bool | str = False,
        wild_in_prices: bool = True,
    ) -> None:
        """Check the set-up (S1) and prepare the state before the deal."""
        self.map = map if isinstance(map, Map) else load_map(map)
        self.source = str(self.map.id if isinstance(map, Map) else map)
        self._setup = set_up(self.map, players, variant=variant, wild_in_prices=wild_in_prices)
        self.players = int(players)
        self.variant = bool(variant)
        self.wild_in_prices = bool(wild_in_prices)
        self.board = build_board(self.map)

    @cached_property
    def book(self) -> Codebook:
        """The codes of all actions on this map."""
        return codebook(self.map)

    @property
    def deck(self) -> tuple[int, ...]:
        """How many cards of each colour are in the game (S2)."""
        return tuple(int(cards) for cards in self._setup.pile)

    def round_of(self, turn: int) -> int:
        """The round, counted from 1, that a turn is in; turns are counted from 0."""
        return turn // self.players + 1

    def new_setup(self) -> State:
        """A fresh state before the deal."""
        state: State = np.array([self._setup], STATE)[0]
        return state

    def deal(self, seed: ChanceSource = None, *, start: int | None = None) -> Position:
        """Shuffle and deal (S3); the start player is drawn unless named (Q7)."""
        chance = Chance.of(seed)
        state = self.new_setup()
        drawn = chance.below(self.players)
        state.start = state.seat = self._checked_start(drawn if start is None else start)
        deal(self.board, state, chance.generator)
        return Position(self, state)

    def deal_cards(self, hands: Sequence[str], display: str, *, start: int = 0) -> Position:
        """Start with given cards, as in a record."""
        if len(hands) != self.players:
            raise SetupError("setup.hands", players=self.players, count=len(hands))
        state = self.new_setup()
        state.start = state.seat = self._checked_start(start)
        for seat, cards in enumerate(hands):
            if len(cards) != HAND_SIZE:
                raise SetupError("setup.hand_size", cards=cards)
            self._deal_out(state, state.hands[seat], cards)
        if len(display) != self.map.display:
            raise SetupError("setup.display_size", size=self.map.display, cards=display)
        self._deal_out(state, state.display, display)
        return Position(self, state)

    def position(self, text: str) -> Position:
        """The position of this game that a position string describes."""
        position = Position(self, parse_position(self.map, text))
        if self._kind(position.state) != self._kind(self._setup):
            raise SetupError(
                "notation.position_other_game",
                found=self._kind(position.state),
                expected=self._kind(self._setup),
            )
        return position

    @staticmethod
    def _kind(state: State) -> str:
        return (
            f"players={state.players} variant={'on' if state.variant else 'off'} "
            f"wild={'on' if state.wild_in_prices else 'off'}"
        )

    def _checked_start(self, start: int) -> int:
        if start not in range(self.players):
            raise SetupError("setup.start", start=start, last=self.players - 1)
        return start

    def _deal_out(self, state: State, to: Cards, cards: str) -> None:
        for colour, count in enumerate(parse_cards(cards)):
            if count > state.pile[colour]:
                raise SetupError("setup.too_many_cards", letter=LETTERS[colour])
            state.pile[colour] -= count
            state.pile_size -= count
            to[colour] += count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.map == other.map and self._setup.tobytes() == other._setup.tobytes()

    def __hash__(self) -> int:
        return hash((self.map, self._setup.tobytes()))

    def __repr__(self) -> str:
        options = ", variant=True" if self.variant else ""
        options += "" if self.wild_in_prices else ", wild_in_prices=False"
        return f"Game({self.source!r}, players={self.players}{options})"


@lru_cache(maxsize=64)
def shared_game(source: str, players: int, variant: bool, wild_in_prices: bool) -> Game:
    """The game with these options; equal calls share it, as preparing one takes a while.

    A map is named as for `Game`, so names from elsewhere must be checked to be ids first.
    """
    return Game(source, players, variant=variant, wild_in_prices=wild_in_prices)
