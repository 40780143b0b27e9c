"""What chance does: the deal, and the cards that come from the pile."""

from han.rules.codes import DISPLAY_GETS, PILE_GIVES, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.state import HAND_SIZE, PILE_CARD, REFILL
from han.rules.turn import count_cards
from han.rules.types import Board, Cards, Generator, Number, State, Truth


@kernel
def draw_card(cards: Cards, generator: Generator) -> Number:
    """A colour drawn at random from a multiset of cards, which stays as it is."""
    left = draw_below(generator, count_cards(cards))
    colour = 0
    while left >= cards[colour]:
        left -= cards[colour]
        colour += 1
    return colour


@kernel(inline=True)
def deal(board: Board, state: State, generator: Generator) -> None:
    """Deal the hands and the display from the pile (S3)."""
    for seat in range(state.players):
        for _ in range(HAND_SIZE):
            colour = draw_card(state.pile, generator)
            state.pile[colour] -= 1
            state.hands[seat, colour] += 1
    for _ in range(board.display_size):
        colour = draw_card(state.pile, generator)
        state.pile[colour] -= 1
        state.display[colour] += 1


@kernel(inline=True)
def is_chance(state: State) -> Truth:
    """Whether a chance outcome is due, not a decision."""
    return state.phase == PILE_CARD or state.phase == REFILL


@kernel
def chance_code(state: State, generator: Generator) -> Number:
    """The code of a chance outcome, drawn with its probability."""
    first = PILE_GIVES if state.phase == PILE_CARD else DISPLAY_GETS
    return 64 * TURN + first + draw_card(state.pile, generator)
