"""A map and its prices as arrays, made of the slow referee's board."""

from typing import Any

import numpy as np

from reference.board import COLOURS, Board
from reference.payment import border, single_card, two_alike

SPACES = 64
PROVINCES = 16
NEIGHBOURS = 8
PRICES = 64
HANDFULS = 1 << 10
"""Up to three cards of each of five colours, two bits a colour."""

HOUSE, EMISSARY, FORTIFICATION, MARKET_PLACE = range(4)
KINDS = "HEFM"
STOP_KINDS = (".", "X", "+", "*", "*R", "=")
"""The kinds that follow: stop, discard, take, ask the pile, what it gives, refill."""

BOARD = np.dtype(
    (
        np.record,
        [
            ("spaces", np.int64),
            ("provinces", np.int64),
            ("alliances", np.int64),
            ("display", np.int64),
            ("marker_kind", np.int64),
            ("province_of", np.int64, (SPACES, 2)),
            ("neighbour", np.int64, (SPACES, NEIGHBOURS)),
            ("is_port", np.uint8, (SPACES,)),
            ("alliance", np.int64, (32, 2)),
            ("price_of", np.int64, (4, SPACES)),
            ("pays", np.uint8, (PRICES, HANDFULS)),
        ],
    )
)
"""``province_of`` and ``neighbour`` end with -1. ``price_of`` a kind and a place is a row of
``pays``, which says of every handful of cards whether it is right."""


def handful(cards: str) -> int:
    """Cards as one number."""
    return sum(1 << (2 * COLOURS.index(card)) for card in cards)


def quick_board(board: Board, wild_in_prices: bool) -> Any:
    """The arrays of a board, as a record in an array of one."""
    made = np.zeros(1, BOARD)
    one = made[0]
    names, provinces = list(board.provinces), list(board.colour)
    one["spaces"], one["provinces"] = len(names), len(provinces)
    one["display"], one["alliances"] = board.display, len(board.alliances)
    one["marker_kind"] = FORTIFICATION if board.variant == "fortifications" else MARKET_PLACE
    one["province_of"][:] = one["neighbour"][:] = -1
    for index, name in enumerate(names):
        for n, province in enumerate(board.provinces[name]):
            one["province_of"][index, n] = provinces.index(province)
        one["is_port"][index] = name in board.ports
        around = [b if a == name else a for a, b in board.roads if name in (a, b)]
        for n, other in enumerate(around):
            one["neighbour"][index, n] = names.index(other)
    for n, ends in enumerate(board.alliances):
        one["alliance"][n] = [provinces.index(end) for end in ends]
    _add_prices(one, board, wild_in_prices)
    return made


def _add_prices(one: Any, board: Board, wild_in_prices: bool) -> None:
    rows: list[set[str]] = []
    for kind, target, payments in _prices(board, wild_in_prices):
        if payments not in rows:
            one["pays"][len(rows), [handful(cards) for cards in payments]] = True
            rows.append(payments)
        one["price_of"][kind, target] = rows.index(payments)


def _prices(board: Board, wild_in_prices: bool) -> list[tuple[int, int, set[str]]]:
    """Every kind of piece and every place, with the slow referee's handfuls for it."""
    found = []
    for target, province in enumerate(board.colour):
        found.append((EMISSARY, target, single_card(board.colour[province])))
    for target, provinces in enumerate(board.provinces.values()):
        colours = [board.colour[province] for province in provinces]
        if len(colours) == 2:
            found.append((HOUSE, target, border(colours[0], colours[1], wild_in_prices)))
            continue
        found.append((HOUSE, target, single_card(colours[0])))
        for kind in (FORTIFICATION, MARKET_PLACE):
            found.append((kind, target, two_alike(colours[0], wild_in_prices)))
    return found
