"""The errors for refused actions: the rule, the message, and what can be done instead."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from han.engine.action import Action, action_of
from han.engine.errors import IllegalActionError
from han.engine.payment import is_border, payment_of, space_of
from han.engine.sentence import Cards, Provinces, Space
from han.maps.model import COLOURS
from han.messages import Term
from han.notation import atom as kinds
from han.notation.cards import LETTERS, format_cards
from han.rules import reasons
from han.rules.board_sets import count_emissaries, emissary_limit
from han.rules.refuse import refuse
from han.rules.state import State
from han.rules.variants.table import TABLE

if TYPE_CHECKING:
    from han.engine.game import Game

_RULES = {
    reasons.CHANCE_IS_DUE: ("D1", "chance_is_due"),
    reasons.CHANCE_NOT_DUE: ("D1", "chance_not_due"),
    reasons.NOT_PLACING: ("D1", "not_placing"),
    reasons.TWO_PIECES_PLACED: ("T2", "two_pieces_placed"),
    reasons.SPACE_TAKEN: ("T6", "space_taken"),
    reasons.NO_MARKER_LEFT: ("T7", "no_marker_left"),
    reasons.MARKER_IS_TWO_PIECES: ("T2", "marker_is_two_pieces"),
    reasons.MARKER_IN_EMPTY_PROVINCE: ("Q2", "marker_in_empty_province"),
    reasons.WILD_PRICES_OFF: ("Q1", "wild_prices_off"),
    reasons.NOTHING_PLACED: ("T1", "nothing_placed"),
    reasons.DISCARD_TOO_LATE: ("T1", "discard_too_late"),
    reasons.CARD_NOT_HELD: ("T13", "card_not_held"),
    reasons.CARD_NOT_SHOWN: ("D1", "card_not_shown"),
    reasons.CARD_NOT_IN_PILE: ("D1", "card_not_in_pile"),
}


def explain_refusal(game: "Game", state: State, action: Action, reason: int) -> IllegalActionError:
    """The error for an action that `han.rules.refuse` refused for ``reason``."""
    refused = _Refused(game, state, action)
    rule, name = _DETAILS[reason](refused) if reason in _DETAILS else _RULES[reason]
    return IllegalActionError(rule, game.map, f"rules.{name}", **refused.params)


@dataclass
class _Refused:
    """A refused action, and what its message can name."""

    game: "Game"
    state: State
    action: Action
    params: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        otherwise = "terms.or_stop" if self.state.placed else "terms.or_discard"
        self.params["otherwise"] = Term(otherwise)
        self.params["hand"] = self.hand
        if len(self.action.cards) == 1:
            self.params["colour"] = Term(f"terms.colour_{self.action.cards}")
        if self.provinces:
            self.params["province"] = self.named(self.provinces[0])
        if space_of(self.game.map, self.action):
            self.params["place"] = Space(self.action.place)

    @property
    def hand(self) -> Cards:
        return Cards(format_cards(self.state.hands[self.state.seat]))

    @property
    def provinces(self) -> list[int]:
        """The provinces that a piece would be in, by their indices."""
        if not self.action.place:
            return []
        space = space_of(self.game.map, self.action)
        ids = space.provinces if space else (self.action.place,)
        return [self.game.book.provinces.index(province) for province in ids]

    @property
    def opened(self) -> list[int]:
        """The provinces that take the turn's second piece."""
        return _indices(self.state.touched & self.state.settled)

    @property
    def used_up(self) -> list[int]:
        """The provinces that were empty before the turn's first piece (T5)."""
        return _indices(self.state.touched & ~self.state.settled)

    def named(self, *provinces: int) -> Provinces:
        return Provinces(tuple(self.game.book.provinces[index] for index in provinces))


def _indices(provinces: int) -> list[int]:
    return [index for index in range(int(provinces).bit_length()) if int(provinces) >> index & 1]


def _not_drawing(refused: _Refused) -> tuple[str, str]:
    return "T1", "not_drawing_yet" if refused.state.placed else "not_drawing"


