"""The careful policy: values all turns of one or two pieces exactly, and cards for the next turn.

Ten times slower than `han.search.policy.guided`, and stronger.
"""

from typing import Final

from han.rules.codes import DISCARD, STOP, TAKE_PILE, TURN
from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.legal import list_legal
from han.rules.state import COLOUR_COUNT, DRAW, PLACE, State
from han.rules.types import Number, whole
from han.search.policy.cards import take_code
from han.search.policy.choice import (
    END_OF_PIECES,
    NO_CODE,
    Choice,
    consider,
    next_code,
    no_choice,
    prefer,
)
from han.search.policy.pieces import value_as_first
from han.search.policy.workspace import Workspace
from han.search.types import Points, single
from han.search.value.pieces import CARD_VALUE, value_pieces

WORST: Final[Points] = single(-1.0e9)
"""Less than the value of any turn."""


@kernel
def careful_code(work: Workspace, state: State, generator: Generator) -> Number:
    """The action that the policy chooses. Reads only what the seat to move may know."""
    work.imagined = state
    imagined = work.imagined
    imagined.phase = PLACE
    if state.phase == DRAW:
        return best_card_for_turn(work, imagined, generator)
    choice = best_turn(work, imagined, generator)
    if state.placed > 0:
        return choice.code if choice.value > 0 else whole(64 * TURN + STOP)
    return choice.code if choice.value > -CARD_VALUE else discard_rarest(state)


@kernel
def best_card_for_turn(work: Workspace, imagined: State, generator: Generator) -> Number:
    """The open card with the best next turn, or the pile if all are below the mean."""
    hand = imagined.hands[imagined.seat]
    choice = Choice(NO_CODE, WORST, whole(0))
    total = single(0.0)
    for colour in range(COLOUR_COUNT):
        hand[colour] += 1
        value = best_turn(work, imagined, generator).value
        hand[colour] -= 1
        total += value
        if imagined.display[colour] > 0:
            choice = prefer(choice, take_code(colour), value)
    if COLOUR_COUNT * choice.value < total:
        return whole(64 * TURN + TAKE_PILE)
    return choice.code


@kernel
def best_turn(work: Workspace, state: State, generator: Generator) -> Choice:
    """The first piece of the best turn; ties are broken at random."""
    words = work.scratch.words
    list_legal(work.board, state, work.scratch)
    value_pieces(work.board, state, work.tables, words, work.values, work.features)
    choice = no_choice()
    code = NO_CODE
    while True:
        code = next_code(words, code)
        if code >= END_OF_PIECES:
            return choice
        value = value_as_first(work, state, code, generator)
        choice = consider(choice, code, value, generator)


@kernel(inline=True)
def discard_rarest(state: State) -> Number:
    """The code of discarding a card of the colour that the hand holds fewest of."""
    spare = whole(-1)
    fewest = whole(100)
    for colour in range(COLOUR_COUNT):
        held = whole(state.hands[state.seat, colour])
        if 0 < held < fewest:
            spare = whole(colour)
            fewest = held
    return whole(64 * TURN + DISCARD) + spare
