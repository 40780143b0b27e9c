"""Dealing the cards that a viewer cannot see."""

from han.rules.board_sets import count_cards
from han.rules.compile import kernel
from han.rules.deal import draw_card
from han.rules.generator import Generator
from han.rules.state import COLOUR_COUNT, State
from han.rules.types import Cards, Number


@kernel
def deal_hidden(
    state: State, viewer: Number, hidden: Cards, unseen: Cards, generator: Generator
) -> None:
    """Complete a view's state: deal hidden cards to the hands at random, the rest to the pile.

    Args:
        state: A view's state; becomes a full one.
        viewer: The viewing seat, whose hand is there already, or -1.
        hidden: How many cards of each seat's hand the viewer cannot name.
        unseen: Cards of each colour that the viewer cannot see; overwritten.
        generator: Where the randomness comes from.
    """
    for seat in range(state.players):
        if seat != viewer:
            for colour in range(COLOUR_COUNT):
                state.hands[seat, colour] = state.known[seat, colour]
            for _ in range(hidden[seat]):
                colour = draw_card(unseen, count_cards(unseen), generator)
                unseen[colour] -= 1
                state.hands[seat, colour] += 1
    for colour in range(COLOUR_COUNT):
        state.pile[colour] = unseen[colour]
        unseen[colour] = 0
