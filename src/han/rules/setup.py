"""A game before the deal (S1-S3)."""

from typing import Final

import numpy as np

from han.maps.model import CARDS, Map
from han.messages import HanError
from han.rules.board import Board, build_board
from han.rules.compile import kernel
from han.rules.plan import Plan, plan_of
from han.rules.records import new_record
from han.rules.state import COLOUR_COUNT, EMISSARIES, HOUSES, State
from han.rules.types import Number, Truth, whole
from han.rules.variants.table import markers_each


class SetupError(HanError):
    """A game that the rules do not allow: wrong number of players or wrong variant."""


CARD_COUNTS: Final = np.array(CARDS, np.uint8)
"""The cards of each colour, for kernels (C1)."""


def set_up(
    game_map: Map, players: int, *, variant: bool | str = False, wild_in_prices: bool = True
) -> State:
    """A state with all cards in the pile and all pieces in the supplies (C1, C2).

    Args:
        game_map: The map to play on.
        players: How many play (S1).
        variant: Whether the map's variant is played; its name says the same as ``True``.
        wild_in_prices: The option of Q1.
    """
    check_setup(game_map, players, variant)
    state = new_record(State)
    board, plan = build_board(game_map), plan_of(game_map)
    fill_setup(board, plan, state, int(players), bool(variant), bool(wild_in_prices))
    return state


@kernel
def fill_setup(
    board: Board, plan: Plan, state: State, players: Number, variant: Truth, wild_in_prices: Truth
) -> None:
    """Set up the game of a plan (C1, C2, S2); the state must be empty."""
    state.players = players
    state.wild_in_prices = 1 if wild_in_prices else 0
    state.variant = board.variant if variant else 0
    state.free = board.spaces
    for colour in range(COLOUR_COUNT):
        cards = whole(CARD_COUNTS[colour]) - plan.removed[players]
        state.pile[colour] = cards
        state.pile_size += cards
    for seat in range(players):
        state.houses_left[seat] = HOUSES
        state.emissaries_left[seat] = EMISSARIES
        state.markers_left[seat] = markers_each(board, state)


def check_setup(game_map: Map, players: int, variant: bool | str) -> None:
    """Refuse a number of players or a variant that the map is not for (S1, V1, V4)."""
    fewest, most = game_map.players
    if isinstance(players, bool) or players not in range(fewest, most + 1):
        raise SetupError(
            "setup.players", map=game_map.name, fewest=fewest, most=most, players=players
        )
    if not isinstance(variant, bool) and variant != game_map.variant:
        raise SetupError("setup.variant", map=game_map.name, variant=variant, own=game_map.variant)
