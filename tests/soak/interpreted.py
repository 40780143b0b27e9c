"""The kernels as plain Python, in a process of their own: digests of random games."""

import hashlib
import os
import subprocess
import sys
from functools import cached_property

import numpy as np

from han.rules.generator import new_generator
from han.rules.playout import play_random_games
from han.rules.scratch import new_scratch
from han.rules.state import new_states
from han.rules.tape import NO_TAPE
from tables import GAMES


def digest(kind: int, seed: int, number: int) -> str:
    """A digest of how one random game ends, and how many decisions it had."""
    game = GAMES[kind]
    states = new_states(1)
    decisions = play_random_games(
        game.board,
        game.new_setup(),
        states,
        new_scratch(),
        new_generator(),
        NO_TAPE,
        np.uint64(seed),
        number,
    )
    return f"{hashlib.sha256(states.tobytes()).hexdigest()} {int(decisions)}"


class Interpreter:
    """Python without the compiler, which answers with digests."""

    def __init__(self) -> None:
        """It starts with the first question, and ends when nothing is asked any more."""

    @cached_property
    def _process(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "soak.interpreted"],
            env=os.environ | {"HAN_INTERPRET": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def digest(self, kind: int, seed: int, number: int) -> str:
        """The same as `digest`, interpreted."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(kind, seed, number, file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def end(self) -> None:
        """Let it end."""
        if "_process" in vars(self):
            self._process.communicate()


if __name__ == "__main__":
    for line in sys.stdin:
        print(digest(*map(int, line.split())), flush=True)
