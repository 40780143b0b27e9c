"""The quick policy: one piece at a time, out of all or a random sample, and cards by heuristic."""

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
from han.search.policy.cards import heuristic_card
from han.search.policy.choice import Choice
from han.search.policy.pieces import best_piece
from han.search.policy.workspace import Workspace
from han.search.types import Points, single

EVERY_PIECE: Final = whole(1000)
"""More pieces than there can be to choose from."""
LEAST_VALUE: Final[Points] = single(-1.0)
"""A turn without any better piece discards a card instead."""


@kernel
def quick_code(work: Workspace, state: State, pieces: Number, generator: Generator) -> Number:
    """The best of a random sample of ``pieces`` pieces, or a card by heuristic."""
    if state.phase == DRAW:
        return heuristic_card(state, generator)
    sample_pieces(work.board, state, work.scratch, pieces, generator)
    choice = best_piece(work, state, work.scratch.words, work.values, generator)
    return piece_stop_or_discard(state, choice, discards_or_stop(state), generator)


@kernel(inline=True)
def piece_stop_or_discard(
    state: State, choice: Choice, others: Mask, generator: Generator
) -> Number:
    """The piece, unless stopping after the first or discarding a random card is better."""
    if state.placed > 0:
        return choice.code if choice.value > 0 else whole(64 * TURN + STOP)
    if choice.value > LEAST_VALUE:
        return choice.code
    return whole(64 * TURN) + nth_member(others, draw_below(generator, count_bits(others)))


@kernel
def sample_pieces(
    board: Board, state: State, scratch: Scratch, pieces: Number, generator: Generator
) -> None:
    """Fill ``scratch.words`` with a random sample of ``pieces`` legal pieces, or with all.

    Floyd's algorithm for sampling without replacement: one number is drawn for each piece that
    is kept, however many are legal.
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
