"""Kernels are compiled once, that is announced, and the cache is bound to the sources."""

import fcntl
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from han.messages import message
from han.rules.compile import kernel
from han.rules.types import Number
from processes import run_together
from waiting import HUNG_S

pytestmark = pytest.mark.slow

DRAW = "import han; print(han.Chance(5).below(1000))"


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"HAN_LANG": "en"} | environment
    command = [sys.executable, "-c", DRAW]
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=True, timeout=HUNG_S
    )


def test_the_first_compilation_announces_itself_and_is_kept(tmp_path: Path) -> None:
    first = run(HAN_CACHE_DIR=str(tmp_path))
    assert first.stderr == message("cli.compiling") + "\n"
    assert list(tmp_path.glob("kernels-*/**/*.nbc"))
    second = run(HAN_CACHE_DIR=str(tmp_path))
    assert second.stderr == ""
    assert second.stdout == first.stdout


def test_interpreted_kernels_are_not_compiled(tmp_path: Path) -> None:
    done = run(HAN_CACHE_DIR=str(tmp_path), HAN_INTERPRET="1")
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []
    assert done.stdout == run(HAN_CACHE_DIR=str(tmp_path)).stdout


def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(HAN_CACHE_DIR=str(blocked)).stdout == run(HAN_INTERPRET="1").stdout


TOGETHER = """
from numba.core import event
import han

class Told(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].py_func.__qualname__, event.data["args"])
    def on_end(self, event): pass

event.register("numba:compile", Told())
print("ready", flush=True)
input()
print("drawn", han.Chance(5).below(1000))
"""


def test_processes_that_start_together_compile_each_kernel_once(tmp_path: Path) -> None:
    env = os.environ | {"HAN_CACHE_DIR": str(tmp_path)}
    done = run_together([sys.executable, "-c", TOGETHER], 3, env)
    told = [one.stdout.splitlines() for one in done]
    assert len({lines[-1] for lines in told}) == 1  # all have drawn the same
    compiled = [line for lines in told for line in lines[:-1]]
    assert len(compiled) == len(set(compiled)) > 1


def test_kernels_in_a_complete_cache_are_loaded_without_waiting_for_anybody(tmp_path: Path) -> None:
    drawn = run(HAN_CACHE_DIR=str(tmp_path)).stdout
    (folder,) = tmp_path.glob("kernels-*")
    (folder / "complete").touch()
    with ExitStack() as held:
        locks = [held.enter_context(path.open("ab")) for path in folder.glob("*.lock")]
        assert locks
        for lock in locks:
            fcntl.flock(lock, fcntl.LOCK_EX)  # as a process does that is stopped while it loads
        assert run(HAN_CACHE_DIR=str(tmp_path)).stdout == drawn


@kernel(cached=False)
def one_more(number: Number) -> Number:
    return number + 1


@kernel(cached=False)
def some_more() -> Number:
    return one_more(1) + one_more(number=2)


def test_plain_constants_do_not_make_a_kernel_compile_again() -> None:
    assert some_more() == 5
    dispatcher: Any = one_more
    assert len(dispatcher.signatures) == 1
