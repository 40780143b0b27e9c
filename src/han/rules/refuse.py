"""Why an action cannot be done: the first condition that it misses.

The conditions are those that `han.rules.legal` makes its set of, asked one by one.
"""

from typing import Final

from han.maps.board import MARKET_PLACES
from han.rules.bits import bit
from han.rules.board_sets import free_spaces, has_room, spaces_in
from han.rules.codes import (
    BORDER,
    BORDER_XXA,
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
from han.rules.legal import open_provinces, open_spaces
from han.rules.prices import (
    can_pay_border,
    payable_marker_spaces,
    payable_provinces,
    payable_spaces,
)
from han.rules.state import DRAW, OVER, PILE_CARD, PLACE, PROVINCE_COUNT, REFILL
from han.rules.types import Board, Number, State, Truth

ALLOWED: Final = 0
GAME_IS_OVER: Final = 1
CHANCE_IS_DUE: Final = 2
CHANCE_NOT_DUE: Final = 3
NOT_PLACING: Final = 4
NOT_DRAWING: Final = 5
TWO_PIECES_PLACED: Final = 6
OTHER_PROVINCE: Final = 7
PROVINCE_WAS_EMPTY: Final = 8
SPACE_TAKEN: Final = 9
NO_HOUSE_LEFT: Final = 10
NO_EMISSARY_LEFT: Final = 11
NO_MARKER_LEFT: Final = 12
CARDS_MISSING: Final = 13
DRAGON_FULL: Final = 14
VARIANT_OFF: Final = 15
MARKER_IS_TWO_PIECES: Final = 16
MARKER_IN_EMPTY_PROVINCE: Final = 17
WILD_PRICES_OFF: Final = 18
NOTHING_PLACED: Final = 19
DISCARD_TOO_LATE: Final = 20
CARD_NOT_HELD: Final = 21
CARD_NOT_SHOWN: Final = 22
CARD_NOT_IN_PILE: Final = 23
NOT_ON_THIS_BOARD: Final = 24


@kernel
def refuse(board: Board, state: State, code: Number) -> Number:
    """The reason why ``code`` is not legal, or ``ALLOWED``."""
    word = code >> 6
    index = code & 63
    if not is_on_board(board, word, index):
        return NOT_ON_THIS_BOARD
    if state.phase == OVER:
        return GAME_IS_OVER
    if word == TURN and index >= PILE_GIVES:
        return refuse_outcome(state, index)
    if state.phase == PILE_CARD or state.phase == REFILL:
        return CHANCE_IS_DUE
    if word == TURN and index >= TAKE:
        return refuse_taking(state, index)
    if state.phase != PLACE:
        return NOT_PLACING
    if word == TURN:
        return refuse_stopping(state, index)
    return refuse_piece(board, state, word, index)


@kernel
def is_on_board(board: Board, word: Number, index: Number) -> Truth:
    """Whether a code means anything on this board."""
    if word < 0 or word > TURN:
        return False
    if word == TURN:
        return index < DISPLAY_GETS + 5
    if word == EMISSARY:
        return index < 5 * PROVINCE_COUNT
    spaces = board.borders if word >= BORDER else board.ordinary
    return (spaces & bit(index)) != 0


@kernel(inline=True)
def refuse_outcome(state: State, index: Number) -> Number:
    """Chance outcomes: due, and possible with this pile."""
    phase = PILE_CARD if index < DISPLAY_GETS else REFILL
    if state.phase != phase:
        return CHANCE_NOT_DUE
    colour = index - PILE_GIVES if index < DISPLAY_GETS else index - DISPLAY_GETS
    return ALLOWED if state.pile[colour] > 0 else CARD_NOT_IN_PILE


@kernel(inline=True)
def refuse_taking(state: State, index: Number) -> Number:
    """Taking a card (D1)."""
    if state.phase != DRAW:
        return NOT_DRAWING
    if index < TAKE_PILE and state.display[index - TAKE] == 0:
        return CARD_NOT_SHOWN
    return ALLOWED


@kernel(inline=True)
def refuse_stopping(state: State, index: Number) -> Number:
    """Stopping and discarding (T1, T13)."""
    if index == STOP:
        return NOTHING_PLACED if state.placed == 0 else ALLOWED
    if state.placed > 0:
        return DISCARD_TOO_LATE
    if state.hands[state.seat, index - DISCARD] == 0:
        return CARD_NOT_HELD
    return ALLOWED


@kernel
def refuse_piece(board: Board, state: State, word: Number, index: Number) -> Number:
    """Pieces: the supply, the turn, the place, the price."""
    is_marker = MARKER <= word < BORDER
    if is_marker and state.variant == 0:
        return VARIANT_OFF
    missing = refuse_supply(state, word)
    if missing:
        return missing
    if state.placed >= 2:
        return TWO_PIECES_PLACED
    if is_marker and state.placed > 0:
        return MARKER_IS_TWO_PIECES
    if word == EMISSARY:
        return refuse_emissary(board, state, index % PROVINCE_COUNT, index // PROVINCE_COUNT)
    return refuse_space(board, state, word, index)


@kernel(inline=True)
def refuse_supply(state: State, word: Number) -> Number:
    """Pieces that the seat has no more of (T7, V2, V5)."""
    seat = state.seat
    is_marker = MARKER <= word < BORDER
    if is_marker and state.markers_left[seat] == 0:
        return NO_MARKER_LEFT
    needs_emissary = word == EMISSARY or (is_marker and state.variant == MARKET_PLACES)
    if needs_emissary:
        return NO_EMISSARY_LEFT if state.emissaries_left[seat] == 0 else ALLOWED
    return NO_HOUSE_LEFT if state.houses_left[seat] == 0 else ALLOWED


@kernel
def refuse_province(state: State, provinces: Number) -> Number:
    """A second piece elsewhere (T2), or where the turn found nothing (T5)."""
    if state.placed == 0:
        return ALLOWED
    if provinces & state.touched & ~state.settled:
        return PROVINCE_WAS_EMPTY
    return ALLOWED if provinces & open_provinces(state) else OTHER_PROVINCE


@kernel
def refuse_emissary(board: Board, state: State, province: Number, colour: Number) -> Number:
    """Emissaries (T2, T5, T11, T3)."""
    reason = refuse_province(state, 1 << province)
    if reason:
        return reason
    if not has_room(board, state, province):
        return DRAGON_FULL
    payable = (payable_provinces(board, state, colour) >> province) & 1
    return ALLOWED if payable else CARDS_MISSING


@kernel
def refuse_space(board: Board, state: State, word: Number, space: Number) -> Number:
    """Houses and markers (T2, T5, T6, Q2, T3, T8)."""
    if not free_spaces(board, state) & bit(space):
        return SPACE_TAKEN
    if not open_spaces(board, state) & bit(space):
        return refuse_province(state, board.space_provinces[space])
    if word >= BORDER:
        return refuse_border_price(board, state, word - BORDER, space)
    if word >= MARKER:
        if not spaces_in(board, state.settled) & bit(space):
            return MARKER_IN_EMPTY_PROVINCE
        return refuse_marker_price(board, state, word - MARKER, space)
    payable = payable_spaces(board, state, word - HOUSE) & bit(space)
    return ALLOWED if payable else CARDS_MISSING


@kernel
def refuse_border_price(board: Board, state: State, payment: Number, space: Number) -> Number:
    """The cards of a border space (T8, Q1)."""
    if payment >= BORDER_XXA and not state.wild_in_prices:
        return WILD_PRICES_OFF
    return ALLOWED if can_pay_border(board, state, space, payment) else CARDS_MISSING


@kernel
def refuse_marker_price(board: Board, state: State, colour: Number, space: Number) -> Number:
    """The cards of a marker (V1, V4, Q1)."""
    own = board.colour_spaces[colour] & bit(space)
    if not own and not state.wild_in_prices:
        return WILD_PRICES_OFF
    payable = payable_marker_spaces(board, state, colour) & bit(space)
    return ALLOWED if payable else CARDS_MISSING
