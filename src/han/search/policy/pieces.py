"""The best piece, alone or as the first of a turn."""

from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.legal import list_legal
from han.rules.play import place_piece
from han.rules.state import State
from han.rules.types import Number, Words
from han.search.policy.choice import (
    END_OF_PIECES,
    NO_CODE,
    Choice,
    consider,
    next_code,
    no_choice,
)
from han.search.policy.workspace import Workspace
from han.search.types import Points, single
from han.search.value.pieces import value_of, value_pieces
from han.search.value.record import Values


@kernel
def best_piece(
    work: Workspace, state: State, words: Words, values: Values, generator: Generator
) -> Choice:
    """The piece of ``words`` with the highest value; ties are broken at random."""
    value_pieces(work.board, state, work.tables, words, values, work.features)
    choice = no_choice()
    code = NO_CODE
    while True:
        code = next_code(words, code)
        if code >= END_OF_PIECES:
            return choice
        value = value_of(work.board, state, values, code)
        choice = consider(choice, code, value, generator)


@kernel
def value_as_first(work: Workspace, state: State, code: Number, generator: Generator) -> Points:
    """The value of a piece together with the best second piece of the turn, if there is one.

    ``work.values`` must hold the value of the piece alone.
    """
    value = value_of(work.board, state, work.values, code)
    work.trial = state
    trial = work.trial
    place_piece(work.board, trial, code >> 6, code & 63, work.tape)
    if trial.placed < 2:
        scratch = work.trial_scratch
        list_legal(work.board, trial, scratch)
        second = best_piece(work, trial, scratch.words, work.trial_values, generator)
        value += max(second.value, single(0.0))
    return value
