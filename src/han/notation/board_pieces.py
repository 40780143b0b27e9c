"""Counting the pieces in a province."""

from han.rules.board import Board
from han.rules.codes import AN_EMISSARY
from han.rules.state import OVER, State
from han.rules.variants.table import TABLE


def has_piece(board: Board, state: State, index: int) -> bool:
    """Whether any piece is in a province."""
    return any(count_pieces(board, state, index, seat) for seat in range(state.players))


def count_pieces(board: Board, state: State, index: int, seat: int, where: int = -1) -> int:
    """A seat's pieces in a province; of those on spaces only the ones on the mask ``where``."""
    spaces = int(board.province_spaces[index]) & where
    houses = (int(state.houses[seat]) & spaces).bit_count()
    markers = (int(state.markers[seat]) & spaces).bit_count()
    emissaries = int(state.emissaries[index, seat])
    return houses + emissaries + markers * (2 if markers_hold_emissaries(state) else 1)


def markers_hold_emissaries(state: State) -> bool:
    """Whether an emissary stands on each marker, as it does until the end of the game (V4, V6)."""
    has_variant = bool(state.variant) and state.phase != OVER
    return has_variant and bool(TABLE[state.variant].COMPANION == AN_EMISSARY)
