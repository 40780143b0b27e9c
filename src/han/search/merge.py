"""Actions that come to the same are searched as one."""

import numpy as np

from han.rules.bits import bit, count_bits, lowest, without_lowest
from han.rules.board_sets import free_spaces
from han.rules.codes import (
    BORDER,
    BORDER_AA,
    BORDER_AB,
    BORDER_BB,
    BORDER_XXA,
    EMISSARY,
    HOUSE,
    MARKER,
    TURN,
)
from han.rules.compile import kernel
from han.rules.roads import SHORTEST_ROW
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT
from han.rules.types import Board, Mask, Number, State, Truth, Words
from han.search.change import group_around


@kernel(inline=True)
def merge_actions(state: State, words: Words, first: Number, first_words: Words) -> None:
    """Of placing actions that come to the same, leave one in ``words``.

    Args:
        state: A position in which the seat may place.
        words: Its legal actions.
        first: The first piece of this turn, -1 if it was placed before the search.
        first_words: What was legal instead of ``first``.
    """
    leave_dear_payments(words)
    if state.placed == 1 and first >= 0:
        leave_one_order(words, first, first_words)
    if state.passes >= 2:
        leave_one_payment(state, words)


@kernel(inline=True)
def leave_dear_payments(words: Words) -> None:
    """A border space for which two cards do is not paid with three."""
    simple = words[BORDER + BORDER_AB] | words[BORDER + BORDER_AA] | words[BORDER + BORDER_BB]
    for word in range(BORDER + BORDER_XXA, EMISSARY):
        words[word] &= ~simple


@kernel(inline=True)
def leave_one_order(words: Words, first: Number, first_words: Words) -> None:
    """Two pieces that could be placed in either order are placed in that of their codes.

    Both orders pay the same cards and fill the same spaces. If the second piece could
    have been the first, the first can be the second: its province is no less settled,
    and a house never takes an emissary's room.
    """
    last = first >> 6
    for word in range(last):
        words[word] &= ~first_words[word]
    words[last] &= ~(first_words[last] & (bit(first & 63) - np.uint64(1)))


@kernel(inline=True)
def leave_one_payment(state: State, words: Words) -> None:
    """In the last round nobody draws: after a seat's last piece its hand counts no more.

    So one payment for each last piece is enough, and one discard.
    """
    if state.placed == 0:
        words[TURN] &= ~(words[TURN] - np.uint64(1))
        return
    keep_first(words, HOUSE, MARKER)
    keep_first(words, BORDER, EMISSARY)
    keep_first_emissaries(words)


@kernel
def keep_first(words: Words, begin: Number, end: Number) -> None:
    """Leave each space only in the first of some words."""
    seen = np.uint64(0)
    for word in range(begin, end):
        words[word] &= ~seen
        seen |= words[word]


@kernel(inline=True)
def keep_first_emissaries(words: Words) -> None:
    """Leave each province only with its first payment."""
    seen = np.uint64(0)
    kept = np.uint64(0)
    for colour in range(COLOUR_COUNT):
        shift = np.uint64(PROVINCE_COUNT * colour)
        provinces = (words[EMISSARY] >> shift) & np.uint64(0x1FF) & ~seen
        seen |= provinces
        kept |= provinces << shift
    words[EMISSARY] = kept


@kernel
def find_twins(board: Board, state: State) -> Mask:
    """Free spaces that are as good as a lower-numbered one, for every seat and for ever."""
    free = free_spaces(board, state)
    twins = np.uint64(0)
    rest = free
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        others = rest
        while others != 0:
            other = lowest(others)
            others = without_lowest(others)
            if are_twins(board, state, free, space, other):
                twins |= bit(other)
    return twins


@kernel(inline=True)
def are_twins(board: Board, state: State, free: Mask, space: Number, other: Number) -> Truth:
    """Whether two free spaces count in the same places, and on roads alike or not at all."""
    if board.space_provinces[space] != board.space_provinces[other]:
        return False
    if ((board.ports & bit(space)) != 0) != ((board.ports & bit(other)) != 0):
        return False
    beside = board.neighbours[space] & ~bit(other)
    if beside == board.neighbours[other] & ~bit(space):
        return True
    return has_no_row(board, state, free, space) and has_no_row(board, state, free, other)


@kernel
def has_no_row(board: Board, state: State, free: Mask, space: Number) -> Truth:
    """Whether no seat can ever have a row through a space."""
    for seat in range(state.players):
        reach, _ = group_around(board, free | state.houses[seat], bit(space))
        if count_bits(reach) >= SHORTEST_ROW:
            return False
    return True
