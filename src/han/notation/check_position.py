"""Whether a state makes sense as a whole."""

import numpy as np

from han.maps.board import FORTIFICATIONS, MARKET_PLACES, build_board
from han.maps.model import Map
from han.notation.errors import NotationError
from han.rules.board_sets import emissary_limit, is_full
from han.rules.state import DRAW, HAND_SIZE, OVER, PILE_CARD, PLACE, REFILL


def check_position(game_map: Map, state: np.record) -> None:
    """Refuse a state that no game on this map can be in."""
    _check_spaces(game_map, state)
    _check_turn(state)
    _check_hands(state)
    _check_display(game_map, state)
    for index in range(len(game_map.provinces)):
        _check_province(game_map, state, index)


def _check_spaces(game_map: Map, state: np.record) -> None:
    """One piece a space (T6); a marker with its house, or where no house is (V1, V4)."""
    board = build_board(game_map)
    taken = 0
    for seat in range(state.players):
        houses, markers = int(state.houses[seat]), int(state.markers[seat])
        misplaced = markers & ~int(board.ordinary)
        if state.variant == FORTIFICATIONS:
            misplaced |= markers & ~houses
        elif state.variant == MARKET_PLACES:
            misplaced |= markers & houses
        doubled = taken & (houses | markers) | misplaced
        if doubled:
            place = game_map.spaces[doubled.bit_length() - 1].id
            raise NotationError("notation.position_space_twice", place=place)
        taken |= houses | markers


def _check_turn(state: np.record) -> None:
    """Pieces placed this turn only while placing; a reason only after the end."""
    placing = state.phase == PLACE
    cut_short = state.phase == OVER and state.reason == 2
    if (state.placed and not (placing or cut_short)) or (
        bool(state.reason) != (state.phase == OVER)
    ):
        raise NotationError("notation.position_placed")
    if state.placed == 2 and not state.touched & state.settled:
        raise NotationError("notation.position_placed")
    if state.phase != OVER and state.points[1:].any():
        raise NotationError("notation.position_points")
    if state.passes == 2 and state.phase in (DRAW, PILE_CARD, REFILL):
        raise NotationError("notation.position_pile")


def _check_hands(state: np.record) -> None:
    for seat in range(state.players):
        count = int(state.hands[seat].sum())
        if not _may_hold(state, seat, count):
            raise NotationError("notation.position_hand", seat=seat, count=count)
        if (state.known[seat] > state.hands[seat]).any():
            raise NotationError("notation.position_known", seat=seat)


def _may_hold(state: np.record, seat: int, count: int) -> bool:
    """Three cards, but for the seat whose turn it is, and after the last draw."""
    if state.phase == OVER or (seat != state.seat and state.passes == 2):
        return count <= HAND_SIZE
    if seat != state.seat or state.phase == REFILL:
        return count == HAND_SIZE
    if state.phase == PLACE:
        # each piece costs a card at least
        return 0 < count == HAND_SIZE if not state.placed else count < HAND_SIZE
    return count < HAND_SIZE


def _check_display(game_map: Map, state: np.record) -> None:
    count = int(state.display.sum())
    drawing = state.phase in (DRAW, PILE_CARD)
    least = 0 if drawing or state.passes == 2 or state.phase in (REFILL, OVER) else game_map.display
    most = game_map.display - (state.phase == REFILL)
    if not least <= count <= most:
        raise NotationError("notation.position_display", count=count)
    if (state.pile.sum() == 0) != (state.passes == 2):
        raise NotationError("notation.position_pile")


def _check_province(game_map: Map, state: np.record, index: int) -> None:
    board = build_board(game_map)
    place = game_map.provinces[index].id
    joined = state.phase == OVER and state.variant == MARKET_PLACES
    emissaries = int(state.emissaries[index].sum())
    if not joined and emissaries > emissary_limit(board, state, index):
        raise NotationError("notation.position_emissaries", place=place)
    if int(state.touched) >> index & 1 and not has_piece(board, state, index):
        raise NotationError("notation.position_placed")
    has_disk = bool(int(state.disks) >> index & 1)
    needs_disk = state.phase == OVER or bool(is_full(board, state, index))
    if has_disk != needs_disk:
        raise NotationError("notation.position_disks", place=place)


def has_piece(board: np.record, state: np.record, index: int) -> bool:
    """Whether any piece is in a province."""
    on_spaces = (state.houses | state.markers) & board.province_spaces[index]
    return bool(on_spaces.any() or state.emissaries[index].any())
