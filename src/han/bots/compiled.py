"""Bots that are kernels altogether, by number: compiled play asks them without Python."""

from typing import Any, Final

import numpy as np

from han.bots.governor import governor_code
from han.bots.greedy import greedy_code
from han.bots.peasant import peasant_code
from han.bots.scribe import scribe_code
from han.rules.compile import kernel
from han.rules.playout import random_code
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape
from han.search.turn import careful_code
from han.search.types import Judgements, Lore

KINDS: Final = {"random": 0, "greedy": 1, "peasant": 2, "scribe": 3, "governor": 4}
"""The bots that can play in bulk."""
TEACHER: Final = len(KINDS)
"""Looks at whole turns closely: no bot for people, but one to learn from (`han.play.lessons`)."""

_GREEDY: Final = KINDS["greedy"]
_PEASANT: Final = KINDS["peasant"]
_SCRIBE: Final = KINDS["scribe"]
_GOVERNOR: Final = KINDS["governor"]


def numbers_of(line_up: Any) -> Any:
    """The bots' numbers as an array for kernels."""
    return np.array([KINDS[bot] for bot in line_up], np.uint8)


@kernel
def compiled_code(
    kind: Number,
    board: Board,
    state: State,
    lore: Lore,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    generator: Generator,
    tape: Tape,
) -> Number:
    """What bot number ``kind`` chooses; arguments as those of its own kernel."""
    if kind == _GREEDY:
        return greedy_code(board, state, room, scratch, generator, tape)
    if kind == _PEASANT:
        return peasant_code(board, state, scratch, generator)
    if kind == _SCRIBE:
        return scribe_code(board, state, room, scratch, generator, tape)
    if kind == _GOVERNOR:
        return governor_code(board, state, lore, room, scratch, inner, judged, generator, tape)
    if kind == TEACHER:
        return careful_code(board, state, lore, room, scratch, inner, judged, generator, tape)
    return random_code(board, state, scratch, generator)
