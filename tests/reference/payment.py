"""What a piece may be paid with: every allowed handful of cards, written out."""

from .board import COLOURS


def canonical(cards: str) -> str:
    """The cards in the order V Y O G R."""
    return "".join(sorted(cards, key=COLOURS.index))


def single_card(colour: str) -> set[str]:
    """One card of the province's colour (T3), or a pair of another colour (T4)."""
    return with_wild_pair(colour)


def two_alike(colour: str, wild_in_prices: bool) -> set[str]:
    """Two cards of the province's colour: a fortification or a market place (V1, V4, Q1)."""
    return two_cards({colour * 2}, wild_in_prices)


def border(one: str, other: str, wild_in_prices: bool) -> set[str]:
    """One card of each of the two colours, or two of either (T8, Q1)."""
    return two_cards({one + other, one * 2, other * 2}, wild_in_prices)


def two_cards(prices: set[str], wild_in_prices: bool) -> set[str]:
    """Two-card prices, in which a wild pair may stand for one card if the table says so (Q1)."""
    if wild_in_prices:
        return set().union(*map(with_wild_pair, prices))
    return {canonical(price) for price in prices}


def with_wild_pair(price: str) -> set[str]:
    """The price itself, and each way to give a pair of another colour for one card of it (T4)."""
    payments = {canonical(price)}
    for card in price:
        rest = price.replace(card, "", 1)
        payments |= {canonical(rest + 2 * pair) for pair in COLOURS if pair != card}
    return payments
