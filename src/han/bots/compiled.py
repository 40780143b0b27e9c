"""Bots that are kernels, by number, for games that are played without Python."""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.bots.governor import governor_code
from han.bots.greedy import greedy_code
from han.bots.peasant import peasant_code
from han.bots.scribe import scribe_code
from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.playout import random_code
from han.rules.state import State
from han.rules.types import Number
from han.search.policy.turn import careful_code
from han.search.policy.workspace import Workspace

KINDS: Final = {"random": 0, "greedy": 1, "peasant": 2, "scribe": 3, "governor": 4}
"""The numbers of bots that compiled games can use."""
TEACHER: Final = len(KINDS)
"""The number of the careful policy, which is no bot for people: it plays training games."""

_GREEDY: Final = KINDS["greedy"]
_PEASANT: Final = KINDS["peasant"]
_SCRIBE: Final = KINDS["scribe"]
_GOVERNOR: Final = KINDS["governor"]


def numbers_of(line_up: Iterable[str]) -> NDArray[np.uint8]:
    """The bots' numbers as an array for kernels."""
    return np.array([KINDS[bot] for bot in line_up], np.uint8)


@kernel
def compiled_code(kind: Number, work: Workspace, state: State, generator: Generator) -> Number:
    """The choice of bot number ``kind``. Reads only what the seat to move may know."""
    if kind == _GREEDY:
        return greedy_code(work, state, generator)
    if kind == _PEASANT:
        return peasant_code(work.board, state, work.scratch, generator)
    if kind == _SCRIBE:
        return scribe_code(work, state, generator)
    if kind == _GOVERNOR:
        return governor_code(work, state, generator)
    if kind == TEACHER:
        return careful_code(work, state, generator)
    return random_code(work.board, state, work.scratch, generator)
