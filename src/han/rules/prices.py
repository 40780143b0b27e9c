"""What pieces cost and what hands can pay, computed once, when a board is built.

A hand has at most three cards, so there are only 56 hands, and what each of them can pay is a
table. A price is a handful of cards too, so prices are numbered like hands.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from han.maps.model import COLOURS, Map
from han.rules.codes import (
    BORDER,
    DISCARD,
    EMISSARY,
    HOUSE,
    MARKER,
    PIECE_WORDS,
    TURN,
    code_of,
    kind_of_word,
)
from han.rules.state import COLOUR_COUNT, HAND_SIZE, PROVINCE_COUNT

if TYPE_CHECKING:
    from han.rules.board import Board

Handful: TypeAlias = tuple[int, ...]
"""The colours of some cards, ascending."""

ALL_COLOURS: Final = range(COLOUR_COUNT)
HANDS: Final[tuple[Handful, ...]] = tuple(
    cards
    for size in range(HAND_SIZE + 1)
    for cards in combinations_with_replacement(ALL_COLOURS, size)
)
"""Every hand that a player can hold, by its number; number 0 is the empty hand."""
NUMBER_OF_HAND: Final = {hand: number for number, hand in enumerate(HANDS)}


def single_price(own: int, paid: int) -> Handful:
    """A house or an emissary: a card of the province's colour (T3) or a pair of another (T4)."""
    return (paid,) if paid == own else (paid, paid)


def marker_price(own: int, paid: int) -> Handful:
    """A marker: two cards of the province's colour (V1, V4), or a pair for one of them (Q1)."""
    return handful(own, *single_price(own, paid))


def border_prices(a: int, b: int) -> list[Handful]:
    """A border space: a card of each colour or two of either (T8), or a pair for one (Q1)."""
    plain = [handful(a, b), (a, a), (b, b)]
    with_pair = [handful(card, pair, pair) for card in (a, b) for pair in ALL_COLOURS]
    return plain + with_pair


def needs_wild_prices(price: Handful) -> bool:
    """Whether a pair stands for one of two cards, which is an option (Q1)."""
    return len(price) == HAND_SIZE


def handful(*colours: int) -> Handful:
    """Cards in the order of their colours."""
    return tuple(sorted(colours))


def piece_prices(game_map: Map) -> dict[int, Handful]:
    """What every piece costs that can be placed on a map, by its code."""
    colour_of = {province.id: COLOURS.index(province.colour) for province in game_map.provinces}
    prices = {}
    for space, place in enumerate(game_map.spaces):
        colours = [colour_of[province] for province in place.provinces]
        if len(colours) == 2:
            for payment, price in enumerate(border_prices(*colours)):
                prices[code_of(BORDER + payment, space)] = price
            continue
        for own, paid in product(colours, ALL_COLOURS):
            prices[code_of(HOUSE + paid, space)] = single_price(own, paid)
            prices[code_of(MARKER + paid, space)] = marker_price(own, paid)
    for province, own in enumerate(colour_of.values()):
        for paid in ALL_COLOURS:
            prices[code_of(EMISSARY, PROVINCE_COUNT * paid + province)] = single_price(own, paid)
    return prices


def discard_prices() -> dict[int, Handful]:
    """A discard costs the card itself (T13)."""
    return {code_of(TURN, DISCARD + colour): (colour,) for colour in ALL_COLOURS}


def can_pay(hand: Handful, price: Handful) -> bool:
    """Whether a hand holds all cards of a price."""
    return all(hand.count(colour) >= price.count(colour) for colour in set(price))


def fill_prices(board: "Board", game_map: Map) -> None:
    """Write the tables that the kernels read."""
    for word in range(PIECE_WORDS):
        board.word_kinds[word] = kind_of_word(word)
    for number, hand in enumerate(HANDS):
        for colour in ALL_COLOURS:
            board.hand_cards[number, colour] = hand.count(colour)
        board.hand_sizes[number] = len(hand)
        board.hand_numbers[packed(hand)] = number
    prices = piece_prices(game_map)
    for code, price in (prices | discard_prices()).items():
        board.prices[code] = NUMBER_OF_HAND[price]
    for wild in (False, True):
        allowed = {c: p for c, p in prices.items() if wild or not needs_wild_prices(p)}
        for number, hand in enumerate(HANDS):
            payable = _payable(hand, allowed.items())
            for word, mask in enumerate(payable):
                board.payable[int(wild), number, word] = np.uint64(mask)
            full = sum(1 << word for word, mask in enumerate(payable) if mask)
            board.payable_words[int(wild), number] = np.uint64(full)


def packed(hand: Handful) -> int:
    """A hand as a number of two bits for each colour."""
    return sum(1 << 2 * colour for colour in hand)


def _payable(hand: Handful, prices: Iterable[tuple[int, Handful]]) -> list[int]:
    """The pieces that a hand can pay, as words of codes."""
    words = [0] * PIECE_WORDS
    affordable = {price for price in HANDS if can_pay(hand, price)}
    for code, price in prices:
        if price in affordable:
            words[code >> 6] |= 1 << (code & 63)
    return words
