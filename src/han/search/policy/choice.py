"""One loop that picks the best code of a set: `next_code` walks, a `Choice` keeps the best."""

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
"""Before the first code."""
END_OF_PIECES: Final = whole(64 * TURN)
"""The codes of pieces are below."""
END_OF_CODES: Final = whole(CODES)


class Choice(NamedTuple):
    """The best code so far, what it is worth, and how many codes were worth as much."""

    code: Number
    value: Points
    ties: Number


@kernel(inline=True)
def no_choice() -> Choice:
    """Before anything was considered."""
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
    """The better of a choice and another code; of several as good, each is as likely.

    One number is drawn for each code that is not worse than those before.
    """
    if value < choice.value:
        return choice
    ties = whole(1) if value > choice.value else choice.ties + 1
    if draw_below(generator, ties) == 0:
        return Choice(code, value, ties)
    return Choice(choice.code, choice.value, ties)


@kernel(inline=True)
def prefer(choice: Choice, code: Number, value: Points) -> Choice:
    """The better of a choice and another code; of several as good, the first."""
    if value > choice.value:
        return Choice(code, value, whole(1))
    return choice
