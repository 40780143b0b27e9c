"""The set of legal actions, or of possible chance outcomes, of a state."""

import numpy as np

from han.maps.board import MARKET_PLACES
from han.rules.bits import bit, lowest, without_lowest
from han.rules.board_sets import free_spaces, has_room, spaces_in
from han.rules.codes import (
    BORDER,
    BORDER_AA,
    BORDER_AB,
    BORDER_BB,
    BORDER_XXA,
    BORDER_XXB,
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
    WORDS,
)
from han.rules.compile import kernel
from han.rules.prices import (
    ALL_PROVINCES,
    can_pay_border,
    payable_marker_spaces,
    payable_provinces,
    payable_spaces,
    three_card_payment,
)
from han.rules.state import (
    COLOUR_COUNT,
    DRAW,
    PILE_CARD,
    PLACE,
    PROVINCE_COUNT,
    REFILL,
)
from han.rules.types import Board, Cards, Mask, Number, Scratch, State, Truth, Words


@kernel
def list_legal(board: Board, state: State, scratch: Scratch) -> None:
    """Fill ``scratch.words`` with the codes of all that can be done now."""
    words = scratch.words
    for word in range(WORDS):
        words[word] = np.uint64(0)
    if state.phase == PLACE:
        add_pieces(board, state, words)
        add_turn_choices(state, words)
    elif state.phase == DRAW:
        words[TURN] = colours_at(state.display, TAKE) | bit(TAKE_PILE)
    elif state.phase == PILE_CARD:
        words[TURN] = colours_at(state.pile, PILE_GIVES)
    elif state.phase == REFILL:
        words[TURN] = colours_at(state.pile, DISPLAY_GETS)


@kernel
def colours_at(cards: Cards, first: Number) -> Mask:
    """The colours among ``cards`` as bits from ``first`` on."""
    mask = np.uint64(0)
    for colour in range(COLOUR_COUNT):
        if cards[colour] > 0:
            mask |= bit(first + colour)
    return mask


@kernel(inline=True)
def add_turn_choices(state: State, words: Words) -> None:
    """Discard a card before placing (T13), or stop after a piece (T1)."""
    if state.placed == 0:
        words[TURN] = colours_at(state.hands[state.seat], DISCARD)
    else:
        words[TURN] = bit(STOP)


@kernel(inline=True)
def add_pieces(board: Board, state: State, words: Words) -> None:
    """Every piece that the seat can place and pay (T2-T12, V1, V4)."""
    if state.placed >= 2:
        return
    seat = state.seat
    spaces = free_spaces(board, state) & open_spaces(board, state)
    if state.houses_left[seat] > 0:
        add_houses(board, state, words, spaces)
        if spaces & board.borders:
            add_border_houses(board, state, words, spaces & board.borders)
    if state.emissaries_left[seat] > 0:
        add_emissaries(board, state, words)
    if can_place_markers(state):
        add_markers(board, state, words, spaces)


@kernel(inline=True)
def open_provinces(state: State) -> Number:
    """Provinces in which the seat may still place a piece this turn (T2, T5)."""
    if state.placed == 0:
        return ALL_PROVINCES
    if state.placed == 1:
        return np.int64(state.touched & state.settled)
    return 0


@kernel(inline=True)
def open_spaces(board: Board, state: State) -> Mask:
    """Spaces that the turn's province allows (T2, T5, T9).

    A border space needs one of its provinces open, and the other not used up.
    """
    if state.placed == 0:
        return board.spaces
    used_up = np.int64(state.touched & ~state.settled)
    return spaces_in(board, open_provinces(state)) & ~spaces_in(board, used_up)


@kernel(inline=True)
def add_houses(board: Board, state: State, words: Words, spaces: Mask) -> None:
    """Houses on ordinary spaces (T3, T4, T6)."""
    for colour in range(COLOUR_COUNT):
        words[HOUSE + colour] = payable_spaces(board, state, colour) & spaces


@kernel(inline=True)
def add_border_houses(board: Board, state: State, words: Words, spaces: Mask) -> None:
    """Houses on border spaces (T8)."""
    three_cards = three_card_payment(state)
    while spaces != 0:
        space = lowest(spaces)
        for payment in (BORDER_AB, BORDER_AA, BORDER_BB):
            if can_pay_border(board, state, space, payment):
                words[BORDER + payment] |= bit(space)
        if three_cards >= 0:
            pair = three_cards // COLOUR_COUNT
            card = three_cards % COLOUR_COUNT
            if card == board.border_colours[space, 0]:
                words[BORDER + BORDER_XXA + pair] |= bit(space)
            elif card == board.border_colours[space, 1]:
                words[BORDER + BORDER_XXB + pair] |= bit(space)
        spaces = without_lowest(spaces)


@kernel
def provinces_with_room(board: Board, state: State, among: Number) -> Number:
    """Those provinces of a set whose dragon space takes another emissary (T11)."""
    mask = 0
    for province in range(PROVINCE_COUNT):
        if (among >> province) & 1 and has_room(board, state, province):
            mask |= 1 << province
    return mask


@kernel(inline=True)
def add_emissaries(board: Board, state: State, words: Words) -> None:
    """Emissaries on dragon spaces (T11)."""
    among = open_provinces(state) & np.int64(state.settled | state.touched)
    room = provinces_with_room(board, state, among)
    for colour in range(COLOUR_COUNT):
        provinces = payable_provinces(board, state, colour) & room
        words[EMISSARY] |= np.uint64(provinces) << np.uint64(PROVINCE_COUNT * colour)


@kernel(inline=True)
def can_place_markers(state: State) -> Truth:
    """Whether the seat has a marker, its companion piece and the turn for both (V1-V5)."""
    seat = state.seat
    if state.placed > 0 or state.markers_left[seat] == 0:
        return False
    if state.variant == MARKET_PLACES:
        return state.emissaries_left[seat] > 0
    return state.houses_left[seat] > 0


@kernel(inline=True)
def add_markers(board: Board, state: State, words: Words, spaces: Mask) -> None:
    """Fortifications or market places with their companion (V1, V4); never first (Q2)."""
    settled = spaces & board.ordinary & spaces_in(board, np.int64(state.settled))
    for colour in range(COLOUR_COUNT):
        words[MARKER + colour] = payable_marker_spaces(board, state, colour) & settled
