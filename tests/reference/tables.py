"""Boards and tables that the referee's own tests play on."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from .board import build_board, load_board
from .referee import Referee
from .replay import random_atom

MAPS = Path(__file__).parents[2] / "src" / "han" / "maps"
BORDER_DISPUTES = load_board(MAPS / "border-disputes.toml")
WAYS_OF_DIPLOMACY = load_board(MAPS / "ways-of-diplomacy.toml")


def toy_table(variant: str = "fortifications") -> dict[str, Any]:
    """Three provinces along one road: n1 n2 n3 (mid) s1 s2 e1 e2; with two players 17 cards."""
    spaces = {
        "n1": ["north"],
        "n2": ["north"],
        "n3": ["north"],
        "mid": ["north", "south"],
        "s1": ["south"],
        "s2": ["south"],
        "e1": ["east"],
        "e2": ["east"],
    }
    names = list(spaces)
    return {
        "id": "toy",
        "players": [2, 3],
        "display": 3,
        "removed": {"2": 8, "3": 0},
        "variant": variant,
        "alliances": [["north", "south"], ["south", "east"]],
        "roads": list(pairwise(names)),
        "province": [
            {"id": "north", "colour": "red"},
            {"id": "south", "colour": "green"},
            {"id": "east", "colour": "yellow"},
        ],
        "space": [
            {"id": name, "provinces": provinces, "port": name in ("e1", "e2")}
            for name, provinces in spaces.items()
        ],
    }


TOY = build_board(toy_table())


def toy(hand: str, *, variant: bool = False, wild_in_prices: bool = True) -> Referee:
    """A toy game of two, in which seat 0 is to move with this hand."""
    return Referee(TOY, 2, 0, variant, wild_in_prices, [hand, "YVO"], "OOG")


def border_disputes(hand: str, *, players: int = 3, variant: bool = False) -> Referee:
    """Border Disputes, in which seat 0 is to move with this hand."""
    hands = [hand, "RGG", "YYV", "OOV"][:players]
    return Referee(BORDER_DISPUTES, players, 0, variant, True, hands, "OOVV")


def ways_of_diplomacy(hand: str, *, players: int = 2) -> Referee:
    """Ways of Diplomacy with market places, in which seat 0 is to move with this hand."""
    hands = [hand, "RRY", "YOV"][:players]
    return Referee(WAYS_OF_DIPLOMACY, players, 0, True, True, hands, "OOV")


def put(
    referee: Referee,
    houses: dict[int, str] | None = None,
    emissaries: dict[str, dict[int, int]] | None = None,
) -> None:
    """Put houses (seat: spaces) and emissaries on the board, as if placed in earlier turns."""
    for seat, spaces in (houses or {}).items():
        for space in spaces.split():
            referee.houses[space] = seat
            referee.supply[seat]["house"] -= 1
    for province, counts in (emissaries or {}).items():
        for seat, count in counts.items():
            referee.emissaries[province][seat] += count
            referee.supply[seat]["emissary"] -= count
    referee.turn.empty = referee.empty_provinces()


def leave_in_pile(referee: Referee, *cards: str, times_used_up: int = 0) -> None:
    """Move all other cards of the pile to the discards."""
    referee.discards += referee.pile
    referee.pile.clear()
    for card in cards:
        referee.pile[card] += 1
        referee.discards[card] -= 1
    referee.times_used_up = times_used_up


def play(referee: Referee, *atoms: str) -> None:
    for atom in atoms:
        referee.play(atom)


def draw_up(referee: Referee) -> None:
    """Let chance choose until the next seat is to place."""
    while referee.expects != "placing":
        referee.play(random_atom(referee, Random(1)))
