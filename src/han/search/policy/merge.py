"""Equivalent actions, of which the search tries only one."""

import numpy as np

from han.rules.bits import bit, count_bits, lowest, without_lowest
from han.rules.board import Board
from han.rules.codes import (
    BORDER,
    BORDER_XXA,
    EMISSARY,
    HOUSE,
    MARKER,
    TURN,
)
from han.rules.compile import kernel
from han.rules.legal import cards_in_price
from han.rules.roads import SHORTEST_ROW
from han.rules.state import State
from han.rules.types import Mask, Number, Truth, Words
from han.search.tables.features import group_around


@kernel(inline=True)
def merge_actions(board: Board, state: State, words: Words, first: Number) -> None:
    """Of equivalent placing actions, leave one in ``words``.

    Args:
        board: The map.
        state: A position in which the seat may place.
        words: Its legal actions.
        first: The first piece of this turn, -1 if it was placed before the search.
    """
    drop_three_card_payments(words)
    if state.placed == 1 and first >= 0:
        keep_one_order(board, words, first)
    if state.placed == 0 and state.times_pile_emptied >= 2:
        # nobody draws any more: one discard is as good as another
        words[TURN] &= ~(words[TURN] - np.uint64(1))


@kernel(inline=True)
def drop_three_card_payments(words: Words) -> None:
    """Drop payments of three cards for border spaces that two cards can pay."""
    simple = np.uint64(0)
    for word in range(BORDER, BORDER + BORDER_XXA):
        simple |= words[word]
    for word in range(BORDER + BORDER_XXA, EMISSARY):
        words[word] &= ~simple


@kernel(inline=True)
def keep_one_order(board: Board, words: Words, first: Number) -> None:
    """Keep one order and one payment of a turn's two pieces, if there are several.

    The order is that of the spaces, then border spaces, then emissaries: a house can allow an
    emissary and never prevents one, so if any order is legal this one is. If one piece is paid
    with a card and the other with a wild pair, the first gets the card.
    """
    word = first >> 6
    is_paid_singly = cards_in_price(board, first) == 1
    if word >= BORDER:
        for earlier in range(EMISSARY if word == EMISSARY else BORDER):
            words[earlier] = np.uint64(0)
        if word == EMISSARY and not is_paid_singly:
            words[EMISSARY] = np.uint64(0)
    elif is_paid_singly:
        for other in range(HOUSE, MARKER):
            words[other] &= ~(bit(first & 63) - np.uint64(1))
    else:
        for other in range(TURN):
            words[other] = np.uint64(0)


@kernel
def find_twins(board: Board, state: State) -> Mask:
    """Free spaces that are equivalent to a lower-numbered one for the rest of the game."""
    twins = np.uint64(0)
    rest = state.free
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        others = rest
        while others != 0:
            other = lowest(others)
            others = without_lowest(others)
            if are_twins(board, state, space, other):
                twins |= bit(other)
    return twins


@kernel(inline=True)
def are_twins(board: Board, state: State, space: Number, other: Number) -> Truth:
    """Whether two free spaces are equivalent: the same provinces, port or not, and roads.

    Roads count as the same if the spaces have the same neighbours, or can never be part of a row.
    """
    if board.space_provinces[space] != board.space_provinces[other]:
        return False
    if ((board.ports & bit(space)) != 0) != ((board.ports & bit(other)) != 0):
        return False
    beside = board.neighbours[space] & ~bit(other)
    if beside == board.neighbours[other] & ~bit(space):
        return True
    return has_no_row(board, state, space) and has_no_row(board, state, other)


@kernel
def has_no_row(board: Board, state: State, space: Number) -> Truth:
    """Whether no seat can ever have a row through a space."""
    for seat in range(state.players):
        reach, _ = group_around(board, state.free | state.houses[seat], bit(space))
        if count_bits(reach) >= SHORTEST_ROW:
            return False
    return True
