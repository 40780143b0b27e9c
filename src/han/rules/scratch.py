"""Memory for the intermediate results of kernels, which allocate nothing."""

from typing import Final

import numpy as np

from han.maps.model import MAX_SPACES
from han.rules.codes import KINDS, WORDS
from han.rules.records import KernelRecord, dtype_of, field, new_record
from han.rules.types import Masks, Number, Numbers, Words

MAX_ROWS: Final = MAX_SPACES // 4


class Scratch(KernelRecord):
    """Intermediate results of kernels, for one thread at a time."""

    # a set of codes
    words: Words = field(np.uint64, WORDS)
    # where each kind of piece may go (`han.rules.legal.allow_pieces`)
    allowed: Masks = field(np.uint64, KINDS)
    # the rest belongs to the search for rows (`han.rules.roads`)
    kept: Masks = field(np.uint64, MAX_SPACES)
    rows: Masks = field(np.uint64, MAX_ROWS)
    trial: Masks = field(np.uint64, MAX_ROWS)
    around: Masks = field(np.uint64, MAX_SPACES)
    forks: Numbers = field(np.uint8, MAX_SPACES)
    first: Numbers = field(np.uint8, MAX_SPACES)
    second: Numbers = field(np.uint8, MAX_SPACES)
    part_count: Number = field(np.uint8)


SCRATCH: Final = dtype_of(Scratch)


def new_scratch() -> Scratch:
    """A new scratch record."""
    return new_record(Scratch)
