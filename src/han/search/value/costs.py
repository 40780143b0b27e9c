"""What pieces cost a hand: tables that are computed once for a board, from the rules' prices."""

from functools import cache
from typing import Final

import numpy as np

from han.maps.model import Map
from han.rules.board import Board, build_board
from han.rules.codes import BORDER, EMISSARY
from han.rules.compile import kernel
from han.rules.hands import HAND_COUNT, PACKED_HANDS
from han.rules.prices import PLAIN, can_pay, card
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.state import COLOUR_COUNT, HAND_SIZE, PROVINCE_COUNT
from han.rules.types import Grid, Masks, Number, whole


class Costs(KernelRecord):
    """Costs by the number of a hand (`han.rules.hands`)."""

    # border spaces that it can pay, without a pair for one of the cards
    borders: Masks = field(np.uint64, HAND_COUNT)
    # the fewest cards for a piece on an ordinary or dragon space of each province, and for
    # another one there after it; 0 if it cannot pay
    first: Grid = field(np.uint8, HAND_COUNT, PROVINCE_COUNT)
    second: Grid = field(np.uint8, HAND_COUNT, PROVINCE_COUNT)
    # the hand after it has paid a price
    left: Grid = field(np.uint8, HAND_COUNT, HAND_COUNT)
    # the hand with a card more
    taken: Grid = field(np.uint8, HAND_COUNT, COLOUR_COUNT)


COSTS: Final = dtype_of(Costs)


@cache
def costs_on(game_map: Map) -> Costs:
    """The costs on a map, read-only."""
    records = np.zeros(1, COSTS)
    fill_costs(records[0], build_board(game_map))
    records.flags.writeable = False
    costs: Costs = records[0]
    return costs


@kernel
def fill_costs(costs: Costs, board: Board) -> None:
    """Compute the costs on a board; the record must be empty."""
    for hand in range(HAND_COUNT):
        add_hands(costs, board, hand)
        for word in range(BORDER, EMISSARY):
            costs.borders[hand] |= board.payable[PLAIN, hand, word]
    for hand in range(HAND_COUNT):
        for province in range(PROVINCE_COUNT):
            first = cheapest(board, hand, province)
            costs.first[hand, province] = board.hand_sizes[first]
            if first != 0:
                second = cheapest(board, costs.left[hand, first], province)
                costs.second[hand, province] = board.hand_sizes[second]


@kernel(inline=True)
def add_hands(costs: Costs, board: Board, hand: Number) -> None:
    """The hands that this one can become."""
    cards = whole(PACKED_HANDS[hand])
    for price in range(HAND_COUNT):
        if can_pay(board, hand, price):
            costs.left[hand, price] = board.hand_numbers[cards - whole(PACKED_HANDS[price])]
    if board.hand_sizes[hand] < HAND_SIZE:
        for colour in range(COLOUR_COUNT):
            costs.taken[hand, colour] = board.hand_numbers[cards + card(colour)]


@kernel(inline=True)
def cheapest(board: Board, hand: Number, province: Number) -> Number:
    """The price of fewest cards that a hand can pay for an emissary, 0 if it can pay none.

    A house in the same province costs as much (T3, T4).
    """
    best = whole(0)
    for paid in range(COLOUR_COUNT):
        price = whole(board.prices[64 * EMISSARY + PROVINCE_COUNT * paid + province])
        if can_pay(board, hand, price) and (
            best == 0 or board.hand_sizes[price] < board.hand_sizes[best]
        ):
            best = price
    return best
