"""What a server prepares before anybody comes."""

import subprocess
import sys
from pathlib import Path

from program import environment

PROGRAM = """
import gc
from random import Random
from numba.core.dispatcher import Dispatcher
from han.server.warm import warm_up
from table.parties import Party
from han.engine.game import Game
from han.table.telling import Viewer, moment_json, tell_history

def loaded():
    kernels = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
    return {kernel.__name__ for kernel in kernels if kernel.overloads}

warm_up()
before = loaded()
for keeper in Party(Game("border-disputes", 4, variant=True), 1).play():
    moment_json(keeper.table, Viewer())
tell_history(keeper.table, keeper.entries, Viewer())
print(len(before), *(loaded() - before))
"""


def test_a_table_needs_no_kernel_that_is_still_cold() -> None:
    env = environment(PYTHONPATH=str(Path(__file__).parents[1]))
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    count, *cold = done.stdout.split()
    assert int(count) > 3
    assert cold == []
