"""The sentence that goes with a refused action."""

from typing import TYPE_CHECKING

import numpy as np

from han.engine.action import Action
from han.engine.errors import IllegalActionError
from han.maps.board import FORTIFICATIONS
from han.messages import Term
from han.notation import atom as kinds
from han.notation.cards import format_cards
from han.rules import refuse
from han.rules.board_sets import count_emissaries, emissary_limit

if TYPE_CHECKING:
    from han.engine.game import Game

_RULES = {
    refuse.CHANCE_IS_DUE: ("D1", "chance_is_due"),
    refuse.CHANCE_NOT_DUE: ("D1", "chance_not_due"),
    refuse.NOT_PLACING: ("D1", "not_placing"),
    refuse.NOT_DRAWING: ("T1", "not_drawing"),
    refuse.TWO_PIECES_PLACED: ("T2", "two_pieces_placed"),
    refuse.OTHER_PROVINCE: ("T2", "other_province"),
    refuse.PROVINCE_WAS_EMPTY: ("T5", "province_was_empty"),
    refuse.SPACE_TAKEN: ("T6", "space_taken"),
    refuse.NO_HOUSE_LEFT: ("T7", "no_house_left"),
    refuse.NO_EMISSARY_LEFT: ("T7", "no_emissary_left"),
    refuse.NO_MARKER_LEFT: ("T7", "no_marker_left"),
    refuse.CARDS_MISSING: ("T3", "cards_missing"),
    refuse.DRAGON_FULL: ("T11", "dragon_full"),
    refuse.VARIANT_OFF: ("V1", "variant_off"),
    refuse.MARKER_IS_TWO_PIECES: ("T2", "marker_is_two_pieces"),
    refuse.MARKER_IN_EMPTY_PROVINCE: ("Q2", "marker_in_empty_province"),
    refuse.WILD_PRICES_OFF: ("Q1", "wild_prices_off"),
    refuse.NOTHING_PLACED: ("T1", "nothing_placed"),
    refuse.DISCARD_TOO_LATE: ("T1", "discard_too_late"),
    refuse.CARD_NOT_HELD: ("T13", "card_not_held"),
    refuse.CARD_NOT_SHOWN: ("D1", "card_not_shown"),
    refuse.CARD_NOT_IN_PILE: ("D1", "card_not_in_pile"),
}


def explain_refusal(
    game: "Game", state: np.record, action: Action, reason: int
) -> IllegalActionError:
    """The error for an action that `han.rules.refuse` refused for ``reason``."""
    rule, name = _RULES[reason]
    params: dict[str, object] = {"place": action.place, "cards": action.cards}
    if len(action.cards) == 1:
        params["colour"] = Term(f"terms.colour_{action.cards}")
    provinces = _provinces_of(game, action)
    if provinces:
        params["province"] = game.map.provinces[provinces[0]].name
    if reason == refuse.CARDS_MISSING:
        rule = _price_rule(game, action)
        params["hand"] = format_cards(state.hands[state.seat])
    elif reason == refuse.DRAGON_FULL:
        params |= _dragon_counts(game, state, provinces[0])
        name = "dragon_full" if params["limit"] else "dragon_without_house"
    elif reason == refuse.NO_HOUSE_LEFT and action.kind == kinds.FORTIFICATION:
        rule = "V2"
    elif reason == refuse.NO_EMISSARY_LEFT and action.kind == kinds.MARKET_PLACE:
        rule = "V5"
    elif reason == refuse.VARIANT_OFF:
        rule = "V1" if game.board.variant == FORTIFICATIONS else "V4"
    elif reason == refuse.OTHER_PROVINCE:
        rule, name = _send_elsewhere(game, state, params)
    elif reason == refuse.PROVINCE_WAS_EMPTY:
        was_empty = [p for p in provinces if state.touched & ~state.settled & (1 << p)]
        params["province"] = game.map.provinces[was_empty[0]].name
    return IllegalActionError(rule, f"rules.{name}", **params)


def _send_elsewhere(game: "Game", state: np.record, params: dict[str, object]) -> tuple[str, str]:
    """Where this turn's second piece may go (T2), or that it may go nowhere (T5)."""
    opened = int(state.touched & state.settled)
    used = opened or int(state.touched)
    names = [p.name for index, p in enumerate(game.map.provinces) if used >> index & 1]
    params["province"], params["other"] = names[0], names[-1]
    if not opened:
        return "T5", "province_was_empty"
    return "T2", "other_province" if len(names) == 1 else "other_provinces"


def _provinces_of(game: "Game", action: Action) -> list[int]:
    if not action.place:
        return []
    ids = game.book.provinces
    if action.kind == kinds.EMISSARY:
        return [ids.index(action.place)]
    space = game.map.spaces[game.book.spaces.index(action.place)]
    return [ids.index(province) for province in space.provinces]


def _price_rule(game: "Game", action: Action) -> str:
    """The rule that names the price that cannot be paid."""
    if action.kind == kinds.FORTIFICATION:
        return "V1"
    if action.kind == kinds.MARKET_PLACE:
        return "V4"
    if len(_provinces_of(game, action)) == 2:
        return "T8"
    return "T3" if len(action.cards) == 1 else "T4"


def _dragon_counts(game: "Game", state: np.record, province: int) -> dict[str, object]:
    return {
        "emissaries": int(count_emissaries(state, province)),
        "limit": int(emissary_limit(game.board, state, province)),
    }
