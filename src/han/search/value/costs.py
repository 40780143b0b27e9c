"""What pieces cost a hand: tables that are computed once for a map, from the rules' prices."""

from functools import cache
from typing import Final

import numpy as np

from han.maps.model import Map
from han.rules.board import build_board
from han.rules.codes import BORDER, EMISSARY, code_of
from han.rules.prices import (
    ALL_COLOURS,
    HANDS,
    NUMBER_OF_HAND,
    Handful,
    can_pay,
    handful,
    piece_prices,
)
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.state import COLOUR_COUNT, HAND_SIZE, PROVINCE_COUNT
from han.rules.types import Grid, Masks

NO_PAIRS: Final = 0
"""In the board's tables: without pairs that stand for one of two cards (Q1)."""


class Costs(KernelRecord):
    """Costs by the number of a hand (`han.rules.prices.HANDS`)."""

    # border spaces that it can pay, without a pair for one of the cards
    borders: Masks = field(np.uint64, len(HANDS))
    # the fewest cards for a piece on an ordinary or dragon space of each province, and for
    # another one there after it; 0 if it cannot pay
    first: Grid = field(np.uint8, len(HANDS), PROVINCE_COUNT)
    second: Grid = field(np.uint8, len(HANDS), PROVINCE_COUNT)
    # the hand after it has paid a price
    left: Grid = field(np.uint8, len(HANDS), len(HANDS))
    # the hand with a card more
    taken: Grid = field(np.uint8, len(HANDS), COLOUR_COUNT)


COSTS: Final = dtype_of(Costs)


@cache
def costs_on(game_map: Map) -> Costs:
    """The costs on a map, read-only."""
    records = np.zeros(1, COSTS)
    payable = build_board(game_map)["payable"][NO_PAIRS, :, BORDER:EMISSARY]
    records["borders"][0] = np.bitwise_or.reduce(payable, axis=1)
    prices = _prices_by_province(game_map)
    for number, hand in enumerate(HANDS):
        _add_hands(records[0], number, hand)
        for province in range(PROVINCE_COUNT):
            first = _cheapest(hand, prices[province])
            second = _cheapest(_without(hand, first), prices[province]) if first else ()
            records["first"][0, number, province] = len(first)
            records["second"][0, number, province] = len(second)
    records.flags.writeable = False
    costs: Costs = records[0]
    return costs


def _prices_by_province(game_map: Map) -> list[list[Handful]]:
    """What an emissary costs in each province: as much as a house there (T3, T4)."""
    prices = piece_prices(game_map)
    return [
        [prices[code_of(EMISSARY, PROVINCE_COUNT * paid + province)] for paid in ALL_COLOURS]
        for province in range(PROVINCE_COUNT)
    ]


def _cheapest(hand: Handful, prices: list[Handful]) -> Handful:
    """The price of fewest cards that a hand can pay, no card if it can pay none."""
    return min((price for price in prices if can_pay(hand, price)), key=len, default=())


def _without(hand: Handful, price: Handful) -> Handful:
    """A hand after it has paid."""
    left = list(hand)
    for colour in price:
        left.remove(colour)
    return tuple(left)


def _add_hands(costs: Costs, number: int, hand: Handful) -> None:
    """The hands that this one can become."""
    for price, paid in enumerate(HANDS):
        if can_pay(hand, paid):
            costs.left[number, price] = NUMBER_OF_HAND[_without(hand, paid)]
    for colour in ALL_COLOURS if len(hand) < HAND_SIZE else ():
        costs.taken[number, colour] = NUMBER_OF_HAND[handful(*hand, colour)]
