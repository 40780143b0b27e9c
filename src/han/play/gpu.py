"""Random games on a GPU, one thread for each game, with the same kernels as on the processor.

Needs the extra ``gpu``. With ``NUMBA_ENABLE_CUDASIM=1`` and ``HAN_INTERPRET=1`` in the
environment the same code runs in numba's CUDA simulator, without a GPU and slowly.
"""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.engine.game import Game
from han.messages import HanError
from han.rules.compile import without_inlining
from han.rules.state import STATE, new_states
from han.rules.tape import NO_TAPE, TAPE

THREADS = 128
"""Threads a block."""


class NoGpuError(HanError):
    """There is no GPU, or its packages are not installed."""


def load_cuda() -> Any:
    """The module ``numba.cuda``, ready for use."""
    # numba-cuda 0.30 still asks for names that numpy 2.4 and 2.5 took away
    for name, substitute in (("row_stack", np.vstack), ("in1d", np.isin), ("trapz", np.trapezoid)):
        if not hasattr(np, name):
            setattr(np, name, substitute)
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        raise NoGpuError("play.no_gpu_package") from None
    if not cuda.is_available():
        raise NoGpuError("play.no_gpu")
    return cuda


class GpuPlayer:
    """Plays random games of one kind on the GPU."""

    def __init__(self, game: Game, games: int) -> None:
        """Reserve memory for ``games`` games at a time."""
        self._cuda = load_cuda()
        self._kernel = import_module("han.play.gpu_kernel").play_threads
        self._boards = self._cuda.to_device(np.array([game.board], game.board.dtype))
        self._setups = self._cuda.to_device(np.array([game.new_setup()], STATE))
        self._states = self._cuda.to_device(new_states(games))
        self._decisions = self._cuda.to_device(np.zeros(games, np.int64))
        self._tapes = self._cuda.to_device(np.array([NO_TAPE], TAPE))
        self._blocks = -(-games // THREADS)

    def play(self, seed: int, first: int = 0) -> None:
        """Play the games numbered from ``first``; returns when all have ended."""
        with without_inlining():  # the first launch compiles
            self._kernel[self._blocks, THREADS](
                self._boards,
                self._setups,
                self._states,
                self._decisions,
                self._tapes,
                np.uint64(seed % (1 << 64)),
                np.int64(first),
            )
        self._cuda.synchronize()

    @property
    def states(self) -> NDArray[np.record]:
        """The final states of the games."""
        states: np.ndarray[tuple[int], np.dtype[np.record]] = self._states.copy_to_host()
        return states

    @property
    def decisions(self) -> NDArray[np.int64]:
        """How many decisions each game had."""
        decisions: np.ndarray[tuple[int], np.dtype[np.int64]] = self._decisions.copy_to_host()
        return decisions
