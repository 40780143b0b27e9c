"""A bot that takes what would be worth most if the game were scored now."""

import numpy as np

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.view import View
from han.maps.model import ALLIANCES
from han.rules.bits import count_bits, lowest, without_lowest
from han.rules.board_sets import free_spaces, occupied_spaces
from han.rules.codes import DISCARD, EMISSARY, STOP, TAKE, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import draw_below
from han.rules.legal import list_legal
from han.rules.play import place_piece
from han.rules.score import holds_majority, score_finally, total_points
from han.rules.scratch import new_scratch
from han.rules.state import (
    COLOUR_COUNT,
    DRAW,
    FROM_PORTS,
    PLACE,
    PROVINCE_COUNT,
    copy_state,
    new_states,
)
from han.rules.tape import NO_TAPE
from han.rules.turn import count_cards
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape

CARD_PRICE = 60
"""What a card in hand is worth, in hundredths of a point."""
NEIGHBOUR = 40
"""What an own house next to the new one is worth: rows need four houses to count."""
MAJORITY = 40
"""What holding a province's majority of emissaries is worth for each of its alliances."""
PAIR = 50
"""What a second card of a colour is worth besides: it plays two pieces, or any colour."""
NEVER = 1 << 30


class GreedyBot:
    """Looks one piece ahead and never at the other players' plans."""

    spec = "greedy"

    def choose(self, view: View, chance: Chance) -> Action:
        """The action with the best margin if the game were scored after it."""
        room = new_states(2)
        code = greedy_code(
            view.game.board,
            view.state,
            room,
            new_scratch(),
            chance.generator,
            NO_TAPE,
        )
        return action_of(view.game.book, int(code))


@kernel
def greedy_code(
    board: Board,
    state: State,
    room: States,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
) -> Number:
    """The greedy choice. Reads only what the seat to move may know.

    ``room`` has space for two states; ``tape`` must be one that takes nothing.
    """
    if state.phase == DRAW:
        return best_card(board, state, room, scratch, generator, tape)
    code, gain = best_piece(board, state, room, scratch, generator, tape)
    if state.placed > 0:
        return code if gain > 0 else 64 * TURN + STOP
    return code if gain > -CARD_PRICE else worst_card(board, state)


@kernel
def best_piece(
    board: Board,
    state: State,
    room: States,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
) -> tuple[Number, Number]:
    """The piece that gains most and its gain; ties are broken by chance."""
    list_legal(board, state, scratch)
    copy_state(room, 0, state)
    before = margin(board, room[0], scratch, tape)
    best_code = -1
    best_gain = -NEVER
    ties = 0
    for word in range(TURN):
        rest = scratch.words[word]
        while rest != 0:
            index = lowest(rest)
            rest = without_lowest(rest)
            gain = gain_of(board, state, word, index, room, scratch, tape) - before
            if gain > best_gain:
                best_gain = gain
                ties = 0
            if gain == best_gain:
                ties += 1
                if draw_below(generator, ties) == 0:
                    best_code = 64 * word + index
    return best_code, best_gain


@kernel(inline=True)
def gain_of(
    board: Board,
    state: State,
    word: Number,
    index: Number,
    room: States,
    scratch: Scratch,
    tape: Tape,
) -> Number:
    """The margin after a piece, less its price, with the worth of own neighbours."""
    trial = room[0]
    copy_state(room, 0, state)
    place_piece(board, trial, word, index, tape)
    seat = state.seat
    price = 0 if state.passes >= 2 else CARD_PRICE
    worth = -price * (count_cards(state.hands[seat]) - count_cards(trial.hands[seat]))
    if word < EMISSARY:
        worth += NEIGHBOUR * count_bits(board.neighbours[index] & state.houses[seat])
    elif holds_majority(trial, index % PROVINCE_COUNT, seat):
        worth += MAJORITY * count_alliances(board, index % PROVINCE_COUNT)
    return worth + margin(board, trial, scratch, tape)


@kernel(inline=True)
def count_alliances(board: Board, province: Number) -> Number:
    """How many alliances a province has."""
    count = 0
    for alliance in range(ALLIANCES):
        if board.alliances[alliance, 0] == province or board.alliances[alliance, 1] == province:
            count += 1
    return count


@kernel
def margin(board: Board, state: State, scratch: Scratch, tape: Tape) -> Number:
    """A hundred times the seat's lead over the others' mean; scores ``state`` for good."""
    score_finally(board, state, scratch, tape)
    taken = 100
    if board.ports:
        taken = 100 * count_bits(occupied_spaces(state) & board.ports) // count_bits(board.ports)
    total = 0
    for seat in range(state.players):
        total += outlook(state, seat, taken)
    own = outlook(state, state.seat, taken)
    return own - (total - own) // (state.players - 1)


@kernel(inline=True)
def outlook(state: State, seat: Number, taken: Number) -> Number:
    """A hundred times a seat's points, those of the ports by the share that is taken.

    Ports are scored at the very end only, and a first port is easily outdone.
    """
    ports = np.int64(state.points[FROM_PORTS, seat])
    return 100 * (total_points(state, seat) - ports) + taken * ports


@kernel(inline=True)
def worst_card(board: Board, state: State) -> Number:
    """Discard a card of the colour that opens the fewest free spaces."""
    free = free_spaces(board, state)
    worst = -1
    fewest = NEVER
    for colour in range(COLOUR_COUNT):
        spaces = count_bits(board.colour_spaces[colour] & free)
        if state.hands[state.seat, colour] > 0 and spaces < fewest:
            worst = colour
            fewest = spaces
    return 64 * TURN + DISCARD + worst


@kernel(inline=True)
def best_card(
    board: Board,
    state: State,
    room: States,
    scratch: Scratch,
    generator: Generator,
    tape: Tape,
) -> Number:
    """The open card with the best piece to play, or the pile if all are below the mean.

    A card is worth the best piece that it places alone, and more if it makes a pair.
    """
    seat = state.seat
    wished = room[1]
    best = TAKE_PILE
    best_gain = 0
    total = 0
    for colour in range(COLOUR_COUNT):
        copy_state(room, 1, state)
        for other in range(COLOUR_COUNT):
            wished.hands[seat, other] = 1 if other == colour else 0
        wished.phase = PLACE
        _, gain = best_piece(board, wished, room, scratch, generator, tape)
        gain = max(gain, -CARD_PRICE) + (PAIR if state.hands[seat, colour] > 0 else 0)
        total += gain
        if state.display[colour] > 0 and (best == TAKE_PILE or gain > best_gain):
            best = TAKE + colour
            best_gain = gain
    if COLOUR_COUNT * best_gain < total:
        best = TAKE_PILE
    return 64 * TURN + best
