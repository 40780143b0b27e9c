"""Choosing the card to take at the end of a turn."""

from han.rules.bits import lowest, without_lowest
from han.rules.codes import TAKE, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.legal import hand_number
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT, State
from han.rules.types import Number, whole
from han.search.policy.choice import consider, no_choice
from han.search.policy.workspace import Workspace
from han.search.types import Points, single
from han.search.value.pieces import CARD_VALUE


@kernel
def best_card(work: Workspace, state: State, generator: Generator) -> Number:
    """The open card with which the next turn is worth most, or the pile if that is worth more.

    ``work.values`` must hold what the whole board is worth to the seat.
    """
    hand = hand_number(work.board, state.hands[state.seat])
    choice = no_choice()
    total = single(0.0)
    for colour in range(COLOUR_COUNT):
        value = value_of_hand(work, state, work.costs.taken[hand, colour])
        total += value
        if state.display[colour] > 0:
            choice = consider(choice, take_code(colour), value, generator)
    if choice.value * single(COLOUR_COUNT) < total:
        return whole(64 * TURN + TAKE_PILE)
    return choice.code


@kernel(inline=True)
def take_code(colour: Number) -> Number:
    """The code of taking an open card of a colour."""
    return whole(64 * TURN + TAKE) + colour


@kernel
def value_of_hand(work: Workspace, state: State, hand: Number) -> Points:
    """An estimate of what the best turn with a hand is worth."""
    best = single(0.0)
    for province in range(PROVINCE_COUNT):
        cards = work.costs.first[hand, province]
        if cards > 0:
            value = work.values.first[province] - CARD_VALUE * single(cards)
            more = work.costs.second[hand, province]
            if more > 0:
                second = work.values.second[province] - CARD_VALUE * single(more)
                value += max(second, single(0.0))
            best = max(best, value)
    rest = work.board.borders & state.free & work.costs.borders[hand]
    while rest != 0:
        best = max(best, work.values.houses[lowest(rest)] - CARD_VALUE * single(2))
        rest = without_lowest(rest)
    return best


@kernel(inline=True)
def heuristic_card(state: State, generator: Generator) -> Number:
    """A random open card or the pile; colours that are in hand already are likelier."""
    hand = state.hands[state.seat]
    total = whole(2)
    for colour in range(COLOUR_COUNT):
        if state.display[colour] > 0:
            total += 3 if hand[colour] > 0 else 2
    left = draw_below(generator, total) - 2
    if left < 0:
        return whole(64 * TURN + TAKE_PILE)
    colour = whole(0)
    while True:
        if state.display[colour] > 0:
            left -= 3 if hand[colour] > 0 else 2
            if left < 0:
                return take_code(colour)
        colour += 1
