"""A bot that maximises its margin as if the game were scored after each action."""

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
"""The value of a card in hand, in hundredths of a point."""
NEIGHBOUR_VALUE: Final = whole(40)
"""The value of an own house next to the new one: rows need four houses to count."""
MAJORITY_VALUE: Final = whole(40)
"""The value of the majority of emissaries in a province, for each of its alliances."""
PAIR_VALUE: Final = whole(50)
"""The additional value of a second card of a colour: a pair pays two pieces, or any colour."""
NEVER: Final = whole(-(1 << 30))


class GreedyBot:
    """Looks one piece ahead, and does not consider what the other players will do."""

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
    return choice.code if choice.value > -CARD_VALUE else discard_least_useful(work.board, state)


@kernel
def greedy_piece(work: Workspace, state: State, generator: Generator) -> Choice:
    """The piece with the highest value in hundredths of a point; ties are broken at random."""
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
    """The margin after a piece, less its price, plus the value of own neighbouring houses."""
    seat = state.seat
    work.trial = state
    trial = work.trial
    place_piece(work.board, trial, code >> 6, code & 63, work.tape)
    price = whole(0) if state.times_pile_emptied >= 2 else CARD_VALUE
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
    """A hundred times the seat's lead over the mean of the others, after scoring ``state``."""
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
    """A hundred times a seat's points; points of ports count by the share of ports taken.

    Ports are scored at the end only, and an early lead there is easily lost.
    """
    ports = whole(state.points[FROM_PORTS, seat])
    return 100 * (total_points(state, seat) - ports) + taken * ports


@kernel(inline=True)
def discard_least_useful(board: Board, state: State) -> Number:
    """The code of discarding a card of the colour that can pay the fewest free spaces."""
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
    """The open card that allows the best piece, or the pile if all are below the mean.

    The value of a card is that of the best piece it allows, and more if it makes a pair.
    """
    work.imagined = state
    imagined = work.imagined
    hand = imagined.hands[state.seat]
    imagined.phase = PLACE
    choice = Choice(NO_CODE, NEVER, whole(0))
    total = whole(0)
    for colour in range(COLOUR_COUNT):
        for other in range(COLOUR_COUNT):
            hand[other] = 1 if other == colour else 0
        value = max(whole(greedy_piece(work, imagined, generator).value), -CARD_VALUE)
        if state.hands[state.seat, colour] > 0:
            value += PAIR_VALUE
        total += value
        if state.display[colour] > 0:
            choice = prefer(choice, take_code(colour), value)
    if COLOUR_COUNT * choice.value < total:
        return whole(64 * TURN + TAKE_PILE)
    return choice.code
