"""Guidance for play to the end of a game, cheap enough for every decision of every game."""

from typing import Final

import numpy as np

from han.rules.bits import bit, count_bits, lowest, nth_member, without_lowest
from han.rules.board_sets import free_spaces, has_room
from han.rules.codes import BORDER, BORDER_XXA, EMISSARY, HOUSE, MARKER, STOP, TAKE, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.legal import list_legal, provinces_with_room
from han.rules.play import place_piece
from han.rules.prices import ALL_PROVINCES
from han.rules.state import COLOUR_COUNT, DRAW, PROVINCE_COUNT, copy_state
from han.rules.types import (
    Board,
    Cards,
    Generator,
    Mask,
    Number,
    Scratch,
    State,
    States,
    Tape,
    Truth,
    Words,
)
from han.search.lore import phase_of
from han.search.types import Judgement, Judgements, Lore, Points, Settings
from han.search.worth import TOP, judge_pieces, judge_places

CARD_PRICE: Final = np.float32(0.3)
"""What a card in hand is worth, in points."""
EVERY_PIECE: Final = np.int64(1000)
"""More pieces than there can be to choose from."""
SLACK: Final = np.float32(1.0)
NEVER: Final = np.float32(-1000.0)


@kernel
def worth_of_code(
    board: Board, state: State, judged: Judgement, word: Number, index: Number
) -> Points:
    """What a piece is worth, less the cards that it costs."""
    worth = judged.emissaries[index % PROVINCE_COUNT]
    if word < MARKER or BORDER <= word < EMISSARY:
        worth = judged.houses[index]
    elif word < BORDER:
        worth = judged.markers[index]
    if state.passes >= 2:
        return worth
    return worth - CARD_PRICE * np.float32(cards_paid(board, word, index))


@kernel
def cards_paid(board: Board, word: Number, index: Number) -> Number:
    """How many cards a piece costs."""
    if word == EMISSARY:
        own = board.province_colour[index % PROVINCE_COUNT] == index // PROVINCE_COUNT
        return 1 if own else 2
    if word < MARKER:
        return 1 if board.colour_spaces[word - HOUSE] & bit(index) else 2
    if word < BORDER:
        return 2 if board.colour_spaces[word - MARKER] & bit(index) else 3
    return 2 if word < BORDER + BORDER_XXA else 3


@kernel
def best_piece(
    board: Board,
    state: State,
    lore: Lore,
    words: Words,
    judged: Judgement,
    generator: Generator,
) -> tuple[Number, Points]:
    """The legal piece that is worth most and its worth; ties are left to chance."""
    judge_pieces(board, state, lore, phase_of(state), words, judged)
    best = np.int64(-1)
    best_worth = NEVER
    ties = 0
    for word in range(TURN):
        rest = words[word]
        while rest != 0:
            index = lowest(rest)
            rest = without_lowest(rest)
            worth = worth_of_code(board, state, judged, word, index)
            if worth > best_worth:
                best_worth = worth
                ties = 0
            if worth == best_worth:
                ties += 1
                if draw_below(generator, ties) == 0:
                    best = np.int64(64 * word + index)
    return best, best_worth


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
        return best if worth > -1.0 else any_choice(choices, generator)
    best, worth = best_piece(board, state, lore, scratch.words, judged, generator)
    return best if worth > 0 else np.int64(64 * TURN + STOP)


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
def best_card(board: Board, state: State, judged: Judgement, generator: Generator) -> Number:
    """The open card that helps the next turn most, or the pile if that promises more."""
    hand = state.hands[state.seat]
    best = np.int64(TAKE_PILE)
    best_worth = NEVER
    total = np.float32(0.0)
    ties = 0
    for colour in range(COLOUR_COUNT):
        worth = worth_of_hand(board, state, judged, hand, colour)
        total += worth
        if state.display[colour] > 0:
            if worth > best_worth:
                best_worth = worth
                ties = 0
            if worth == best_worth:
                ties += 1
                if draw_below(generator, ties) == 0:
                    best = np.int64(TAKE + colour)
    if best_worth * np.float32(COLOUR_COUNT) < total:
        best = np.int64(TAKE_PILE)
    return np.int64(64 * TURN) + best


@kernel
def worth_of_hand(
    board: Board, state: State, judged: Judgement, hand: Cards, added: Number
) -> Points:
    """About what the best turn with a hand and one card more is worth."""
    best = np.float32(0.0)
    pairs = np.int64(0)
    for colour in range(COLOUR_COUNT):
        if np.int64(hand[colour]) + (1 if colour == added else 0) >= 2:
            pairs |= 1 << colour
    for province in range(PROVINCE_COUNT):
        own = np.int64(board.province_colour[province])
        cards = np.int64(hand[own]) + (1 if own == added else 0)
        wild = (pairs & ~(1 << own)) != 0
        first = judged.first[province]
        second = judged.second[province]
        worth = np.float32(0.0)
        if cards >= 1:
            worth = first - CARD_PRICE
            if cards >= 2:
                worth += max(second - CARD_PRICE, np.float32(0.0))
            elif wild:
                worth += max(second - 2 * CARD_PRICE, np.float32(0.0))
        elif wild:
            worth = first - 2 * CARD_PRICE
        best = max(best, worth)
    rest = board.borders & free_spaces(board, state)
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        a = np.int64(board.border_colours[space, 0])
        b = np.int64(board.border_colours[space, 1])
        has_a = np.int64(hand[a]) + (1 if a == added else 0)
        has_b = np.int64(hand[b]) + (1 if b == added else 0)
        if has_a + has_b >= 2:
            best = max(best, judged.houses[space] - 2 * CARD_PRICE)
    return best


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
    return best if worth > -1.0 else any_choice(scratch.words[TURN], generator)


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


@kernel(inline=True)
def handy_card(state: State, generator: Generator) -> Number:
    """Any open card or the pile, rather a colour that is in hand already."""
    seat = state.seat
    total = np.int64(2)
    for colour in range(COLOUR_COUNT):
        if state.display[colour] > 0:
            total += 3 if state.hands[seat, colour] > 0 else 2
    left = draw_below(generator, total) - 2
    if left < 0:
        return np.int64(64 * TURN + TAKE_PILE)
    colour = 0
    while True:
        if state.display[colour] > 0:
            left -= 3 if state.hands[seat, colour] > 0 else 2
            if left < 0:
                return np.int64(64 * TURN + TAKE) + colour
        colour += 1
