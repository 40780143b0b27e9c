"""The legal actions, or the possible chance outcomes, of a state.

A piece is legal if its place is *allowed* and the hand can *pay* for it. `allow_pieces` computes
a set of allowed places for each kind of piece; what a hand can pay is a table of the board
(`han.rules.prices`). `list_legal` writes all codes as words of bits; `count_legal` and
`nth_legal` only read the words of the hand's table.
"""

from typing import Final

import numpy as np

from han.rules.bits import bit, count_bits, lowest, nth_member, without_lowest
from han.rules.board import Board
from han.rules.codes import (
    A_HOUSE,
    A_MARKER,
    AN_EMISSARY,
    DISCARD,
    DISPLAY_GETS,
    PILE_GIVES,
    STOP,
    TAKE,
    TAKE_PILE,
    TURN,
    WORDS,
)
from han.rules.compile import kernel
from han.rules.conditions import marker_spaces, open_provinces, open_spaces, refuse_kind
from han.rules.reasons import ALLOWED
from han.rules.scratch import Scratch
from han.rules.state import COLOUR_COUNT, DRAW, HAND_SIZE, PILE_CARD, PLACE, REFILL, State
from han.rules.types import Cards, Mask, Number, Truth, whole

FOR_EVERY_COLOUR: Final = np.uint64(0x1008040201)
"""Times a set of provinces: the set once for each colour that an emissary is paid with."""


@kernel
def list_legal(board: Board, state: State, scratch: Scratch) -> None:
    """Fill ``scratch.words`` with the codes of all legal actions or possible outcomes."""
    words = scratch.words
    for word in range(WORDS):
        words[word] = np.uint64(0)
    if state.phase == PLACE:
        allow_pieces(board, state, scratch)
        hand = hand_number(board, state.hands[state.seat])
        rest = board.payable_words[state.wild_in_prices, hand]
        while rest != 0:
            word = lowest(rest)
            rest = without_lowest(rest)
            words[word] = legal_pieces(board, state, hand, word, scratch)
    words[TURN] = other_choices(state)


@kernel
def count_legal(board: Board, state: State, hand: Number, scratch: Scratch) -> Number:
    """How many codes of pieces are legal, after `allow_pieces`."""
    count = whole(0)
    rest = board.payable_words[state.wild_in_prices, hand]
    while rest != 0:
        count += count_bits(legal_pieces(board, state, hand, lowest(rest), scratch))
        rest = without_lowest(rest)
    return count


@kernel
def nth_legal(board: Board, state: State, hand: Number, scratch: Scratch, n: Number) -> Number:
    """The ``n``-th code of a legal piece, counted from 0."""
    left = whole(n)
    rest = board.payable_words[state.wild_in_prices, hand]
    while rest != 0:
        word = lowest(rest)
        rest = without_lowest(rest)
        pieces = legal_pieces(board, state, hand, word, scratch)
        inside = count_bits(pieces)
        if left < inside:
            return 64 * word + nth_member(pieces, left)
        left -= inside
    return whole(-1)


@kernel(inline=True)
def legal_pieces(board: Board, state: State, hand: Number, word: Number, scratch: Scratch) -> Mask:
    """The legal pieces of one word of codes: those that the hand can pay and that are allowed."""
    payable = board.payable[state.wild_in_prices, hand, word]
    return payable & scratch.allowed[board.word_kinds[word]]


@kernel(inline=True)
def other_choices(state: State) -> Mask:
    """The legal actions that place no piece, or the possible outcomes of chance."""
    if state.phase == PLACE:
        return discards_or_stop(state)
    if state.phase == DRAW:
        return cards_to_take(state)
    if state.phase == PILE_CARD:
        return colours_at(state.pile, PILE_GIVES)
    if state.phase == REFILL:
        return colours_at(state.pile, DISPLAY_GETS)
    return np.uint64(0)


@kernel(inline=True)
def discards_or_stop(state: State) -> Mask:
    """Discard a card before placing (T13), or stop after a piece (T1)."""
    if state.placed == 0:
        return colours_at(state.hands[state.seat], DISCARD)
    return bit(STOP)


@kernel(inline=True)
def cards_to_take(state: State) -> Mask:
    """Take a card from the display or the pile (D1)."""
    return colours_at(state.display, TAKE) | bit(TAKE_PILE)


@kernel
def colours_at(cards: Cards, first: Number) -> Mask:
    """The colours among ``cards`` as bits from ``first`` on."""
    mask = np.uint64(0)
    for colour in range(COLOUR_COUNT):
        if cards[colour] > 0:
            mask |= bit(first + colour)
    return mask


@kernel(inline=True)
def hand_number(board: Board, cards: Cards) -> Number:
    """The number of a hand in the board's tables."""
    packed = whole(0)
    for colour in range(COLOUR_COUNT):
        packed |= whole(cards[colour]) << (2 * colour)
    return whole(board.hand_numbers[packed & 1023])


@kernel(inline=True)
def cards_in_price(board: Board, code: Number) -> Number:
    """How many cards a piece or a discard costs."""
    return whole(board.hand_sizes[board.prices[code]])


@kernel(inline=True)
def is_wild(board: Board, code: Number) -> Truth:
    """Whether a price has a pair for one of two cards, which is an option (Q1)."""
    return cards_in_price(board, code) == HAND_SIZE


@kernel
def allow_pieces(board: Board, state: State, scratch: Scratch) -> None:
    """Fill ``scratch.allowed``: where the seat may place each kind of piece, whatever it costs.

    A space must be free (T6) and a dragon space have room (T11).
    """
    spaces = state.free & open_spaces(board, state)
    houses = np.uint64(0)
    markers = np.uint64(0)
    emissaries = np.uint64(0)
    if refuse_kind(board, state, A_HOUSE) == ALLOWED:
        houses = spaces
    if refuse_kind(board, state, A_MARKER) == ALLOWED:
        markers = spaces & marker_spaces(board, state)
    if refuse_kind(board, state, AN_EMISSARY) == ALLOWED:
        emissaries = np.uint64(state.open_dragons & open_provinces(state)) * FOR_EVERY_COLOUR
    scratch.allowed[A_HOUSE] = houses
    scratch.allowed[A_MARKER] = markers
    scratch.allowed[AN_EMISSARY] = emissaries
