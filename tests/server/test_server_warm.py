"""What a server prepares before anybody comes."""

import os
import subprocess
import sys
from pathlib import Path

from program import environment

LOADED = """
import gc
from numba.core.dispatcher import Dispatcher

def loaded():
    kernels = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
    return {kernel.__name__ for kernel in kernels if kernel.overloads}
"""
PLAYED = """
from han.server.warm import warm_up
from table.parties import Party
from han.engine.game import Game
from han.table.telling import Viewer, moment_json, tell_history

warm_up()
before = loaded()
for keeper in Party(Game("border-disputes", 4, variant=True), 1).play():
    moment_json(keeper.table, Viewer())
tell_history(keeper.table, keeper.entries, Viewer())
print(len(before), *(loaded() - before))
"""


SERVED = """
from han.play.warm import load_all
from han.server.bot_pool.think import think, warming_tasks
from han.server.warm import warm_up

load_all()
before = loaded()
warm_up()
for task in warming_tasks():
    think(task)
print(len(before), *(loaded() - before))
"""


def cold_kernels(program: str) -> list[str]:
    """The kernels that a program has to load after all was said to be prepared."""
    paths = [str(Path(__file__).parents[1]), environment()["PYTHONPATH"]]
    env = environment(PYTHONPATH=os.pathsep.join(paths))
    command = [sys.executable, "-c", LOADED + program]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    count, *cold = done.stdout.split()
    assert int(count) > 3
    return cold


def test_a_table_needs_no_kernel_that_is_still_cold() -> None:
    assert cold_kernels(PLAYED) == []


def test_a_server_needs_no_kernel_that_is_not_compiled_before_it_begins() -> None:
    assert cold_kernels(SERVED) == []
