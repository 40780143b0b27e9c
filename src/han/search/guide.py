"""Guidance for play to the end of a game, cheap enough for every decision of every game."""

from typing import Final

import numpy as np

from han.rules.bits import bit, count_bits, lowest, nth_member, without_lowest
from han.rules.codes import EMISSARY, HOUSE, MARKER, STOP, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.legal import list_legal
from han.rules.play import place_piece
from han.rules.state import COLOUR_COUNT, DRAW, PROVINCE_COUNT, copy_state
from han.rules.types import Board, Cards, Generator, Number, Scratch, State, States, Tape, Words
from han.search.cards import best_card, handy_card
from han.search.pieces import CARD_PRICE, NEVER, best_piece, worth_of_code
from han.search.prospects import judge_board
from han.search.types import Judgement, Judgements, Lore, Points, Settings
from han.search.worth import TOP

EVERY_PIECE: Final = np.int64(1000)
"""More pieces than there can be to choose from."""
SLACK: Final = np.float32(1.0)
"""A first piece that looks worse by so many points is not looked at closely."""
ANYTHING: Final = np.float32(-1.0)
"""Rather than lose more points than this by a piece, discard a card."""


@kernel
def guided_code(
    board: Board,
    state: State,
    lore: Lore,
    scratch: Scratch,
    judgements: Judgements,
    trials: States,
    generator: Generator,
    tape: Tape,
    settings: Settings,
    pieces: Number,
) -> Number:
    """The action that guidance likes best.

    With fewer ``pieces`` than `EVERY_PIECE` only so many are looked at. ``judgements`` are
    two; the first lasts from one decision of a turn to the next.
    """
    judged = judgements[0]
    careful = settings.careful
    if pieces < EVERY_PIECE:
        return hasty_code(board, state, lore, scratch, judged, generator, pieces)
    if state.phase == DRAW:
        if careful or judged.seat != state.seat:
            judge_board(board, state, lore, judgements, trials, tape, careful)
        return best_card(board, state, judged, generator)
    list_legal(board, state, scratch)
    if state.placed == 0:
        judge_board(board, state, lore, judgements, trials, tape, careful)
        choices = scratch.words[TURN]
        best, worth = best_first(
            board, state, lore, scratch, judged, judgements[1], trials, generator, tape, settings
        )
        return best if worth > ANYTHING else any_choice(choices, generator)
    best, worth = best_piece(board, state, lore, scratch.words, judged, generator)
    return best if worth > 0 else np.int64(64 * TURN + STOP)


@kernel
def best_first(
    board: Board,
    state: State,
    lore: Lore,
    scratch: Scratch,
    judged: Judgement,
    inner: Judgement,
    trials: States,
    generator: Generator,
    tape: Tape,
    settings: Settings,
) -> tuple[Number, Points]:
    """The first piece of a promising turn of one or two, and what the turn is worth."""
    note_best(board, state, scratch.words, judged, generator)
    best = np.int64(-1)
    best_worth = NEVER
    trial = trials[0]
    for place in range(settings.care):
        code = np.int64(judged.top_codes[place])
        if code < 0 or judged.top[place] + SLACK < best_worth:
            break
        worth = worth_of_code(board, state, judged, code >> 6, code & 63)
        copy_state(trials, 0, state)
        place_piece(board, trial, code >> 6, code & 63, tape)
        if trial.placed < 2:
            list_legal(board, trial, scratch)
            _, second = best_piece(board, trial, lore, scratch.words, inner, generator)
            worth += max(second, np.float32(0.0))
        if worth > best_worth:
            best_worth = worth
            best = code
    return best, best_worth


@kernel(inline=True)
def note_best(
    board: Board, state: State, words: Words, judged: Judgement, generator: Generator
) -> None:
    """Note the pieces that look best as the first of a turn."""
    for place in range(TOP):
        judged.top_codes[place] = -1
        judged.top[place] = NEVER
    for word in range(TURN):
        rest = words[word]
        while rest != 0:
            index = lowest(rest)
            rest = without_lowest(rest)
            worth = worth_of_code(board, state, judged, word, index)
            worth += worth_of_second(board, state, judged, word, index)
            place = TOP - 1
            if worth < judged.top[place]:
                continue
            if worth == judged.top[place] and draw_below(generator, 2) == 0:
                continue
            while place > 0 and judged.top[place - 1] < worth:
                judged.top[place] = judged.top[place - 1]
                judged.top_codes[place] = judged.top_codes[place - 1]
                place -= 1
            judged.top[place] = worth
            judged.top_codes[place] = 64 * word + index


@kernel(inline=True)
def worth_of_second(
    board: Board, state: State, judged: Judgement, word: Number, index: Number
) -> Points:
    """About what a second piece adds to the piece at ``index`` of ``word``."""
    nothing = np.float32(0.0)
    if MARKER <= word < EMISSARY:
        return nothing
    if word == EMISSARY:
        colour = index // PROVINCE_COUNT
        province = index % PROVINCE_COUNT
    else:
        colour = word - HOUSE
        province = lowest(np.uint64(board.space_provinces[index]))
    own = np.int64(board.province_colour[province])
    cards = cards_for_second(state.hands[state.seat], own, colour)
    if cards == 0:
        return nothing
    price = CARD_PRICE * np.float32(cards) if state.passes < 2 else nothing
    return max(judged.second[province] - price, nothing)


@kernel(inline=True)
def cards_for_second(hand: Cards, own: Number, paid: Number) -> Number:
    """Cards that a second piece costs in a province of colour ``own``, 0 if none is left.

    The first was paid with colour ``paid``: a card of the province's, a pair of another.
    """
    wild = False
    for colour in range(COLOUR_COUNT):
        left = np.int64(hand[colour])
        if colour == paid:
            left -= 1 if paid == own else 2
        if colour == own and left >= 1:
            return 1
        if colour != own and left >= 2:
            wild = True
    return 2 if wild else 0


@kernel
def hasty_code(
    board: Board,
    state: State,
    lore: Lore,
    scratch: Scratch,
    judged: Judgement,
    generator: Generator,
    pieces: Number,
) -> Number:
    """The piece that is worth most of some at random, or a handy card."""
    if state.phase == DRAW:
        return handy_card(state, generator)
    list_legal(board, state, scratch)
    thin_out(scratch.words, pieces, generator)
    best, worth = best_piece(board, state, lore, scratch.words, judged, generator)
    if state.placed > 0:
        return best if worth > 0 else np.int64(64 * TURN + STOP)
    return best if worth > ANYTHING else any_choice(scratch.words[TURN], generator)


@kernel
def thin_out(words: Words, pieces: Number, generator: Generator) -> None:
    """Leave only a few pieces of those that are legal."""
    count = np.int64(0)
    for word in range(TURN):
        if words[word]:
            count += count_bits(words[word])
    if count <= pieces:
        return
    left = pieces
    for word in range(TURN):
        if words[word]:
            inside = count_bits(words[word])
            kept = np.uint64(0)
            for _ in range(inside):
                if draw_below(generator, count) < left:
                    kept |= bit(lowest(words[word]))
                    left -= 1
                words[word] = without_lowest(words[word])
                count -= 1
            words[word] = kept


@kernel(inline=True)
def any_choice(choices: Words, generator: Generator) -> Number:
    """Any of the choices that are no piece."""
    return np.int64(64 * TURN) + nth_member(choices, draw_below(generator, count_bits(choices)))
