"""Count the leaves of the tree of actions and outcomes, to compare implementations of the rules."""

import numpy as np
from numpy.typing import NDArray

from han.engine.position import Position
from han.rules.bits import lowest, without_lowest
from han.rules.board import Board
from han.rules.codes import WORDS
from han.rules.compile import kernel
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import count_codes
from han.rules.scratch import Scratch, new_scratch
from han.rules.state import States, copy_state, new_states
from han.rules.tape import NO_TAPE, Tape
from han.rules.types import Number, Words


def count_leaves(position: Position, depth: int) -> int:
    """How many sequences of exactly ``depth`` actions and outcomes there are."""
    states = new_states(depth + 1)
    states[0] = position.state
    words = np.zeros((depth + 1, WORDS), np.uint64)
    return int(count_below(position.game.board, states, words, depth, new_scratch(), NO_TAPE))


def split_leaves(position: Position, depth: int) -> dict[str, int]:
    """The leaves below each action."""
    return {
        str(action): count_leaves(position.play(action)[0], depth - 1) if depth > 1 else 1
        for action in position.legal_actions
    }


@kernel
def count_below(
    board: Board,
    states: States,
    words: NDArray[np.uint64],
    depth: Number,
    scratch: Scratch,
    tape: Tape,
) -> Number:
    """Count leaves with a stack of states; ``words`` has the codes still to try on each level."""
    leaves = 0
    level = 0
    list_legal(board, states[0], scratch)
    keep_words(words[0], scratch)
    while level >= 0:
        choices = count_codes(words[level])
        if level == depth - 1:
            leaves += choices
            level -= 1
        elif choices == 0:
            level -= 1
        else:
            word = 0
            while words[level, word] == 0:
                word += 1
            code = 64 * word + lowest(words[level, word])
            words[level, word] = without_lowest(words[level, word])
            level += 1
            copy_state(states, level, states[level - 1])
            play_code(board, states[level], code, scratch, tape)
            list_legal(board, states[level], scratch)
            keep_words(words[level], scratch)
    return leaves


@kernel
def keep_words(words: Words, scratch: Scratch) -> None:
    """Copy a set of codes before the next one overwrites it."""
    for word in range(WORDS):
        words[word] = scratch.words[word]
