"""Picking the best code of a set: `next_code` iterates, a `Choice` keeps the best so far."""

from typing import Final, NamedTuple

import numpy as np

from han.rules.bits import bit, lowest
from han.rules.codes import CODES, TURN, WORDS
from han.rules.compile import kernel
from han.rules.generator import Generator, draw_below
from han.rules.types import Number, Words, whole
from han.search.types import Points
from han.search.value.record import NEVER

NO_CODE: Final = whole(-1)
"""No code; as an argument of `next_code`, the place before the first code."""
END_OF_PIECES: Final = whole(64 * TURN)
"""The codes of all pieces are smaller."""
END_OF_CODES: Final = whole(CODES)


class Choice(NamedTuple):
    """The best code so far, its value, and how many codes had the same value."""

    code: Number
    value: Points
    ties: Number


@kernel(inline=True)
def no_choice() -> Choice:
    """The choice before any code was considered."""
    return Choice(NO_CODE, NEVER, whole(0))


@kernel(inline=True)
def next_code(words: Words, code: Number) -> Number:
    """The smallest member of a set above ``code``, `END_OF_CODES` if there is none."""
    word = (code + 1) >> 6
    above = ~(bit((code + 1) & 63) - np.uint64(1))
    while word < WORDS:
        rest = words[word] & above
        if rest != 0:
            return 64 * word + lowest(rest)
        above = ~np.uint64(0)
        word += 1
    return END_OF_CODES


@kernel(inline=True)
def consider(choice: Choice, code: Number, value: Points, generator: Generator) -> Choice:
    """The better of a choice and another code; ties are broken at random.

    All codes that are tied are equally likely: one number is drawn for each code that is not
    worse than those before it.
    """
    if value < choice.value:
        return choice
    ties = whole(1) if value > choice.value else choice.ties + 1
    if draw_below(generator, ties) == 0:
        return Choice(code, value, ties)
    return Choice(choice.code, choice.value, ties)


@kernel(inline=True)
def prefer(choice: Choice, code: Number, value: Points) -> Choice:
    """The better of a choice and another code; of codes that are tied, the first."""
    if value > choice.value:
        return Choice(code, value, whole(1))
    return choice
