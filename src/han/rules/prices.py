"""What pieces cost and what hands can pay, computed once, when a board is built.

What each hand can pay is a table (`han.rules.hands`). Here cards are numbers of two bits for each
colour, which add up as cards do; in tables they are the numbers of hands.
"""

from typing import TYPE_CHECKING, Final

from han.rules.bits import bit, lowest, without_lowest
from han.rules.codes import (
    BORDER,
    BORDER_XXA,
    BORDER_XXB,
    DISCARD,
    EMISSARY,
    HOUSE,
    MARKER,
    PIECE_WORDS,
    TURN,
    WORD_KINDS,
)
from han.rules.compile import kernel
from han.rules.hands import HAND_COUNT, PACKED_HANDS
from han.rules.state import COLOUR_COUNT, HAND_SIZE, PROVINCE_COUNT
from han.rules.types import Number, Truth, whole

if TYPE_CHECKING:
    from han.rules.board import Board

PLAIN: Final = 0
WILD: Final = 1
"""The tables without and with prices in which a pair stands for one of two cards (Q1)."""


@kernel
def fill_prices(board: "Board") -> None:
    """Write the tables of a board whose spaces and provinces are there."""
    number_hands(board)
    for colour in range(COLOUR_COUNT):
        price_spaces(board, colour)
        set_price(board, TURN, DISCARD + colour, card(colour))  # the card itself (T13)
    price_borders(board)
    price_emissaries(board)
    list_payable(board)


@kernel(inline=True)
def number_hands(board: "Board") -> None:
    """Write which cards each hand has, and its number by its cards."""
    for number in range(HAND_COUNT):
        cards = whole(PACKED_HANDS[number])
        board.hand_numbers[cards] = number
        for colour in range(COLOUR_COUNT):
            count = (cards >> 2 * colour) & 3
            board.hand_cards[number, colour] = count
            board.hand_sizes[number] += count


@kernel(inline=True)
def card(colour: Number) -> Number:
    """One card."""
    return whole(1) << 2 * whole(colour)


@kernel(inline=True)
def single_price(own: Number, paid: Number) -> Number:
    """A house or an emissary: a card of the province's colour (T3) or a pair of another (T4)."""
    return card(paid) if paid == own else 2 * card(paid)


@kernel(inline=True)
def marker_price(own: Number, paid: Number) -> Number:
    """A marker: two cards of the province's colour (V1, V4), or a pair for one of them (Q1)."""
    return card(own) + single_price(own, paid)


@kernel(inline=True)
def set_price(board: "Board", word: Number, index: Number, cards: Number) -> None:
    """Write the price of the code at a place of a word."""
    board.prices[64 * word + index] = board.hand_numbers[cards]


@kernel(inline=True)
def price_spaces(board: "Board", own: Number) -> None:
    """Write the prices of houses and markers on the ordinary spaces of a colour."""
    rest = board.colour_spaces[own]
    while rest != 0:
        space = lowest(rest)
        for paid in range(COLOUR_COUNT):
            set_price(board, HOUSE + paid, space, single_price(own, paid))
            set_price(board, MARKER + paid, space, marker_price(own, paid))
        rest = without_lowest(rest)


@kernel(inline=True)
def price_borders(board: "Board") -> None:
    """Border spaces: a card of each colour or two of either (T8), or a pair for one (Q1)."""
    rest = board.borders
    while rest != 0:
        space = lowest(rest)
        one = card(board.border_colours[space, 0])
        other = card(board.border_colours[space, 1])
        set_price(board, BORDER, space, one + other)
        set_price(board, BORDER + 1, space, 2 * one)
        set_price(board, BORDER + 2, space, 2 * other)
        for colour in range(COLOUR_COUNT):
            set_price(board, BORDER + BORDER_XXA + colour, space, one + 2 * card(colour))
            set_price(board, BORDER + BORDER_XXB + colour, space, other + 2 * card(colour))
        rest = without_lowest(rest)


@kernel(inline=True)
def price_emissaries(board: "Board") -> None:
    """Write the prices of emissaries."""
    for province in range(PROVINCE_COUNT):
        own = whole(board.province_colour[province])
        for paid in range(COLOUR_COUNT):
            price = single_price(own, paid)
            set_price(board, EMISSARY, PROVINCE_COUNT * paid + province, price)


@kernel(inline=True)
def list_payable(board: "Board") -> None:
    """Write which pieces each hand can pay: those that cost all its cards, or some of them."""
    list_exact(board)
    for hand in range(HAND_COUNT - 1, 0, -1):  # parts of a hand have lower numbers
        for part in range(1, hand):
            if can_pay(board, hand, part):
                add_payable(board, hand, part)
        for prices in range(WILD + 1):
            for word in range(PIECE_WORDS):
                if board.payable[prices, hand, word] != 0:
                    board.payable_words[prices, hand] |= bit(word)


@kernel(inline=True)
def list_exact(board: "Board") -> None:
    """Write which pieces cost exactly each hand; three cards only with a wild pair (Q1)."""
    for word in range(PIECE_WORDS):
        board.word_kinds[word] = WORD_KINDS[word]
        for index in range(64):
            price = whole(board.prices[64 * word + index])
            if price != 0:
                board.payable[WILD, price, word] |= bit(index)
                if board.hand_sizes[price] < HAND_SIZE:
                    board.payable[PLAIN, price, word] |= bit(index)


@kernel(inline=True)
def add_payable(board: "Board", hand: Number, part: Number) -> None:
    """Add the pieces that a part of a hand can pay."""
    for prices in range(WILD + 1):
        for word in range(PIECE_WORDS):
            board.payable[prices, hand, word] |= board.payable[prices, part, word]


@kernel
def can_pay(board: "Board", hand: Number, price: Number) -> Truth:
    """Whether a hand holds all cards of a price; both are numbers of hands."""
    for colour in range(COLOUR_COUNT):
        if board.hand_cards[hand, colour] < board.hand_cards[price, colour]:
            return False
    return True
