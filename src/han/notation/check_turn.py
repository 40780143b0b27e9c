"""Check that a state can occur during a turn."""

from han.maps.model import Map
from han.notation.board_pieces import count_pieces
from han.notation.errors import NotationError
from han.rules.board import Board, build_board
from han.rules.state import BOARD_FULL, DRAW, OVER, PILE_CARD, PILE_USED_UP, PLACE, REFILL, State
from han.rules.turn import fits_any_piece


def check_turn(state: State) -> None:
    """Refuse fields that contradict the phase."""
    placing = state.phase == PLACE
    cut_short = state.phase == OVER and state.reason == BOARD_FULL
    if (state.placed and not (placing or cut_short)) or (
        bool(state.reason) != (state.phase == OVER)
    ):
        raise NotationError("notation.position_placed")
    if state.times_pile_emptied == 2 and state.phase in (DRAW, PILE_CARD, REFILL):
        raise NotationError("notation.position_pile")


def check_last_round(state: State) -> None:
    """Refuse a turn after the last one, and an end before it (D4)."""
    is_placing = state.phase == PLACE or state.reason == BOARD_FULL
    if state.times_pile_emptied == 2 and state.seat == state.start and is_placing:
        raise NotationError("notation.position_last_round", seat=int(state.seat))
    if state.reason == PILE_USED_UP and not _is_last_turn(state):
        raise NotationError("notation.position_reason")


def _is_last_turn(state: State) -> bool:
    """Whether the round in which the pile was used up for the second time is over (D4)."""
    return (
        state.times_pile_emptied == 2 and (int(state.seat) + 1) % int(state.players) == state.start
    )


def check_not_stuck(game_map: Map, state: State) -> None:
    """Refuse a running game in which no piece fits any more (D5)."""
    if state.phase != OVER and not fits_any_piece(build_board(game_map), state):
        raise NotationError("notation.position_stuck")


def check_placed(game_map: Map, state: State) -> None:
    """Refuse pieces of this turn that are not on the board, or that T2, T5 and T9 forbid."""
    provinces = [i for i in range(len(game_map.provinces)) if int(state.touched) >> i & 1]
    if state.placed and not _can_have_placed(build_board(game_map), state, provinces):
        raise NotationError("notation.position_placed_pieces", count=int(state.placed))


def _can_have_placed(board: Board, state: State, provinces: list[int]) -> bool:
    """Whether the turn's pieces can be those on the board.

    All are in one province; or one is a house on a border space, which counts in both of its
    provinces, and the others are in one of these.
    """
    on_border = int(_has_border_house(board, state))
    if len(provinces) != 1 + on_border:
        return False
    others = int(state.placed) - on_border
    return any(
        all(_can_hold(board, state, p, on_border, others * (p == chosen)) for p in provinces)
        for chosen in provinces
    )


def _has_border_house(board: Board, state: State) -> bool:
    """Whether the seat has a house between the two provinces in which it has placed (T8)."""
    houses = int(state.houses[state.seat]) & int(board.borders)
    return any(
        houses >> space & 1 and board.space_provinces[space] == state.touched
        for space in range(houses.bit_length())
    )


def _can_hold(board: Board, state: State, province: int, on_border: int, others: int) -> bool:
    """Whether the turn can have placed so many pieces in a province."""
    own = count_pieces(board, state, province, int(state.seat), where=int(board.ordinary))
    every = sum(count_pieces(board, state, province, seat) for seat in range(state.players))
    if int(state.settled) >> province & 1:
        return own >= others and every > on_border + others
    return own >= others and every == on_border + others == 1
