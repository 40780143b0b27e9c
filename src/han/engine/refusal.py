"""The errors for refused actions, with the rule and the message."""

from typing import TYPE_CHECKING

from han.engine.action import Action
from han.engine.errors import IllegalActionError
from han.messages import Term
from han.notation import atom as kinds
from han.notation.cards import format_cards
from han.rules import reasons
from han.rules.board_sets import count_emissaries, emissary_limit
from han.rules.state import State
from han.rules.variants.table import TABLE

if TYPE_CHECKING:
    from han.engine.game import Game

_RULES = {
    reasons.CHANCE_IS_DUE: ("D1", "chance_is_due"),
    reasons.CHANCE_NOT_DUE: ("D1", "chance_not_due"),
    reasons.NOT_PLACING: ("D1", "not_placing"),
    reasons.NOT_DRAWING: ("T1", "not_drawing"),
    reasons.TWO_PIECES_PLACED: ("T2", "two_pieces_placed"),
    reasons.OTHER_PROVINCE: ("T2", "other_province"),
    reasons.PROVINCE_WAS_EMPTY: ("T5", "province_was_empty"),
    reasons.SPACE_TAKEN: ("T6", "space_taken"),
    reasons.NO_HOUSE_LEFT: ("T7", "no_house_left"),
    reasons.NO_EMISSARY_LEFT: ("T7", "no_emissary_left"),
    reasons.NO_MARKER_LEFT: ("T7", "no_marker_left"),
    reasons.CARDS_MISSING: ("T3", "cards_missing"),
    reasons.DRAGON_FULL: ("T11", "dragon_full"),
    reasons.VARIANT_OFF: ("V1", "variant_off"),
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
    rule, name = _RULES[reason]
    params: dict[str, object] = {"place": action.place, "cards": action.cards}
    if len(action.cards) == 1:
        params["colour"] = Term(f"terms.colour_{action.cards}")
    provinces = _provinces_of(game, action)
    if provinces:
        params["province"] = game.map.provinces[provinces[0]].name
    if reason == reasons.CARDS_MISSING:
        rule = _price_rule(game, action)
        params["hand"] = format_cards(state.hands[state.seat])
    elif reason == reasons.DRAGON_FULL:
        params |= _dragon_counts(game, state, provinces[0])
        name = "dragon_full" if params["limit"] else "dragon_without_house"
    elif reason == reasons.NO_HOUSE_LEFT and action.kind == kinds.FORTIFICATION:
        rule = "V2"
    elif reason == reasons.NO_EMISSARY_LEFT and action.kind == kinds.MARKET_PLACE:
        rule = "V5"
    elif reason == reasons.VARIANT_OFF:
        rule = TABLE[game.board.variant].RULE
    elif reason == reasons.OTHER_PROVINCE:
        rule, name = _explain_second_place(game, state, params)
    elif reason == reasons.PROVINCE_WAS_EMPTY:
        was_empty = [p for p in provinces if state.touched & ~state.settled & (1 << p)]
        params["province"] = game.map.provinces[was_empty[0]].name
    return IllegalActionError(rule, f"rules.{name}", **params)


def _explain_second_place(game: "Game", state: State, params: dict[str, object]) -> tuple[str, str]:
    """The message of where the turn's second piece may go (T2), or that it may not (T5)."""
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


def _dragon_counts(game: "Game", state: State, province: int) -> dict[str, object]:
    return {
        "emissaries": int(count_emissaries(state, province)),
        "limit": int(emissary_limit(game.board, state, province)),
    }
