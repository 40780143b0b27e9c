"""Which card to take."""

import numpy as np

from han.rules.bits import lowest, without_lowest
from han.rules.board_sets import free_spaces
from han.rules.codes import TAKE, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT
from han.rules.types import Board, Cards, Generator, Number, State
from han.search.pieces import CARD_PRICE, NEVER, PAIR_PRICE
from han.search.types import Judgement, Points


@kernel
def best_card(board: Board, state: State, judged: Judgement, generator: Generator) -> Number:
    """The open card that helps the next turn most, or the pile if that promises more."""
    hand = state.hands[state.seat]
    best = np.int64(TAKE_PILE)
    best_worth = NEVER
    total = np.float32(0.0)
    ties = 0
    for colour in range(COLOUR_COUNT):
        worth = worth_of_hand(board, state, judged, hand, colour)
        total += worth
        if state.display[colour] > 0:
            if worth > best_worth:
                best_worth = worth
                ties = 0
            if worth == best_worth:
                ties += 1
                if draw_below(generator, ties) == 0:
                    best = np.int64(TAKE + colour)
    if best_worth * np.float32(COLOUR_COUNT) < total:
        best = np.int64(TAKE_PILE)
    return np.int64(64 * TURN) + best


@kernel
def worth_of_hand(
    board: Board, state: State, judged: Judgement, hand: Cards, added: Number
) -> Points:
    """About what the best turn with a hand and one card more is worth."""
    best = np.float32(0.0)
    pairs = np.int64(0)
    for colour in range(COLOUR_COUNT):
        if np.int64(hand[colour]) + (1 if colour == added else 0) >= 2:
            pairs |= 1 << colour
    for province in range(PROVINCE_COUNT):
        own = np.int64(board.province_colour[province])
        cards = np.int64(hand[own]) + (1 if own == added else 0)
        wild = (pairs & ~(1 << own)) != 0
        first = judged.first[province]
        second = judged.second[province]
        worth = np.float32(0.0)
        if cards >= 1:
            worth = first - CARD_PRICE
            if cards >= 2:
                worth += max(second - CARD_PRICE, np.float32(0.0))
            elif wild:
                worth += max(second - PAIR_PRICE, np.float32(0.0))
        elif wild:
            worth = first - PAIR_PRICE
        best = max(best, worth)
    rest = board.borders & free_spaces(board, state)
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        a = np.int64(board.border_colours[space, 0])
        b = np.int64(board.border_colours[space, 1])
        has_a = np.int64(hand[a]) + (1 if a == added else 0)
        has_b = np.int64(hand[b]) + (1 if b == added else 0)
        if has_a + has_b >= 2:
            best = max(best, judged.houses[space] - PAIR_PRICE)
    return best


@kernel(inline=True)
def handy_card(state: State, generator: Generator) -> Number:
    """Any open card or the pile, rather a colour that is in hand already."""
    seat = state.seat
    total = np.int64(2)
    for colour in range(COLOUR_COUNT):
        if state.display[colour] > 0:
            total += 3 if state.hands[seat, colour] > 0 else 2
    left = draw_below(generator, total) - 2
    if left < 0:
        return np.int64(64 * TURN + TAKE_PILE)
    colour = 0
    while True:
        if state.display[colour] > 0:
            left -= 3 if state.hands[seat, colour] > 0 else 2
            if left < 0:
                return np.int64(64 * TURN + TAKE) + colour
        colour += 1
