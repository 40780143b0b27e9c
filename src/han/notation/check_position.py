"""Whether a state makes sense as a whole."""

from operator import gt

from han.maps.model import Map
from han.notation.errors import NotationError
from han.rules.board import Board, build_board
from han.rules.board_sets import emissary_limit, is_full
from han.rules.codes import A_HOUSE
from han.rules.state import DRAW, HAND_SIZE, OVER, PILE_CARD, PLACE, REFILL, State
from han.rules.variants.table import TABLE, joining_emissaries


def check_position(game_map: Map, state: State) -> None:
    """Refuse a state that no game on this map can be in."""
    _check_spaces(game_map, state)
    _check_turn(state)
    _check_hands(state)
    _check_display(game_map, state)
    for index in range(len(game_map.provinces)):
        _check_province(game_map, state, index)


def _check_spaces(game_map: Map, state: State) -> None:
    """One piece a space (T6); a marker with its house, or where no house is (V1, V4)."""
    board = build_board(game_map)
    taken = 0
    for seat in range(state.players):
        houses, markers = int(state.houses[seat]), int(state.markers[seat])
        misplaced = markers & ~int(board.ordinary)
        if markers:
            needs_house = TABLE[state.variant].COMPANION == A_HOUSE
            misplaced |= markers & (~houses if needs_house else houses)
        doubled = taken & (houses | markers) | misplaced
        if doubled:
            place = game_map.spaces[doubled.bit_length() - 1].id
            raise NotationError("notation.position_space_twice", place=place)
        taken |= houses | markers


def _check_turn(state: State) -> None:
    """Pieces placed this turn only while placing; a reason only after the end."""
    placing = state.phase == PLACE
    cut_short = state.phase == OVER and state.reason == 2
    if (state.placed and not (placing or cut_short)) or (
        bool(state.reason) != (state.phase == OVER)
    ):
        raise NotationError("notation.position_placed")
    if state.placed == 2 and not state.touched & state.settled:
        raise NotationError("notation.position_placed")
    if state.phase != OVER and any(any(row) for row in list(state.points)[1:]):
        raise NotationError("notation.position_points")
    if state.passes == 2 and state.phase in (DRAW, PILE_CARD, REFILL):
        raise NotationError("notation.position_pile")


def _check_hands(state: State) -> None:
    for seat in range(state.players):
        count = sum(map(int, state.hands[seat]))
        if not _may_hold(state, seat, count):
            raise NotationError("notation.position_hand", seat=seat, count=count)
        if any(map(gt, state.known[seat], state.hands[seat])):
            raise NotationError("notation.position_known", seat=seat)


def _may_hold(state: State, seat: int, count: int) -> bool:
    """Three cards, but for the seat whose turn it is, and after the last draw."""
    if state.phase == OVER or (seat != state.seat and state.passes == 2):
        return count <= HAND_SIZE
    if seat != state.seat or state.phase == REFILL:
        return count == HAND_SIZE
    if state.phase == PLACE:
        # each piece costs a card at least
        return 0 < count == HAND_SIZE if not state.placed else count < HAND_SIZE
    return count < HAND_SIZE


def _check_display(game_map: Map, state: State) -> None:
    count = sum(map(int, state.display))
    drawing = state.phase in (DRAW, PILE_CARD)
    least = 0 if drawing or state.passes == 2 or state.phase in (REFILL, OVER) else game_map.display
    most = game_map.display - (state.phase == REFILL)
    if not least <= count <= most:
        raise NotationError("notation.position_display", count=count)
    if (state.pile_size == 0) != (state.passes == 2):
        raise NotationError("notation.position_pile")


def _check_province(game_map: Map, state: State, index: int) -> None:
    board = build_board(game_map)
    place = game_map.provinces[index].id
    emissaries = sum(map(int, state.emissaries[index]))
    if state.phase == OVER:  # those on markers have joined (V6)
        seats = range(state.players)
        emissaries -= sum(joining_emissaries(board, state, index, seat) for seat in seats)
    if emissaries > emissary_limit(board, state, index):
        raise NotationError("notation.position_emissaries", place=place)
    if int(state.touched) >> index & 1 and not has_piece(board, state, index):
        raise NotationError("notation.position_placed")
    has_disk = bool(state.disks >> index & 1)
    if has_disk != needs_disk(board, state, index):
        raise NotationError("notation.position_disks", place=place)


def needs_disk(board: Board, state: State, index: int) -> bool:
    """Whether a province has been scored: when it was full (T14), or at the end (F1)."""
    return state.phase == OVER or bool(is_full(board, state, index))


def has_piece(board: Board, state: State, index: int) -> bool:
    """Whether any piece is in a province."""
    spaces = board.province_spaces[index]
    on_spaces = any(mask & spaces for mask in (*state.houses, *state.markers))
    return on_spaces or any(state.emissaries[index])
