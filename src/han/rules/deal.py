"""Chance: the deal, and the cards that come from the pile."""

from han.rules.board import Board
from han.rules.codes import DISPLAY_GETS, PILE_GIVES, TURN
from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.state import COLOUR_COUNT, HAND_SIZE, PILE_CARD, REFILL, State
from han.rules.types import Cards, Number, Truth, whole


@kernel
def draw_card(cards: Cards, count: Number, generator: Generator) -> Number:
    """A colour drawn at random from ``count`` cards, which are not changed."""
    card = draw_below(generator, count)
    colour = whole(0)  # as many colours as have all their cards below the drawn one
    below = whole(0)
    for lower in range(COLOUR_COUNT - 1):
        below += cards[lower]
        colour += 1 if card >= below else 0
    return colour


@kernel(inline=True)
def deal(board: Board, state: State, generator: Generator) -> None:
    """Deal the hands and the display from the pile (S3)."""
    for seat in range(state.players):
        for _ in range(HAND_SIZE):
            state.hands[seat, take_card(state, generator)] += 1
    for _ in range(board.display_size):
        state.display[take_card(state, generator)] += 1


@kernel
def take_card(state: State, generator: Generator) -> Number:
    """The colour of a card that is drawn from the pile and leaves it."""
    colour = draw_card(state.pile, state.pile_size, generator)
    state.pile[colour] -= 1
    state.pile_size -= 1
    return colour


@kernel(inline=True)
def is_chance(state: State) -> Truth:
    """Whether a chance outcome is due, not a decision."""
    return state.phase == PILE_CARD or state.phase == REFILL


@kernel
def chance_code(state: State, generator: Generator) -> Number:
    """The code of a chance outcome, drawn with its probability."""
    first = PILE_GIVES if state.phase == PILE_CARD else DISPLAY_GETS
    return 64 * TURN + first + draw_card(state.pile, state.pile_size, generator)
