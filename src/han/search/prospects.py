"""What a board offers a seat, province by province, whatever cards it holds."""

import numpy as np

from han.rules.bits import lowest, without_lowest
from han.rules.board_sets import free_spaces, has_room
from han.rules.codes import EMISSARY, HOUSE
from han.rules.compile import kernel
from han.rules.legal import provinces_with_room
from han.rules.play import place_piece
from han.rules.prices import ALL_PROVINCES
from han.rules.state import PROVINCE_COUNT, copy_state
from han.rules.types import Board, Mask, Number, State, States, Tape, Truth
from han.search.lore import phase_of
from han.search.pieces import NEVER
from han.search.types import Judgement, Judgements, Lore, Points
from han.search.worth import judge_places


@kernel
def judge_board(
    board: Board,
    state: State,
    lore: Lore,
    judgements: Judgements,
    trials: States,
    tape: Tape,
    careful: Truth,
) -> None:
    """Judge every place that takes a piece of the seat's, whatever cards it holds.

    Notes for each province what the best piece is worth and what a second one adds: if
    ``careful`` with the first in its place, else as the board stands.
    """
    judged = judgements[0]
    seat = np.int64(state.seat)
    phase = phase_of(state)
    free = free_spaces(board, state)
    houses = free if state.houses_left[seat] > 0 else np.uint64(0)
    markers = free & board.ordinary if state.markers_left[seat] > 0 else np.uint64(0)
    emissaries = np.int64(0)
    if state.emissaries_left[seat] > 0:
        emissaries = provinces_with_room(board, state, ALL_PROVINCES)
    judge_places(board, state, lore, phase, houses, markers, emissaries, judged)
    judged.seat = seat
    for province in range(PROVINCE_COUNT):
        word, index = note_best_of_province(board, province, houses, emissaries, judged)
        if not (state.settled >> province) & 1:
            judged.second[province] = np.float32(0.0)
        elif careful and index >= 0:
            copy_state(trials, 0, state)
            place_piece(board, trials[0], word, index, tape)
            judged.second[province] = second_of_province(
                board, trials[0], lore, phase, province, judgements[1]
            )


@kernel
def note_best_of_province(
    board: Board, province: Number, houses: Mask, emissaries: Number, judged: Judgement
) -> tuple[Number, Number]:
    """Note what the best two pieces in a province are worth; return word and bit of the first.

    Of houses on ordinary spaces and an emissary, of which one is taken as it makes room for
    the other: houses come first.
    """
    colour = np.int64(board.province_colour[province])
    best = np.int64(-1)
    first = NEVER
    second = np.float32(0.0)
    rest = houses & board.province_spaces[province] & board.ordinary
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        worth = judged.houses[space]
        if worth > first:
            second = max(second, first)
            first = worth
            best = space
        else:
            second = max(second, worth)
    word = HOUSE + colour
    if (emissaries >> province) & 1:
        worth = judged.emissaries[province]
        if best < 0:
            word = np.int64(EMISSARY)
            best = PROVINCE_COUNT * colour + province
            first = worth
        else:
            second = max(second, min(first, worth))
            first = max(first, worth)
    judged.first[province] = first
    judged.second[province] = second
    return word, best


@kernel
def second_of_province(
    board: Board, state: State, lore: Lore, phase: Number, province: Number, judged: Judgement
) -> Points:
    """What the best second piece in a province adds, after the first was placed."""
    seat = state.seat
    houses = np.uint64(0)
    if state.houses_left[seat] > 0:
        houses = free_spaces(board, state) & board.province_spaces[province] & board.ordinary
    emissaries = np.int64(0)
    if state.emissaries_left[seat] > 0 and has_room(board, state, province):
        emissaries = np.int64(1) << province
    judge_places(board, state, lore, phase, houses, np.uint64(0), emissaries, judged)
    best = np.float32(0.0)
    if emissaries:
        best = max(best, judged.emissaries[province])
    while houses != 0:
        best = max(best, judged.houses[lowest(houses)])
        houses = without_lowest(houses)
    return best
