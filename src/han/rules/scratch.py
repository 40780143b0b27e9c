"""Room for a kernel's intermediate results, since kernels allocate nothing."""

from typing import Final

import numpy as np

from han.maps.board import record_dtype
from han.maps.model import MAX_SPACES
from han.rules.codes import WORDS

MAX_ROWS: Final = MAX_SPACES // 4

SCRATCH: Final = record_dtype(
    [
        ("words", np.uint64, (WORDS,)),
        ("kept", np.uint64, (MAX_SPACES,)),
        ("rows", np.uint64, (MAX_ROWS,)),
        ("trial", np.uint64, (MAX_ROWS,)),
        ("around", np.uint64, (MAX_SPACES,)),
        ("forks", np.uint8, (MAX_SPACES,)),
        ("first", np.uint8, (MAX_SPACES,)),
        ("second", np.uint8, (MAX_SPACES,)),
        ("pieces", np.uint8),
    ]
)
"""``words`` is a set of codes; the other fields belong to the search for rows."""


def new_scratch() -> np.record:
    """A scratch record of its own, for one thread at a time."""
    scratch: np.record = np.zeros(1, SCRATCH)[0]
    return scratch
