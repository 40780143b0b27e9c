"""The conditions for placing a piece, each stated once.

`han.rules.legal` builds its sets from them, `han.rules.refuse` finds the first that is not met.
"""

from han.rules.board import Board
from han.rules.board_sets import ALL_PROVINCES, spaces_in
from han.rules.codes import A_HOUSE, A_MARKER
from han.rules.compile import kernel
from han.rules.reasons import (
    ALLOWED,
    MARKER_IS_TWO_PIECES,
    NO_EMISSARY_LEFT,
    NO_HOUSE_LEFT,
    NO_MARKER_LEFT,
    TWO_PIECES_PLACED,
    VARIANT_OFF,
)
from han.rules.state import State
from han.rules.types import Mask, Number, whole
from han.rules.variants.table import refuse_companion


@kernel(inline=True)
def refuse_kind(board: Board, state: State, kind: Number) -> Number:
    """Why the seat can place no piece of a kind now, wherever and whatever it costs."""
    missing = refuse_supply(board, state, kind)
    if missing != ALLOWED:
        return missing
    if state.placed >= 2:
        return TWO_PIECES_PLACED
    return MARKER_IS_TWO_PIECES if kind == A_MARKER and state.placed > 0 else ALLOWED


@kernel(inline=True)
def refuse_supply(board: Board, state: State, kind: Number) -> Number:
    """Whether the seat has no such piece left (T7, V1, V4)."""
    seat = state.seat
    if kind == A_HOUSE:
        return NO_HOUSE_LEFT if state.houses_left[seat] == 0 else ALLOWED
    if kind != A_MARKER:
        return NO_EMISSARY_LEFT if state.emissaries_left[seat] == 0 else ALLOWED
    if state.variant == 0:
        return VARIANT_OFF
    return NO_MARKER_LEFT if state.markers_left[seat] == 0 else refuse_companion(board, state)


@kernel(inline=True)
def used_up_provinces(state: State) -> Number:
    """Provinces that take no second piece this turn, since they were empty before it (T5)."""
    return whole(state.touched & ~state.settled)


@kernel(inline=True)
def open_provinces(state: State) -> Number:
    """Provinces that take the seat's next piece of the turn, scored ones too (T2, T5, T12)."""
    return ALL_PROVINCES if state.placed == 0 else whole(state.touched & state.settled)


@kernel(inline=True)
def open_spaces(board: Board, state: State) -> Mask:
    """Spaces that the turn's province allows (T2, T5, T9).

    A border space needs one of its provinces open, and the other not used up.
    """
    if state.placed == 0:
        return board.spaces
    used_up = spaces_in(board, used_up_provinces(state))
    return spaces_in(board, open_provinces(state)) & ~used_up


@kernel(inline=True)
def marker_spaces(board: Board, state: State) -> Mask:
    """Spaces that a marker may go on: in one province that had a piece before (Q2)."""
    return board.ordinary & spaces_in(board, state.settled)
