"""Why an action is not legal: the first condition that it does not meet.

The conditions are those of `han.rules.conditions`.
"""

from han.rules.bits import bit
from han.rules.board import Board
from han.rules.board_sets import is_dragon_open
from han.rules.codes import (
    A_MARKER,
    AN_EMISSARY,
    DISPLAY_GETS,
    PILE_GIVES,
    STOP,
    TAKE,
    TURN,
)
from han.rules.compile import kernel
from han.rules.conditions import (
    marker_spaces,
    open_provinces,
    open_spaces,
    refuse_kind,
    used_up_provinces,
)
from han.rules.deal import is_chance
from han.rules.legal import hand_number, is_wild, other_choices
from han.rules.reasons import (
    ALLOWED,
    CARD_NOT_HELD,
    CARD_NOT_IN_PILE,
    CARD_NOT_SHOWN,
    CARDS_MISSING,
    CHANCE_IS_DUE,
    CHANCE_NOT_DUE,
    DISCARD_TOO_LATE,
    DRAGON_FULL,
    GAME_IS_OVER,
    MARKER_IN_EMPTY_PROVINCE,
    NOT_DRAWING,
    NOT_ON_THIS_BOARD,
    NOT_PLACING,
    NOTHING_PLACED,
    OTHER_PROVINCE,
    PROVINCE_WAS_EMPTY,
    SPACE_TAKEN,
    WILD_PRICES_OFF,
)
from han.rules.state import (
    COLOUR_COUNT,
    DRAW,
    OVER,
    PILE_CARD,
    PLACE,
    PROVINCE_COUNT,
    REFILL,
    State,
)
from han.rules.types import Number, Truth


@kernel
def refuse(board: Board, state: State, code: Number) -> Number:
    """The reason why ``code`` is not legal, or ``ALLOWED``."""
    word = code >> 6
    index = code & 63
    if not is_on_board(board, word, index):
        return NOT_ON_THIS_BOARD
    if state.phase == OVER:
        return GAME_IS_OVER
    if word < TURN:
        return refuse_piece(board, state, word, index)
    return ALLOWED if other_choices(state) & bit(index) else refuse_choice(state, index)


@kernel
def is_on_board(board: Board, word: Number, index: Number) -> Truth:
    """Whether a code means anything on this board."""
    if word < 0 or word > TURN:
        return False
    if word == TURN:
        return index < DISPLAY_GETS + COLOUR_COUNT
    return board.prices[64 * word + index] != 0


@kernel
def refuse_choice(state: State, index: Number) -> Number:
    """Why a choice that is no piece, or an outcome of chance, is not legal."""
    if index >= PILE_GIVES:
        due = PILE_CARD if index < DISPLAY_GETS else REFILL
        return CARD_NOT_IN_PILE if state.phase == due else CHANCE_NOT_DUE
    if is_chance(state):
        return CHANCE_IS_DUE
    if index >= TAKE:
        return CARD_NOT_SHOWN if state.phase == DRAW else NOT_DRAWING
    if state.phase != PLACE:
        return NOT_PLACING
    if index == STOP:
        return NOTHING_PLACED
    return DISCARD_TOO_LATE if state.placed > 0 else CARD_NOT_HELD


@kernel
def refuse_piece(board: Board, state: State, word: Number, index: Number) -> Number:
    """Why a piece is not legal: the turn, the supply, the place, the price."""
    if is_chance(state):
        return CHANCE_IS_DUE
    if state.phase != PLACE:
        return NOT_PLACING
    kind = board.word_kinds[word]
    missing = refuse_kind(board, state, kind)
    if missing != ALLOWED:
        return missing
    misplaced = refuse_place(board, state, kind, index)
    return misplaced if misplaced != ALLOWED else refuse_price(board, state, word, index)


@kernel
def refuse_place(board: Board, state: State, kind: Number, index: Number) -> Number:
    """Why a piece cannot be placed there (T2, T5, T6, T11, Q2)."""
    if kind == AN_EMISSARY:
        province = index % PROVINCE_COUNT
        if not (open_provinces(state) >> province) & 1:
            return refuse_provinces(state, 1 << province)
        return ALLOWED if is_dragon_open(state, province) else DRAGON_FULL
    if not state.free & bit(index):
        return SPACE_TAKEN
    if not open_spaces(board, state) & bit(index):
        return refuse_provinces(state, board.space_provinces[index])
    if kind == A_MARKER and not marker_spaces(board, state) & bit(index):
        return MARKER_IN_EMPTY_PROVINCE
    return ALLOWED


@kernel
def refuse_provinces(state: State, provinces: Number) -> Number:
    """Why no province is open: it was empty before (T5), or the turn is elsewhere (T2)."""
    return PROVINCE_WAS_EMPTY if provinces & used_up_provinces(state) else OTHER_PROVINCE


@kernel
def refuse_price(board: Board, state: State, word: Number, index: Number) -> Number:
    """Why a piece cannot be paid (T3, T4, T8, V1, V4, Q1)."""
    hand = hand_number(board, state.hands[state.seat])
    if board.payable[state.wild_in_prices, hand, word] & bit(index):
        return ALLOWED
    if not state.wild_in_prices and is_wild(board, 64 * word + index):
        return WILD_PRICES_OFF
    return CARDS_MISSING
