"""A game before the deal (S1-S3)."""

import numpy as np

from han.maps.board import MARKET_PLACES, build_board
from han.maps.model import CARDS, Map
from han.messages import HanError
from han.rules.state import EMISSARIES, HOUSES, new_states


class SetupError(HanError):
    """A game that the rules do not know: wrong number of players, wrong variant."""


def deck_of(game_map: Map, players: int) -> tuple[int, ...]:
    """The cards of each colour in the game (C1, S2)."""
    return tuple(cards - game_map.removed[players] for cards in CARDS)


def set_up(
    game_map: Map, players: int, *, variant: bool | str = False, wild_in_prices: bool = True
) -> np.record:
    """A state with all cards in the pile and all pieces in the supplies.

    Args:
        game_map: The map to play on.
        players: How many play (S1).
        variant: Whether the map's variant is played; its name says the same as ``True``.
        wild_in_prices: The option of Q1.
    """
    check_setup(game_map, players, variant)
    state: np.record = new_states(1)[0]
    state.players = players
    state.wild_in_prices = wild_in_prices
    state.pile[:] = deck_of(game_map, players)
    state.houses_left[:players] = HOUSES
    state.emissaries_left[:players] = EMISSARIES
    if variant:
        kind = int(build_board(game_map).variant)
        state.variant = kind
        state.markers_left[:players] = markers_each(kind, players)
    return state


def markers_each(variant: int, players: int) -> int:
    """Markers a player gets in a variant (V1, V4)."""
    if variant == 0:
        return 0
    return 2 if variant == MARKET_PLACES and players == 2 else 1


def check_setup(game_map: Map, players: int, variant: bool | str) -> None:
    """Refuse a number of players or a variant that the map is not for (S1, V1, V4)."""
    fewest, most = game_map.players
    if isinstance(players, bool) or players not in range(fewest, most + 1):
        raise SetupError(
            "setup.players", map=game_map.name, fewest=fewest, most=most, players=players
        )
    if not isinstance(variant, bool) and variant != game_map.variant:
        raise SetupError("setup.variant", map=game_map.name, variant=variant, own=game_map.variant)
