"""The types that kernels take, by the names that they have in the rules.

Inside a kernel whole numbers are Python's when interpreted, and whatever width numba
infers when compiled; numba checks them, so the names below say what is meant, not more.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Number: TypeAlias = Any
"""A whole number."""
Truth: TypeAlias = Any
"""Yes or no."""
Mask: TypeAlias = Any
"""A set of spaces: 64 bits."""
Board: TypeAlias = Any
"""A map's arrays: one record of `han.maps.board.BOARD`."""
State: TypeAlias = Any
"""A game's state: one record of `han.rules.state.STATE`."""
Scratch: TypeAlias = Any
"""Room to work in: one record of `han.rules.scratch.SCRATCH`."""
States: TypeAlias = NDArray[np.record]
"""Some states; a kernel changes them one by one."""
Words: TypeAlias = NDArray[np.uint64]
"""A set of codes: `han.rules.codes`."""
Cards: TypeAlias = NDArray[np.uint8]
"""Numbers of cards by colour."""
Generator: TypeAlias = NDArray[np.uint64]
"""The state of a random generator: `han.rules.generator`."""
Tape: TypeAlias = NDArray[np.int64]
"""Events: `han.rules.tape`."""
