"""Whole turns of one's own looked at exactly: one or two pieces, and cards for the next.

Ten times slower than the guesses of `han.search.guide`, and closer to good play.
"""

import numpy as np

from han.rules.bits import lowest, without_lowest
from han.rules.codes import DISCARD, STOP, TAKE, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.legal import list_legal
from han.rules.play import place_piece
from han.rules.state import COLOUR_COUNT, DRAW, PLACE, copy_state
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape
from han.search.lore import phase_of
from han.search.pieces import CARD_PRICE, NEVER, best_piece, worth_of_code
from han.search.types import Judgements, Lore, Points
from han.search.worth import judge_pieces


@kernel
def careful_code(
    board: Board,
    state: State,
    lore: Lore,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    generator: Generator,
    tape: Tape,
) -> Number:
    """The choice. Reads only what the seat to move may know.

    ``room`` has space for two states; ``tape`` must be one that takes nothing.
    """
    copy_state(room, 0, state)
    wished = room[0]
    wished.phase = PLACE
    if state.phase == DRAW:
        return card_for_turn(board, wished, lore, room, scratch, inner, judged, generator, tape)
    best, gain = best_turn(board, wished, lore, room, scratch, inner, judged, generator, tape)
    if state.placed > 0:
        return best if gain > 0 else np.int64(64 * TURN + STOP)
    return best if gain > -CARD_PRICE else worst_card(state)


@kernel
def card_for_turn(
    board: Board,
    wished: State,
    lore: Lore,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    generator: Generator,
    tape: Tape,
) -> Number:
    """The open card with the best turn to come, or the pile if all are below the mean."""
    hand = wished.hands[wished.seat]
    best = np.int64(TAKE_PILE)
    best_gain = np.float32(0.0)
    total = np.float32(0.0)
    for colour in range(COLOUR_COUNT):
        hand[colour] += 1
        _, gain = best_turn(board, wished, lore, room, scratch, inner, judged, generator, tape)
        hand[colour] -= 1
        total += gain
        if wished.display[colour] > 0 and (best == TAKE_PILE or gain > best_gain):
            best = np.int64(TAKE + colour)
            best_gain = gain
    if COLOUR_COUNT * best_gain < total:
        best = np.int64(TAKE_PILE)
    return 64 * TURN + best


@kernel
def best_turn(
    board: Board,
    state: State,
    lore: Lore,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    generator: Generator,
    tape: Tape,
) -> tuple[Number, Points]:
    """The first piece of the best one or two, and what they gain; ties are left to chance."""
    phase = phase_of(state)
    list_legal(board, state, scratch)
    judge_pieces(board, state, lore, phase, scratch.words, judged[0])
    best = np.int64(-1)
    best_gain = NEVER
    ties = 0
    trial = room[1]
    for word in range(TURN):
        rest = scratch.words[word]
        while rest != 0:
            index = lowest(rest)
            rest = without_lowest(rest)
            gain = worth_of_code(board, state, judged[0], word, index)
            copy_state(room, 1, state)
            place_piece(board, trial, word, index, tape)
            if trial.placed < 2:
                list_legal(board, trial, inner)
                _, second = best_piece(board, trial, lore, inner.words, judged[1], generator)
                gain += max(second, np.float32(0.0))
            if gain > best_gain:
                best_gain = gain
                ties = 0
            if gain == best_gain:
                ties += 1
                if draw_below(generator, ties) == 0:
                    best = np.int64(64 * word + index)
    return best, best_gain


@kernel(inline=True)
def worst_card(state: State) -> Number:
    """Discard a card of which the hand holds fewest."""
    worst = np.int64(-1)
    fewest = np.int64(100)
    for colour in range(COLOUR_COUNT):
        held = np.int64(state.hands[state.seat, colour])
        if 0 < held < fewest:
            worst = np.int64(colour)
            fewest = held
    return np.int64(64 * TURN + DISCARD) + worst
