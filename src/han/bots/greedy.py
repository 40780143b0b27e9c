"""A bot that takes what would be worth most if the game were scored now."""

from typing import Final

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.maps.model import ALLIANCES
from han.rules.bits import count_bits
from han.rules.board import Board
from han.rules.codes import DISCARD, EMISSARY, STOP, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.legal import cards_in_price, list_legal
from han.rules.play import place_piece
from han.rules.score import holds_majority, score_finally, total_points
from han.rules.state import (
    COLOUR_COUNT,
    DRAW,
    FROM_PORTS,
    PLACE,
    PROVINCE_COUNT,
    State,
)
from han.rules.types import Number, whole
from han.search.policy.cards import take_code
from han.search.policy.choice import (
    END_OF_PIECES,
    NO_CODE,
    Choice,
    consider,
    next_code,
    prefer,
)
from han.search.policy.workspace import Workspace, new_workspace

CARD_VALUE: Final = whole(60)
"""What a card in hand is worth, in hundredths of a point."""
NEIGHBOUR_VALUE: Final = whole(40)
"""What an own house next to the new one is worth: rows need four houses to count."""
MAJORITY_VALUE: Final = whole(40)
"""What holding a province's majority of emissaries is worth for each of its alliances."""
PAIR_VALUE: Final = whole(50)
"""What a second card of a colour is worth besides: it plays two pieces, or any colour."""
NEVER: Final = whole(-(1 << 30))


class GreedyBot:
    """Looks one piece ahead and never at the other players' plans."""

    spec = "greedy"

    def choose(self, view: View, chance: Chance) -> Action:
        """The action with the best margin if the game were scored after it."""
        code = greedy_code(new_workspace(view.game), view.state, chance.generator)
        return action_of(view.game.book, int(code))


@kernel
def greedy_code(work: Workspace, state: State, generator: Generator) -> Number:
    """The greedy choice. Reads only what the seat to move may know."""
    if state.phase == DRAW:
        return greedy_card(work, state, generator)
    choice = greedy_piece(work, state, generator)
    if state.placed > 0:
        return choice.code if choice.value > 0 else whole(64 * TURN + STOP)
    return choice.code if choice.value > -CARD_VALUE else spare_card(work.board, state)


@kernel
def greedy_piece(work: Workspace, state: State, generator: Generator) -> Choice:
    """The piece that is worth most, in hundredths of a point; ties are left to chance."""
    words = work.scratch.words
    list_legal(work.board, state, work.scratch)
    work.trial = state
    before = margin(work, work.trial)
    choice = Choice(NO_CODE, NEVER, whole(0))
    code = NO_CODE
    while True:
        code = next_code(words, code)
        if code >= END_OF_PIECES:
            return choice
        value = margin_after(work, state, code) - before
        choice = consider(choice, code, value, generator)


@kernel(inline=True)
def margin_after(work: Workspace, state: State, code: Number) -> Number:
    """The margin after a piece, less its price, with the value of own neighbours."""
    seat = state.seat
    work.trial = state
    trial = work.trial
    place_piece(work.board, trial, code >> 6, code & 63, work.tape)
    price = whole(0) if state.passes >= 2 else CARD_VALUE
    value = -price * cards_in_price(work.board, code)
    if code >> 6 < EMISSARY:
        neighbours = work.board.neighbours[code & 63]
        value += NEIGHBOUR_VALUE * count_bits(neighbours & state.houses[seat])
    else:
        province = (code & 63) % PROVINCE_COUNT
        if holds_majority(trial, province, seat):
            value += MAJORITY_VALUE * count_alliances(work.board, province)
    return value + margin(work, trial)


@kernel(inline=True)
def count_alliances(board: Board, province: Number) -> Number:
    """How many alliances a province has."""
    count = whole(0)
    for alliance in range(ALLIANCES):
        if board.alliances[alliance, 0] == province or board.alliances[alliance, 1] == province:
            count += 1
    return count


@kernel
def margin(work: Workspace, state: State) -> Number:
    """A hundred times the seat's lead over the others' mean; scores ``state`` for good."""
    ports = work.board.ports
    score_finally(work.board, state, work.scratch, work.tape)
    taken = whole(100)
    if ports:
        taken = 100 * count_bits(ports & ~state.free) // count_bits(ports)
    total = whole(0)
    for seat in range(state.players):
        total += points_of(state, seat, taken)
    own = points_of(state, state.seat, taken)
    return own - (total - own) // (whole(state.players) - 1)


@kernel(inline=True)
def points_of(state: State, seat: Number, taken: Number) -> Number:
    """A hundred times a seat's points, those of the ports by the share that is taken.

    Ports are scored at the very end only, and a first port is easily outdone.
    """
    ports = whole(state.points[FROM_PORTS, seat])
    return 100 * (total_points(state, seat) - ports) + taken * ports


@kernel(inline=True)
def spare_card(board: Board, state: State) -> Number:
    """Discard a card of the colour that opens the fewest free spaces."""
    spare = whole(-1)
    fewest = whole(1000)
    for colour in range(COLOUR_COUNT):
        spaces = count_bits(board.colour_spaces[colour] & state.free)
        if state.hands[state.seat, colour] > 0 and spaces < fewest:
            spare = whole(colour)
            fewest = spaces
    return whole(64 * TURN + DISCARD) + spare


@kernel
def greedy_card(work: Workspace, state: State, generator: Generator) -> Number:
    """The open card with the best piece to play, or the pile if all are below the mean.

    A card is worth the best piece that it places alone, and more if it makes a pair.
    """
    work.wished = state
    wished = work.wished
    hand = wished.hands[state.seat]
    wished.phase = PLACE
    choice = Choice(NO_CODE, NEVER, whole(0))
    total = whole(0)
    for colour in range(COLOUR_COUNT):
        for other in range(COLOUR_COUNT):
            hand[other] = 1 if other == colour else 0
        value = max(whole(greedy_piece(work, wished, generator).value), -CARD_VALUE)
        if state.hands[state.seat, colour] > 0:
            value += PAIR_VALUE
        total += value
        if state.display[colour] > 0:
            choice = prefer(choice, take_code(colour), value)
    if COLOUR_COUNT * choice.value < total:
        return whole(64 * TURN + TAKE_PILE)
    return choice.code
