"""The order of turns, drawing, and the end of the game."""

from han.rules.board import Board
from han.rules.board_sets import count_cards
from han.rules.compile import kernel
from han.rules.state import (
    BOARD_FULL,
    COLOUR_COUNT,
    DRAW,
    HAND_SIZE,
    OVER,
    PILE_USED_UP,
    PLACE,
    REFILL,
    State,
)
from han.rules.tape import (
    GAME_ENDED,
    LAST_ROUND_BEGUN,
    NOBODY,
    NOTHING,
    PILE_RESHUFFLED,
    TURN_BEGUN,
    Tape,
    write_event,
)
from han.rules.types import Number, Truth, whole
from han.rules.variants.table import fits_marker


@kernel(inline=True)
def end_placing(state: State, tape: Tape) -> None:
    """After placing or discarding: draw, or end the turn in the last round (D1, D4)."""
    state.settled |= state.touched
    state.touched = 0
    state.placed = 0
    if state.times_pile_emptied >= 2:
        end_turn(state, tape)
    else:
        state.phase = DRAW


@kernel
def continue_drawing(board: Board, state: State, tape: Tape) -> None:
    """After a card: another one, the display's refill or the next turn (D1, D2)."""
    if count_cards(state.hands[state.seat]) < HAND_SIZE:
        state.phase = DRAW
    elif count_cards(state.display) < board.display_size:
        state.phase = REFILL
    else:
        end_turn(state, tape)


@kernel(inline=True)
def after_pile_card(board: Board, state: State, tape: Tape) -> None:
    """After a card left the pile: if none is left, reshuffle or end drawing (D3, D4, Q5)."""
    if state.pile_size == 0:
        state.times_pile_emptied += 1
        if state.times_pile_emptied >= 2:
            write_event(tape, LAST_ROUND_BEGUN, state.seat, NOTHING)
            end_turn(state, tape)
            return
        reshuffle(state, tape)
    continue_drawing(board, state, tape)


@kernel(inline=True)
def reshuffle(state: State, tape: Tape) -> None:
    """The discards become the new pile (D3)."""
    state.pile_size = count_cards(state.discards)
    write_event(tape, PILE_RESHUFFLED, NOBODY, whole(state.pile_size))
    for colour in range(COLOUR_COUNT):
        state.pile[colour] = state.discards[colour]
        state.discards[colour] = 0


@kernel
def end_turn(state: State, tape: Tape) -> None:
    """Pass on to the left neighbour, or end the game after the last round (S4, D4)."""
    following = state.seat + 1
    if following == state.players:
        following = 0
    if state.times_pile_emptied >= 2 and following == state.start:
        end_game(state, PILE_USED_UP, tape)
    else:
        state.seat = following
        state.phase = PLACE
        write_event(tape, TURN_BEGUN, following, NOTHING)


@kernel(inline=True)
def end_game(state: State, reason: Number, tape: Tape) -> None:
    """End the game; `han.rules.play` does the final scoring."""
    state.phase = OVER
    state.reason = reason
    write_event(tape, GAME_ENDED, NOBODY, reason)


@kernel(inline=True)
def end_if_stuck(board: Board, state: State, tape: Tape) -> None:
    """End the game at once when nobody can place a piece any more (D5)."""
    if not fits_any_piece(board, state):
        end_game(state, BOARD_FULL, tape)


@kernel(inline=True)
def fits_any_piece(board: Board, state: State) -> Truth:
    """Whether some player has a piece that the board takes, whatever cards it needs (Q6)."""
    for seat in range(state.players):
        if state.free != 0 and state.houses_left[seat] > 0:
            return True
        if state.open_dragons != 0 and state.emissaries_left[seat] > 0:
            return True
        if fits_marker(board, state, seat):
            return True
    return False
