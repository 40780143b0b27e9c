"""The policy of the first turns after the tree: good choices, cheap enough for every simulation."""

from typing import Final

import numpy as np

from han.rules.bits import lowest
from han.rules.board import Board
from han.rules.codes import EMISSARY, MARKER, TURN
from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.legal import allow_pieces, hand_number, list_legal
from han.rules.play import place_piece
from han.rules.state import DRAW, PROVINCE_COUNT, State
from han.rules.types import Number, Truth, Words, whole
from han.search.policy.cards import best_card
from han.search.policy.choice import (
    END_OF_PIECES,
    NO_CODE,
    Choice,
    next_code,
    no_choice,
    prefer,
)
from han.search.policy.pieces import best_piece, value_as_first
from han.search.policy.quick import piece_stop_or_discard
from han.search.policy.shortlist import add_to_shortlist, clear_shortlist
from han.search.policy.workspace import Workspace
from han.search.types import Points, single
from han.search.value.board import value_board, value_second
from han.search.value.pieces import value_of, value_of_cards

SLACK: Final[Points] = single(1.0)
"""First pieces whose estimate is worse by so many points than the best are not valued exactly."""


@kernel
def guided_code(
    work: Workspace, state: State, first_pieces: Number, careful: Truth, generator: Generator
) -> Number:
    """The first piece of a good turn, the second, or a card for the next turn.

    Args:
        work: Its ``values`` are reused in the next decision of the same turn.
        state: A position in which a seat decides.
        first_pieces: How many first pieces are valued exactly, each with its best second piece.
        careful: Whether second pieces are valued after the first was placed.
        generator: Breaks ties.
    """
    scratch = work.scratch
    if state.phase == DRAW:
        if careful or work.values.seat != state.seat:
            allow_pieces(work.board, state, scratch)
            value_whole_board(work, state, careful)
        return best_card(work, state, generator)
    list_legal(work.board, state, scratch)
    others = scratch.words[TURN]
    if state.placed == 0:
        value_whole_board(work, state, careful)
        choice = best_first_piece(work, state, first_pieces, generator)
    else:
        choice = best_piece(work, state, scratch.words, work.values, generator)
    return piece_stop_or_discard(state, choice, others, generator)


@kernel
def value_whole_board(work: Workspace, state: State, careful: Truth) -> None:
    """Value every place on the board; if ``careful``, value second pieces after the first."""
    value_board(work.board, state, work.tables, work.scratch, work.values, work.features)
    if careful:
        for province in range(PROVINCE_COUNT):
            code = whole(work.values.first_codes[province])
            if code >= 0 and (state.settled >> province) & 1:
                work.values.second[province] = value_second_after(work, state, province, code)


@kernel(inline=True)
def value_second_after(work: Workspace, state: State, province: Number, code: Number) -> Points:
    """What a second piece in a province adds after the piece ``code``, whatever cards it costs."""
    work.trial = state
    trial = work.trial
    place_piece(work.board, trial, code >> 6, code & 63, work.tape)
    allow_pieces(work.board, trial, work.trial_scratch)
    return value_second(
        work.board,
        trial,
        work.tables,
        work.trial_scratch,
        province,
        work.trial_values,
        work.features,
    )


@kernel
def best_first_piece(
    work: Workspace, state: State, first_pieces: Number, generator: Generator
) -> Choice:
    """The first piece of the best turn, among those with the best estimates."""
    shortlist_first_pieces(work, state, work.scratch.words, generator)
    choice = no_choice()
    for place in range(first_pieces):
        code = whole(work.shortlist.codes[place])
        if code < 0 or work.shortlist.values[place] + SLACK < choice.value:
            break
        choice = prefer(choice, code, value_as_first(work, state, code, generator))
    return choice


@kernel(inline=True)
def shortlist_first_pieces(
    work: Workspace, state: State, words: Words, generator: Generator
) -> None:
    """Fill the shortlist with the pieces that have the best estimates as first of a turn."""
    hand = hand_number(work.board, state.hands[state.seat])
    clear_shortlist(work.shortlist)
    code = NO_CODE
    while True:
        code = next_code(words, code)
        if code >= END_OF_PIECES:
            return
        value = value_of(work.board, state, work.values, code)
        value += estimate_second(work, state, hand, code)
        add_to_shortlist(work.shortlist, code, value, generator)


@kernel(inline=True)
def estimate_second(work: Workspace, state: State, hand: Number, code: Number) -> Points:
    """An estimate of what a second piece in the same province adds, if the hand can still pay it.

    After a border house, which lies in two provinces, the estimate is 0.
    """
    province = province_of(work.board, code)
    if province < 0 or work.values.second[province] <= 0:
        return single(0.0)
    cards = work.costs.first[work.costs.left[hand, work.board.prices[code]], province]
    if cards == 0:
        return single(0.0)
    return max(work.values.second[province] - value_of_cards(state, cards), single(0.0))


@kernel(inline=True)
def province_of(board: Board, code: Number) -> Number:
    """The province of a piece that lies in one and allows a second piece, else -1."""
    if code >> 6 == EMISSARY:
        return (code & 63) % PROVINCE_COUNT
    if code >> 6 >= MARKER:
        return whole(-1)
    return lowest(np.uint64(board.space_provinces[code & 63]))
