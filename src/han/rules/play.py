"""Carry out one action or chance outcome.

`play_code` does not check whether the code is legal; `han.rules.refuse` does.
"""

import numpy as np

from han.rules.bits import bit, lowest, without_lowest
from han.rules.board import Board
from han.rules.board_sets import is_full, update_open_dragon
from han.rules.codes import (
    BORDER,
    DISCARD,
    DISPLAY_GETS,
    EMISSARY,
    MARKER,
    PILE_GIVES,
    STOP,
    TAKE,
    TAKE_PILE,
    TURN,
)
from han.rules.compile import kernel
from han.rules.pieces import place_house
from han.rules.score import score_finally, score_province
from han.rules.scratch import Scratch
from han.rules.state import COLOUR_COUNT, OVER, PILE_CARD, PROVINCE_COUNT, State
from han.rules.tape import (
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_TAKEN,
    DISPLAY_REFILLED,
    NOBODY,
    NOTHING,
    PIECE_PLACED,
    PLACING_STOPPED,
    Tape,
    write_event,
)
from han.rules.turn import after_pile_card, continue_drawing, end_if_stuck, end_placing
from han.rules.types import Number
from han.rules.variants.table import place_companion


@kernel
def play_code(board: Board, state: State, code: Number, scratch: Scratch, tape: Tape) -> None:
    """Change ``state`` by the action or outcome ``code``."""
    word = code >> 6
    index = code & 63
    if word < TURN:
        write_event(tape, PIECE_PLACED, state.seat, code)
        place_piece(board, state, word, index, tape)
        end_if_stuck(board, state, tape)
    elif index < PILE_GIVES:
        play_choice(board, state, index, tape)
    else:
        play_outcome(board, state, index, tape)
    if state.phase == OVER:
        # called in one place only, since compilers inline it and it is long
        score_finally(board, state, scratch, tape)


@kernel
def place_piece(board: Board, state: State, word: Number, index: Number, tape: Tape) -> None:
    """Pay for a piece and place it (T3, T4, T6, T8, T11, V1, V4)."""
    pay(board, state, board.prices[64 * word + index])
    if word == EMISSARY:
        place_emissary(board, state, index % PROVINCE_COUNT)
        return
    if MARKER <= word < BORDER:
        place_marker(board, state, index)
    else:
        place_house(state, index)
    occupy(board, state, index, tape)


@kernel
def pay(board: Board, state: State, price: Number) -> None:
    """Move cards from the seat's hand to the discards.

    Cards that everybody knows of are paid before hidden ones of the same colour.
    """
    seat = state.seat
    for colour in range(COLOUR_COUNT):
        cards = board.hand_cards[price, colour]
        state.hands[seat, colour] -= cards
        state.discards[colour] += cards
        state.known[seat, colour] -= min(cards, state.known[seat, colour])


@kernel(inline=True)
def place_marker(board: Board, state: State, space: Number) -> None:
    """Put the seat's marker on a space, and its companion on top (V1, V4)."""
    state.markers[state.seat] |= bit(space)
    state.markers_left[state.seat] -= 1
    state.placed += 1
    place_companion(board, state, space)


@kernel(inline=True)
def occupy(board: Board, state: State, space: Number, tape: Tape) -> None:
    """Note where the turn placed, and score the provinces that are full now (T14)."""
    state.free &= ~bit(space)
    state.touched |= board.space_provinces[space]
    rest = np.uint64(board.space_provinces[space])
    while rest != 0:
        province = lowest(rest)
        rest = without_lowest(rest)
        update_open_dragon(board, state, province)
        if is_full(board, state, province):
            score_province(board, state, province, tape)


@kernel(inline=True)
def place_emissary(board: Board, state: State, province: Number) -> None:
    """Put the seat's emissary on a dragon space (T11)."""
    state.emissaries[province, state.seat] += 1
    state.emissaries_left[state.seat] -= 1
    state.touched |= 1 << province
    state.placed += 1
    update_open_dragon(board, state, province)


@kernel(inline=True)
def play_choice(board: Board, state: State, index: Number, tape: Tape) -> None:
    """Stop, discard, or take a card (T1, T13, D1)."""
    if index == STOP:
        write_event(tape, PLACING_STOPPED, state.seat, NOTHING)
        end_placing(state, tape)
    elif index < TAKE:
        pay(board, state, board.prices[64 * TURN + index])
        write_event(tape, CARD_DISCARDED, state.seat, index - DISCARD)
        end_placing(state, tape)
    elif index < TAKE_PILE:
        take_from_display(state, index - TAKE, tape)
        continue_drawing(board, state, tape)
    else:
        state.phase = PILE_CARD


@kernel(inline=True)
def take_from_display(state: State, colour: Number, tape: Tape) -> None:
    """Take a card that everybody sees (D1)."""
    state.display[colour] -= 1
    state.hands[state.seat, colour] += 1
    state.known[state.seat, colour] += 1
    write_event(tape, CARD_TAKEN, state.seat, colour)


@kernel(inline=True)
def play_outcome(board: Board, state: State, index: Number, tape: Tape) -> None:
    """Carry out a chance outcome: a card from the pile for the hand or the display (D1, D2)."""
    if index < DISPLAY_GETS:
        colour = index - PILE_GIVES
        state.hands[state.seat, colour] += 1
        write_event(tape, CARD_DRAWN, state.seat, colour)
    else:
        colour = index - DISPLAY_GETS
        state.display[colour] += 1
        write_event(tape, DISPLAY_REFILLED, NOBODY, colour)
    state.pile[colour] -= 1
    state.pile_size -= 1
    after_pile_card(board, state, tape)