def _other_province(refused: _Refused) -> tuple[str, str]:
    """Where the turn's second piece may go (T2), or that there is none (T5)."""
    opened, empty = refused.opened, refused.used_up
    if not opened:
        refused.params["province"] = refused.named(*empty)
        return "T5", "province_was_empty" if len(empty) == 1 else "provinces_were_empty"
    refused.params["province"] = refused.named(opened[0])
    refused.params["other"] = refused.named(opened[-1])
    return "T2", "other_province" if len(opened) == 1 else "other_provinces"


def _province_was_empty(refused: _Refused) -> tuple[str, str]:
    """That a province takes one piece only (T5); beside a border house the other may take one."""
    used_up = refused.used_up
    empty = next(province for province in refused.provinces if province in used_up)
    refused.params["province"] = refused.named(empty)
    if not refused.opened:
        return "T5", "province_was_empty"
    refused.params["other"] = refused.named(*refused.opened)
    return "T5", "other_was_empty"


def _no_house_left(refused: _Refused) -> tuple[str, str]:
    return "V2" if refused.action.kind == kinds.FORTIFICATION else "T7", "no_house_left"


def _no_emissary_left(refused: _Refused) -> tuple[str, str]:
    return "V5" if refused.action.kind == kinds.MARKET_PLACE else "T7", "no_emissary_left"


def _cards_missing(refused: _Refused) -> tuple[str, str]:
    """What the place costs, or how else it can be paid."""
    rule, game_map = _price_rule(refused), refused.game.map
    if not refused.hand.cards:
        return rule, "no_cards_left"
    payable = _payable(refused)
    if payable:
        cheapest = min(payable, key=lambda payment: len(payment.cards))
        refused.params["cards"] = payment_of(game_map, refused.action)
        refused.params["payment"] = payment_of(game_map, cheapest)
        return rule, "other_cards_missing"
    colours = [game_map.provinces[index].colour for index in refused.provinces]
    own = "".join(LETTERS[COLOURS.index(colour)] for colour in colours)
    if refused.action.kind in (kinds.FORTIFICATION, kinds.MARKET_PLACE):
        refused.params["cards"] = Cards(2 * own)
        return rule, "marker_cards_missing"
    refused.params["cards"] = Cards(own)
    return rule, "border_cards_missing" if len(own) == 2 else "cards_missing"


def _payable(refused: _Refused) -> list[Action]:
    """The same piece at the same place, in the ways that it can be paid now."""
    game, action = refused.game, refused.action
    codes = game.book.payments[action.kind, action.place]
    allowed = (c for c in codes if refuse(game.board, refused.state, c) == reasons.ALLOWED)
    return [action_of(game.book, code) for code in allowed]


def _price_rule(refused: _Refused) -> str:
    """The rule that names the price that cannot be paid."""
    action = refused.action
    if action.kind == kinds.FORTIFICATION:
        return "V1"
    if action.kind == kinds.MARKET_PLACE:
        return "V4"
    if is_border(space_of(refused.game.map, action)):
        return "T8"
    return "T3" if len(action.cards) == 1 else "T4"


def _dragon_full(refused: _Refused) -> tuple[str, str]:
    province = refused.provinces[0]
    limit = int(emissary_limit(refused.game.board, refused.state, province))
    refused.params["limit"] = limit
    refused.params["emissaries"] = int(count_emissaries(refused.state, province))
    return "T11", "dragon_full" if limit else "dragon_without_house"


def _variant_off(refused: _Refused) -> tuple[str, str]:
    return TABLE[refused.game.board.variant].RULE, "variant_off"


_DETAILS: dict[int, Callable[[_Refused], tuple[str, str]]] = {
    reasons.NOT_DRAWING: _not_drawing,
    reasons.OTHER_PROVINCE: _other_province,
    reasons.PROVINCE_WAS_EMPTY: _province_was_empty,
    reasons.NO_HOUSE_LEFT: _no_house_left,
    reasons.NO_EMISSARY_LEFT: _no_emissary_left,
    reasons.CARDS_MISSING: _cards_missing,
    reasons.DRAGON_FULL: _dragon_full,
    reasons.VARIANT_OFF: _variant_off,
}
"""Reasons whose rule or message depends on more; each function gives both."""
