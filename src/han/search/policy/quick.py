"""Quick choices: one piece at a time, of all or of a few, and cards by rule of thumb."""

from typing import Final

import numpy as np

from han.rules.bits import bit, count_bits, nth_member
from han.rules.board import Board
from han.rules.codes import STOP, TURN, WORDS
from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.legal import (
    allow_pieces,
    count_legal,
    discards_or_stop,
    hand_number,
    list_legal,
    nth_legal,
)
from han.rules.scratch import Scratch
from han.rules.state import DRAW, State
from han.rules.types import Mask, Number, whole
from han.search.policy.cards import handy_card
from han.search.policy.choice import Choice
from han.search.policy.pieces import best_piece
from han.search.policy.workspace import Workspace
from han.search.types import Points, single

EVERY_PIECE: Final = whole(1000)
"""More pieces than there can be to choose from."""
LEAST_VALUE: Final[Points] = single(-1.0)
"""Rather than place a piece that is worth less, discard a card."""


@kernel
def quick_code(work: Workspace, state: State, pieces: Number, generator: Generator) -> Number:
    """The best of so many ``pieces`` at random, or a handy card."""
    if state.phase == DRAW:
        return handy_card(state, generator)
    list_some(work.board, state, work.scratch, pieces, generator)
    choice = best_piece(work, state, work.scratch.words, work.values, generator)
    return piece_or_not(state, choice, discards_or_stop(state), generator)


@kernel(inline=True)
def piece_or_not(state: State, choice: Choice, others: Mask, generator: Generator) -> Number:
    """The piece, unless it is better to stop after the first or to discard any card."""
    if state.placed > 0:
        return choice.code if choice.value > 0 else whole(64 * TURN + STOP)
    if choice.value > LEAST_VALUE:
        return choice.code
    return whole(64 * TURN) + nth_member(others, draw_below(generator, count_bits(others)))


@kernel
def list_some(
    board: Board, state: State, scratch: Scratch, pieces: Number, generator: Generator
) -> None:
    """Fill ``scratch.words`` with so many legal pieces, any of them equally likely, or with all.

    Floyd's way to draw without putting back: a number for each piece that is kept, whatever
    the number of legal ones.
    """
    hand = hand_number(board, state.hands[state.seat])
    allow_pieces(board, state, scratch)
    count = count_legal(board, state, hand, scratch)
    if count <= pieces:
        list_legal(board, state, scratch)
        return
    words = scratch.words
    for word in range(WORDS):
        words[word] = np.uint64(0)
    for last in range(count - pieces, count):
        code = nth_legal(board, state, hand, scratch, draw_below(generator, last + 1))
        if words[code >> 6] & bit(code & 63):
            code = nth_legal(board, state, hand, scratch, last)
        words[code >> 6] |= bit(code & 63)
