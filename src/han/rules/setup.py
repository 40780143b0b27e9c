"""A game before the deal (S1-S3)."""

from han.maps.model import CARDS, Map
from han.messages import HanError
from han.rules.board import build_board
from han.rules.records import new_record
from han.rules.state import EMISSARIES, HOUSES, State
from han.rules.variants.table import TABLE


class SetupError(HanError):
    """A game that the rules do not allow: wrong number of players or wrong variant."""


def deck_of(game_map: Map, players: int) -> tuple[int, ...]:
    """The cards of each colour in the game (C1, S2)."""
    return tuple(cards - game_map.removed[players] for cards in CARDS)


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
    board = build_board(game_map)
    state = new_record(State)
    state.players = players
    state.wild_in_prices = wild_in_prices
    state.variant = board.variant if variant else 0
    state.free = board.spaces
    for colour, cards in enumerate(deck_of(game_map, players)):
        state.pile[colour] = cards
        state.pile_size += cards
    for seat in range(players):
        state.houses_left[seat] = HOUSES
        state.emissaries_left[seat] = EMISSARIES
        state.markers_left[seat] = TABLE[state.variant].markers_each(players)
    return state


def check_setup(game_map: Map, players: int, variant: bool | str) -> None:
    """Refuse a number of players or a variant that the map is not for (S1, V1, V4)."""
    fewest, most = game_map.players
    if isinstance(players, bool) or players not in range(fewest, most + 1):
        raise SetupError(
            "setup.players", map=game_map.name, fewest=fewest, most=most, players=players
        )
    if not isinstance(variant, bool) and variant != game_map.variant:
        raise SetupError("setup.variant", map=game_map.name, variant=variant, own=game_map.variant)
