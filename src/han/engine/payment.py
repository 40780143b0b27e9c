"""The cards that pay for a piece, as they are told."""

from han.engine.action import Action
from han.engine.sentence import Cards
from han.maps.model import Map, Space
from han.notation import atom as kinds


def payment_of(game_map: Map, action: Action) -> Cards:
    """The cards of a piece, a wild pair apart: then there is one more than the price (T4, Q1)."""
    cards = action.cards
    if len(cards) == _price(game_map, action):
        return Cards(cards)
    pair = next(letter for letter in cards if cards.count(letter) >= 2)
    return Cards(cards.replace(pair, "", 2), wild=2 * pair)


def space_of(game_map: Map, action: Action) -> Space | None:
    """The house space that an action is about; none for an emissary and without a place."""
    if action.kind == kinds.EMISSARY:
        return None
    return next((space for space in game_map.spaces if space.id == action.place), None)


def is_border(space: Space | None) -> bool:
    """Whether a space lies between two provinces."""
    return space is not None and len(space.provinces) == 2


def _price(game_map: Map, action: Action) -> int:
    """How many cards a piece costs without a wild pair (T3, T8, V1, V4)."""
    if action.kind in (kinds.FORTIFICATION, kinds.MARKET_PLACE):
        return 2
    return 2 if is_border(space_of(game_map, action)) else 1
