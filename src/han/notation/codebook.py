"""Atoms as codes on one map, and back."""

from functools import cache, cached_property

import numpy as np

from han.maps.board import build_board
from han.maps.model import Map
from han.notation import atom as kinds
from han.notation.atom import Atom, format_atom
from han.notation.cards import LETTERS, format_cards, parse_cards
from han.notation.errors import NoSuchPlaceError
from han.rules import codes

_TURN_KINDS = {
    kinds.DISCARD: codes.DISCARD,
    kinds.TAKE: codes.TAKE,
    kinds.PILE: codes.PILE_GIVES,
    kinds.REFILL: codes.DISPLAY_GETS,
}


class Codebook:
    """The two tables between atoms and codes; made once a map by `codebook`."""

    def __init__(self, game_map: Map) -> None:
        """Read the map's names."""
        self.map = game_map
        self.spaces = tuple(space.id for space in game_map.spaces)
        self.provinces = tuple(province.id for province in game_map.provinces)
        self.marker_kind = (
            kinds.FORTIFICATION if game_map.variant == "fortifications" else kinds.MARKET_PLACE
        )

    def encode(self, atom: Atom) -> int:
        """The code of ``atom``; an error if it means nothing on this map."""
        code = self.codes.get(atom)
        if code is None:
            raise self._unknown(atom)
        return code

    def decode(self, code: int) -> Atom:
        """The atom of a code that this map has."""
        return self.atoms[code]

    @cached_property
    def texts(self) -> dict[int, str]:
        """Every code's notation."""
        return {code: format_atom(atom) for code, atom in self.atoms.items()}

    @cached_property
    def codes(self) -> dict[Atom, int]:
        """Every atom's code."""
        return {atom: code for code, atom in self.atoms.items()}

    @cached_property
    def atoms(self) -> dict[int, Atom]:
        """Every code's atom, in the order of codes."""
        return dict(sorted([*self._pieces(), *self._emissaries(), *self._turn()]))

    def _pieces(self) -> "list[tuple[int, Atom]]":
        board = build_board(self.map)
        found = []
        for index, space in enumerate(self.map.spaces):
            colours = [int(colour) for colour in board.border_colours[index]]
            if len(space.provinces) == 2:
                for payment, cards in enumerate(_border_payments(*colours)):
                    code = codes.code_of(codes.BORDER + payment, index)
                    found.append((code, Atom(kinds.HOUSE, space.id, cards)))
                continue
            own = self._colour(board, self.provinces.index(space.provinces[0]))
            for colour in range(len(LETTERS)):
                house = Atom(kinds.HOUSE, space.id, _plain_payment(own, colour))
                marker = Atom(self.marker_kind, space.id, _marker_payment(own, colour))
                found.append((codes.code_of(codes.HOUSE + colour, index), house))
                found.append((codes.code_of(codes.MARKER + colour, index), marker))
        return found

    def _emissaries(self) -> "list[tuple[int, Atom]]":
        board = build_board(self.map)
        found = []
        for index, province in enumerate(self.provinces):
            own = self._colour(board, index)
            for colour in range(len(LETTERS)):
                code = codes.code_of(codes.EMISSARY, len(self.provinces) * colour + index)
                found.append((code, Atom(kinds.EMISSARY, province, _plain_payment(own, colour))))
        return found

    def _turn(self) -> "list[tuple[int, Atom]]":
        found = [
            (codes.code_of(codes.TURN, codes.STOP), Atom(kinds.STOP)),
            (codes.code_of(codes.TURN, codes.TAKE_PILE), Atom(kinds.PILE)),
        ]
        for kind, first in _TURN_KINDS.items():
            for colour, letter in enumerate(LETTERS):
                found.append((codes.code_of(codes.TURN, first + colour), Atom(kind, cards=letter)))
        return found

    @staticmethod
    def _colour(board: np.record, province: int) -> int:
        return int(board.province_colour[province])

    def _unknown(self, atom: Atom) -> NoSuchPlaceError:
        """Say what is wrong: the place, the piece for this map, or the payment."""
        params = {"place": atom.place, "map": self.map.name, "cards": atom.cards}
        places = self.provinces if atom.kind == kinds.EMISSARY else self.spaces
        if atom.place and atom.place not in places:
            what = "province" if atom.kind == kinds.EMISSARY else "space"
            return NoSuchPlaceError(f"notation.no_such_{what}", **params)
        if atom.kind in (kinds.FORTIFICATION, kinds.MARKET_PLACE):
            if atom.kind != self.marker_kind:
                return NoSuchPlaceError(f"notation.no_{_MARKER_NAMES[atom.kind]}_here", **params)
            if len(self.map.spaces[self.spaces.index(atom.place)].provinces) == 2:
                return NoSuchPlaceError("notation.marker_on_border", **params)
        if atom.cards == kinds.HIDDEN:
            return NoSuchPlaceError("notation.hidden_card")
        return NoSuchPlaceError("notation.no_such_payment", **params)


_MARKER_NAMES = {kinds.FORTIFICATION: "fortifications", kinds.MARKET_PLACE: "market_places"}


@cache
def codebook(game_map: Map) -> Codebook:
    """The codebook of a map."""
    return Codebook(game_map)


def _plain_payment(own: int, colour: int) -> str:
    """A card of the province's own colour, or a pair of another (T3, T4)."""
    return LETTERS[colour] * (1 if colour == own else 2)


def _marker_payment(own: int, colour: int) -> str:
    """Two cards of the own colour, or a pair of another and one of it (V1, V4, Q1)."""
    return _canonical(LETTERS[colour] * 2 + ("" if colour == own else LETTERS[own]))


def _border_payments(a: int, b: int) -> list[str]:
    """The payments of a border space, in the order of codes (T8, Q1)."""
    two = [LETTERS[a] + LETTERS[b], LETTERS[a] * 2, LETTERS[b] * 2]
    three = [pair * 2 + LETTERS[card] for card in (a, b) for pair in LETTERS]
    return [_canonical(cards) for cards in two + three]


def _canonical(cards: str) -> str:
    return format_cards(parse_cards(cards))
