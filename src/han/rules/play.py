"""Carry out one action or chance outcome.

`play_code` trusts its caller: the code must be legal. `han.rules.refuse` says whether and
why one is not.
"""

import numpy as np

from han.maps.board import FORTIFICATIONS
from han.rules.bits import bit
from han.rules.board_sets import is_full
from han.rules.codes import (
    BORDER,
    DISCARD,
    DISPLAY_GETS,
    EMISSARY,
    HOUSE,
    MARKER,
    PILE_GIVES,
    STOP,
    TAKE,
    TAKE_PILE,
    TURN,
)
from han.rules.compile import kernel
from han.rules.prices import pay, pay_border, pay_emissary, pay_house, pay_marker
from han.rules.score import score_finally, score_province
from han.rules.state import OVER, PILE_CARD, PROVINCE_COUNT
from han.rules.tape import (
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_TAKEN,
    DISPLAY_REFILLED,
    NOBODY,
    NOTHING,
    PIECE_PLACED,
    PLACING_STOPPED,
    write_event,
)
from han.rules.turn import after_pile_card, end_if_stuck, end_placing, go_on_drawing
from han.rules.types import Board, Number, Scratch, State, Tape


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
        choose(board, state, index, tape)
    else:
        reveal(board, state, index, tape)
    if state.phase == OVER:
        # the only call: compilers copy a function to where it is called, and this one is long
        score_finally(board, state, scratch, tape)


@kernel
def place_piece(board: Board, state: State, word: Number, index: Number, tape: Tape) -> None:
    """Pay for a piece and place it (T3, T4, T6, T8, T11, V1, V4)."""
    if word == EMISSARY:
        province = index % PROVINCE_COUNT
        pay_emissary(board, state, province, index // PROVINCE_COUNT)
        place_emissary(state, province)
        return
    if word < MARKER:
        pay_house(board, state, index, word - HOUSE)
        place_house(state, index)
    elif word < BORDER:
        pay_marker(board, state, index, word - MARKER)
        place_marker(state, index)
    else:
        pay_border(board, state, index, word - BORDER)
        place_house(state, index)
    occupy(board, state, index, tape)


@kernel(inline=True)
def place_house(state: State, space: Number) -> None:
    """Put the seat's house on a space (T6)."""
    state.houses[state.seat] |= bit(space)
    state.houses_left[state.seat] -= 1
    state.placed += 1


@kernel(inline=True)
def place_marker(state: State, space: Number) -> None:
    """Put the seat's marker on a space, and a house or an emissary on top (V1, V4)."""
    seat = state.seat
    state.markers[seat] |= bit(space)
    state.markers_left[seat] -= 1
    state.placed += 1
    if state.variant == FORTIFICATIONS:
        place_house(state, space)
    else:
        state.emissaries_left[seat] -= 1
        state.placed += 1


@kernel(inline=True)
def occupy(board: Board, state: State, space: Number, tape: Tape) -> None:
    """Note where the turn placed, and score the provinces that are full now (T14)."""
    provinces = board.space_provinces[space]
    state.touched |= provinces
    for province in range(PROVINCE_COUNT):
        is_new = (provinces >> province) & 1 and not (state.disks >> province) & 1
        if is_new and is_full(board, state, province):
            score_province(board, state, province, tape)


@kernel(inline=True)
def place_emissary(state: State, province: Number) -> None:
    """Put the seat's emissary on a dragon space (T11)."""
    state.emissaries[province, state.seat] += 1
    state.emissaries_left[state.seat] -= 1
    state.touched |= np.uint16(1 << province)
    state.placed += 1


@kernel(inline=True)
def choose(board: Board, state: State, index: Number, tape: Tape) -> None:
    """Stop, discard, or take a card (T1, T13, D1)."""
    if index == STOP:
        write_event(tape, PLACING_STOPPED, state.seat, NOTHING)
        end_placing(state, tape)
    elif index < TAKE:
        pay(state, index - DISCARD, 1)
        write_event(tape, CARD_DISCARDED, state.seat, index - DISCARD)
        end_placing(state, tape)
    elif index < TAKE_PILE:
        take_from_display(state, index - TAKE, tape)
        go_on_drawing(board, state, tape)
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
def reveal(board: Board, state: State, index: Number, tape: Tape) -> None:
    """Carry out what chance says: a card from the pile for the hand or the display (D1, D2)."""
    if index < DISPLAY_GETS:
        colour = index - PILE_GIVES
        state.hands[state.seat, colour] += 1
        write_event(tape, CARD_DRAWN, state.seat, colour)
    else:
        colour = index - DISPLAY_GETS
        state.display[colour] += 1
        write_event(tape, DISPLAY_REFILLED, NOBODY, colour)
    state.pile[colour] -= 1
    after_pile_card(board, state, tape)
