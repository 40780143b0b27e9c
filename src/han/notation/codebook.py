"""The mapping between atoms and codes on a map."""

from functools import cache, cached_property

from han.maps.model import Map
from han.notation import atom as kinds
from han.notation.atom import Atom, format_atom
from han.notation.cards import LETTERS
from han.notation.errors import NoSuchPlaceError
from han.rules import codes
from han.rules.board import build_board
from han.rules.hands import HANDS, Handful

_TURN_KINDS = {
    kinds.DISCARD: codes.DISCARD,
    kinds.TAKE: codes.TAKE,
    kinds.PILE: codes.PILE_GIVES,
    kinds.REFILL: codes.DISPLAY_GETS,
}


class Codebook:
    """Dictionaries from atoms to codes and back; made once for each map by `codebook`."""

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
        return dict(sorted([*self._pieces(), *self._turn()]))

    @cached_property
    def payments(self) -> dict[tuple[str, str], list[int]]:
        """The codes of each kind of piece at each place: the ways to pay for it."""
        found: dict[tuple[str, str], list[int]] = {}
        for code, atom in self._pieces():
            found.setdefault((atom.kind, atom.place), []).append(code)
        return found

    def _pieces(self) -> "list[tuple[int, Atom]]":
        """Every piece with each way to pay for it."""
        prices = build_board(self.map)["prices"]
        return [
            (code, self._piece(code >> 6, code & 63, format_handful(HANDS[price])))
            for code, price in enumerate(prices[: 64 * codes.PIECE_WORDS].tolist())
            if price
        ]

    def _piece(self, word: int, index: int, cards: str) -> Atom:
        if word == codes.EMISSARY:
            return Atom(kinds.EMISSARY, self.provinces[index % len(self.provinces)], cards)
        is_marker = codes.MARKER <= word < codes.BORDER
        return Atom(self.marker_kind if is_marker else kinds.HOUSE, self.spaces[index], cards)

    def _turn(self) -> "list[tuple[int, Atom]]":
        found = [
            (codes.code_of(codes.TURN, codes.STOP), Atom(kinds.STOP)),
            (codes.code_of(codes.TURN, codes.TAKE_PILE), Atom(kinds.PILE)),
        ]
        for kind, first in _TURN_KINDS.items():
            for colour, letter in enumerate(LETTERS):
                found.append((codes.code_of(codes.TURN, first + colour), Atom(kind, cards=letter)))
        return found

    def _unknown(self, atom: Atom) -> NoSuchPlaceError:
        """The error for an atom without a code: wrong place, piece or payment."""
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


def format_handful(colours: Handful) -> str:
    """The letters of some cards, in the order of the notation."""
    return "".join(LETTERS[colour] for colour in reversed(colours))
