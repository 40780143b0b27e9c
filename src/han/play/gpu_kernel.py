"""The one CUDA kernel. Import it through `han.play.gpu`, which makes numba-cuda ready."""

from typing import Any

import numba.cuda
import numpy as np

from han.rules.playout import play_random_game
from han.rules.scratch import SCRATCH
from han.rules.state import STATE
from han.rules.types import Number, States

cuda: Any = numba.cuda


@cuda.jit  # type: ignore[untyped-decorator]
def play_threads(
    boards: Any,
    setups: States,
    states: States,
    decisions: Any,
    tape: Any,
    seed: Number,
    first: Number,
) -> None:
    """Each thread plays one game and puts its end and its number of decisions away."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        # local memory is laid out for threads that read in step
        own = cuda.local.array(1, STATE)
        scratch = cuda.local.array(1, SCRATCH)
        generator = cuda.local.array(1, np.uint64)
        decisions[game] = play_random_game(
            boards[0], setups[0], own, 0, scratch[0], generator, tape, seed, first + game
        )
        states[game] = own[0]
