"""The CUDA kernel. Import it through `han.play.gpu`, which prepares numba-cuda."""

from typing import Any

import numba.cuda

from han.rules.generator import GENERATOR
from han.rules.playout import play_random_game
from han.rules.scratch import SCRATCH
from han.rules.state import STATE, States, copy_state
from han.rules.types import Mask, Number

cuda: Any = numba.cuda


@cuda.jit  # type: ignore[untyped-decorator]
def play_threads(
    boards: Any,
    setups: States,
    states: States,
    decisions: Any,
    tapes: Any,
    seed: Mask,
    first: Number,
) -> None:
    """Each thread plays one game and writes its final state and its number of decisions."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        # local memory is laid out for threads that read in step
        own = cuda.local.array(1, STATE)
        scratch = cuda.local.array(1, SCRATCH)
        generator = cuda.local.array(1, GENERATOR)
        copy_state(own, 0, setups[0])
        decisions[game] = play_random_game(
            boards[0], own[0], scratch[0], generator[0], tapes[0], seed, first + game
        )
        states[game] = own[0]
