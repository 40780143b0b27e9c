"""What a piece costs, what a hand can pay, and paying it (T3, T4, T8, V1, V4, Q1)."""

import numpy as np

from han.rules.bits import bit
from han.rules.codes import BORDER_AA, BORDER_AB, BORDER_BB, BORDER_XXA, BORDER_XXB
from han.rules.compile import kernel
from han.rules.state import COLOUR_COUNT, HAND_SIZE
from han.rules.types import Board, Cards, Mask, Number, State, Truth

ALL_PROVINCES = 0x1FF


@kernel(inline=True)
def payable_spaces(board: Board, state: State, colour: Number) -> Mask:
    """Ordinary spaces whose house the seat can pay with ``colour``: alone or as a pair."""
    held = state.hands[state.seat, colour]
    if held >= 2:
        return board.ordinary
    if held == 1:
        return board.colour_spaces[colour]
    return np.uint64(0)


@kernel(inline=True)
def payable_provinces(board: Board, state: State, colour: Number) -> Number:
    """Provinces in which the seat can pay an emissary with ``colour`` (T3, T4)."""
    held = state.hands[state.seat, colour]
    if held >= 2:
        return ALL_PROVINCES
    if held == 1:
        return np.int64(board.colour_provinces[colour])
    return 0


@kernel(inline=True)
def payable_marker_spaces(board: Board, state: State, colour: Number) -> Mask:
    """Ordinary spaces whose marker the seat can pay with two cards of ``colour``.

    In a province of another colour the pair stands for one card, so a card of that
    province's colour is needed too (Q1).
    """
    hand = state.hands[state.seat]
    if hand[colour] < 2:
        return np.uint64(0)
    mask = board.colour_spaces[colour]
    if state.wild_in_prices:
        for other in range(COLOUR_COUNT):
            if other != colour and hand[other] >= 1:
                mask |= board.colour_spaces[other]
    return mask


@kernel
def can_pay_border(board: Board, state: State, space: Number, payment: Number) -> Truth:
    """Whether the seat holds the cards of a border space's ``payment`` (T8, Q1)."""
    hand = state.hands[state.seat]
    a = board.border_colours[space, 0]
    b = board.border_colours[space, 1]
    if payment == BORDER_AB:
        return hand[a] >= 1 and hand[b] >= 1
    if payment == BORDER_AA:
        return hand[a] >= 2
    if payment == BORDER_BB:
        return hand[b] >= 2
    if payment < BORDER_XXB:
        return holds_pair_and_card(hand, payment - BORDER_XXA, a)
    return holds_pair_and_card(hand, payment - BORDER_XXB, b)


@kernel(inline=True)
def holds_pair_and_card(hand: Cards, pair: Number, card: Number) -> Truth:
    """Whether ``hand`` holds two cards of colour ``pair`` and, besides, one of ``card``."""
    if pair == card:
        return hand[pair] >= 3
    return hand[pair] >= 2 and hand[card] >= 1


@kernel(inline=True)
def three_card_payment(state: State) -> Number:
    """The hand as a wild pair and a card, coded ``5 * pair + card``; -1 if it is not (Q1)."""
    hand = state.hands[state.seat]
    pair = -1
    card = -1
    for colour in range(COLOUR_COUNT):
        if hand[colour] >= 2:
            pair = colour
        if hand[colour] == 1 or hand[colour] == HAND_SIZE:
            card = colour
    if pair < 0 or card < 0 or not state.wild_in_prices:
        return -1
    return COLOUR_COUNT * pair + card


@kernel
def pay(state: State, colour: Number, cards: Number) -> None:
    """Move cards from the seat's hand to the discards.

    Cards of one colour are alike, so those that everybody knew of count as paid first.
    """
    seat = state.seat
    state.hands[seat, colour] -= cards
    state.discards[colour] += cards
    state.known[seat, colour] -= min(cards, state.known[seat, colour])


@kernel(inline=True)
def pay_house(board: Board, state: State, space: Number, colour: Number) -> None:
    """Pay a house on an ordinary space: a card of its colour, or a pair of another."""
    own = (board.colour_spaces[colour] & bit(space)) != 0
    pay(state, colour, 1 if own else 2)


@kernel(inline=True)
def pay_emissary(board: Board, state: State, province: Number, colour: Number) -> None:
    """Pay an emissary: a card of the province's colour, or a pair of another."""
    own = board.province_colour[province] == colour
    pay(state, colour, 1 if own else 2)


@kernel(inline=True)
def pay_marker(board: Board, state: State, space: Number, colour: Number) -> None:
    """Pay a marker: a pair of ``colour`` and, in a province of another, one card of that."""
    pay(state, colour, 2)
    for own in range(COLOUR_COUNT):
        if own != colour and (board.colour_spaces[own] & bit(space)) != 0:
            pay(state, own, 1)


@kernel(inline=True)
def pay_border(board: Board, state: State, space: Number, payment: Number) -> None:
    """Pay a house on a border space (T8, Q1)."""
    a = board.border_colours[space, 0]
    b = board.border_colours[space, 1]
    if payment == BORDER_AB:
        pay(state, a, 1)
        pay(state, b, 1)
    elif payment == BORDER_AA:
        pay(state, a, 2)
    elif payment == BORDER_BB:
        pay(state, b, 2)
    elif payment < BORDER_XXB:
        pay(state, payment - BORDER_XXA, 2)
        pay(state, a, 1)
    else:
        pay(state, payment - BORDER_XXB, 2)
        pay(state, b, 1)
