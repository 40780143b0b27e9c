"""Actions that come to the same are searched as one."""

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
    """Of placing actions that come to the same, leave one in ``words``.

    Args:
        board: The map.
        state: A position in which the seat may place.
        words: Its legal actions.
        first: The first piece of this turn, -1 if it was placed before the search.
    """
    leave_dear_payments(words)
    if state.placed == 1 and first >= 0:
        leave_one_way(board, words, first)
    if state.placed == 0 and state.passes >= 2:
        # nobody draws any more: one discard is as good as another
        words[TURN] &= ~(words[TURN] - np.uint64(1))


@kernel(inline=True)
def leave_dear_payments(words: Words) -> None:
    """A border space for which two cards do is not paid with three."""
    simple = np.uint64(0)
    for word in range(BORDER, BORDER + BORDER_XXA):
        simple |= words[word]
    for word in range(BORDER + BORDER_XXA, EMISSARY):
        words[word] &= ~simple


@kernel(inline=True)
def leave_one_way(board: Board, words: Words, first: Number) -> None:
    """Two pieces are placed in one order and paid in one way, if there are several.

    The order is that of the spaces, then border spaces, then emissaries: a house makes room
    for an emissary and never takes any, so if any order is legal this one is. Paid with a
    card and a wild pair, the first piece gets the card: in one province either can.
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
    """Free spaces that are as good as a lower-numbered one, for every seat and for ever."""
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
    """Whether two free spaces count in the same places, and on roads alike or not at all."""
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
