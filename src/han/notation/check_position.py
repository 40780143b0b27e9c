"""Check that a state can occur in a game."""

from operator import gt

from han.maps.model import Map
from han.maps.names import space_names
from han.notation.check_turn import check_last_round, check_not_stuck, check_placed, check_turn
from han.notation.errors import NotationError
from han.rules.board import Board, build_board
from han.rules.board_sets import emissary_limit, is_full
from han.rules.codes import A_HOUSE
from han.rules.state import FROM_HOUSES, HAND_SIZE, OVER, PLACE, REFILL, State
from han.rules.variants.table import TABLE


def check_position(game_map: Map, state: State) -> None:
    """Refuse a state that no game on this map can be in."""
    _check_spaces(game_map, state)
    check_turn(state)
    _check_hands(state)
    _check_display(game_map, state)
    for index in range(len(game_map.provinces)):
        _check_province(game_map, state, index)
    _check_markers(game_map, state)
    _check_points(state)
    check_last_round(state)
    check_placed(game_map, state)
    check_not_stuck(game_map, state)


def _check_spaces(game_map: Map, state: State) -> None:
    """One piece a space (T6); a marker with its house, or where no house is (V1, V4)."""
    board = build_board(game_map)
    taken = 0
    for seat in range(state.players):
        houses, markers = int(state.houses[seat]), int(state.markers[seat])
        on_border = markers & int(board.borders)
        if on_border:
            place = space_names(game_map, _a_space(game_map, on_border))
            raise NotationError("notation.marker_on_border", place=place)
        doubled = taken & (houses | markers)
        if markers:
            needs_house = TABLE[state.variant].COMPANION == A_HOUSE
            doubled |= markers & (~houses if needs_house else houses)
        if doubled:
            place_id = _a_space(game_map, doubled)
            raise NotationError("notation.position_space_twice", place=place_id)
        taken |= houses | markers


def _a_space(game_map: Map, spaces: int) -> str:
    """The id of one space of a set."""
    return game_map.spaces[spaces.bit_length() - 1].id


def _check_markers(game_map: Map, state: State) -> None:
    """A marker goes where a piece was before (Q2); the first piece of a province is a house."""
    board = build_board(game_map)
    markers = sum(map(int, state.markers))
    houses = sum(map(int, state.houses)) & ~markers
    for province, mask in zip(game_map.provinces, board.province_spaces, strict=True):
        if markers & int(mask) and not houses & int(mask):
            raise NotationError("notation.position_marker", place=province.name)


def _check_points(state: State) -> None:
    """Houses bring points with a disk (H3), all else at the end (F2-F4)."""
    if state.phase == OVER:
        return
    if any(any(row) for row in list(state.points)[1:]):
        raise NotationError("notation.position_points")
    if any(state.points[FROM_HOUSES]) and not state.disks:
        raise NotationError("notation.position_points_without_disks")


def _check_hands(state: State) -> None:
    for seat in range(state.players):
        count = sum(map(int, state.hands[seat]))
        if not _may_hold(state, seat, count):
            raise NotationError("notation.position_hand", seat=seat, count=count)
        if any(map(gt, state.known[seat], state.hands[seat])):
            raise NotationError("notation.position_known", seat=seat)


def _may_hold(state: State, seat: int, count: int) -> bool:
    """Whether a seat may hold so many cards: three, unless in its turn or after the last draw."""
    if state.phase == OVER or (seat != state.seat and state.times_pile_emptied == 2):
        return count <= HAND_SIZE
    if seat != state.seat or state.phase == REFILL:
        return count == HAND_SIZE
    if state.phase == PLACE:
        return count <= HAND_SIZE - _least_cost(state) if state.placed else count == HAND_SIZE
    return count < HAND_SIZE


def _least_cost(state: State) -> int:
    """The fewest cards that this turn's pieces cost: one each, one more on a border (T3, T8)."""
    return int(state.placed) + (int(state.touched).bit_count() > 1)


def _check_display(game_map: Map, state: State) -> None:
    count = sum(map(int, state.display))
    most = game_map.display - (state.phase == REFILL)
    if not _least_displayed(game_map, state) <= count <= most:
        raise NotationError("notation.position_display", count=count)
    if (state.pile_size == 0) != (state.times_pile_emptied == 2):
        raise NotationError("notation.position_pile")


def _least_displayed(game_map: Map, state: State) -> int:
    """How many cards the display holds at least: all but those that the hand can have taken."""
    if state.times_pile_emptied == 2 or state.phase == OVER:
        return 0
    taken = 0 if state.phase == PLACE else sum(map(int, state.hands[state.seat]))
    return game_map.display - taken


def _check_province(game_map: Map, state: State, index: int) -> None:
    board = build_board(game_map)
    place = game_map.provinces[index].name
    emissaries = sum(map(int, state.emissaries[index]))
    if state.phase == OVER:  # emissaries on markers have joined (V6)
        seats = range(state.players)
        joining = TABLE[state.variant].joining_emissaries
        emissaries -= sum(joining(board, state, index, seat) for seat in seats)
    if emissaries > emissary_limit(board, state, index):
        raise NotationError("notation.position_emissaries", place=place)
    has_disk = bool(state.disks >> index & 1)
    if has_disk != needs_disk(board, state, index):
        raise NotationError("notation.position_disks", place=place)


def needs_disk(board: Board, state: State, index: int) -> bool:
    """Whether a province has been scored: when it was full (T14), or at the end (F1)."""
    return state.phase == OVER or bool(is_full(board, state, index))
