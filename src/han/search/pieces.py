"""What legal pieces are worth after paying for them, and the best of them."""

from typing import Final

import numpy as np

from han.rules.bits import bit, lowest, without_lowest
from han.rules.codes import BORDER, BORDER_XXA, EMISSARY, HOUSE, MARKER, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.state import PROVINCE_COUNT
from han.rules.types import Board, Generator, Number, State, Words
from han.search.lore import phase_of
from han.search.types import Judgement, Lore, Points
from han.search.worth import judge_pieces

CARD_PRICE: Final = np.float32(0.3)
"""What a card in hand is worth, in points."""
PAIR_PRICE: Final = np.float32(0.6)
"""What two cards are worth."""
NEVER: Final = np.float32(-1000.0)


@kernel
def worth_of_code(
    board: Board, state: State, judged: Judgement, word: Number, index: Number
) -> Points:
    """What a piece is worth, less the cards that it costs."""
    worth = judged.emissaries[index % PROVINCE_COUNT]
    if word < MARKER or BORDER <= word < EMISSARY:
        worth = judged.houses[index]
    elif word < BORDER:
        worth = judged.markers[index]
    if state.passes >= 2:
        return worth
    return worth - CARD_PRICE * np.float32(cards_paid(board, word, index))


@kernel
def cards_paid(board: Board, word: Number, index: Number) -> Number:
    """How many cards a piece costs."""
    if word == EMISSARY:
        own = board.province_colour[index % PROVINCE_COUNT] == index // PROVINCE_COUNT
        return 1 if own else 2
    if word < MARKER:
        return 1 if board.colour_spaces[word - HOUSE] & bit(index) else 2
    if word < BORDER:
        return 2 if board.colour_spaces[word - MARKER] & bit(index) else 3
    return 2 if word < BORDER + BORDER_XXA else 3


@kernel
def best_piece(
    board: Board,
    state: State,
    lore: Lore,
    words: Words,
    judged: Judgement,
    generator: Generator,
) -> tuple[Number, Points]:
    """The legal piece that is worth most and its worth; ties are left to chance."""
    judge_pieces(board, state, lore, phase_of(state), words, judged)
    best = np.int64(-1)
    best_worth = NEVER
    ties = 0
    for word in range(TURN):
        rest = words[word]
        while rest != 0:
            index = lowest(rest)
            rest = without_lowest(rest)
            worth = worth_of_code(board, state, judged, word, index)
            if worth > best_worth:
                best_worth = worth
                ties = 0
            if worth == best_worth:
                ties += 1
                if draw_below(generator, ties) == 0:
                    best = np.int64(64 * word + index)
    return best, best_worth
