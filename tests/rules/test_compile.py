"""Kernels are compiled once, that is announced, and the cache is bound to the sources."""

import fcntl
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

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


class FirstRun(NamedTuple):
    """A program that has compiled its kernels into an empty cache: the cache, what it printed."""

    cache: Path
    done: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> FirstRun:
    cache = tmp_path_factory.mktemp("cache")
    return FirstRun(cache, run(HAN_CACHE_DIR=str(cache)))


def test_the_first_compilation_announces_itself_and_is_kept(first: FirstRun) -> None:
    assert first.done.stderr == message("cli.compiling") + "\n"
    assert list(first.cache.glob("kernels-*/**/*.nbc"))
    second = run(HAN_CACHE_DIR=str(first.cache))
    assert second.stderr == ""
    assert second.stdout == first.done.stdout


def test_interpreted_kernels_are_not_compiled(first: FirstRun, tmp_path: Path) -> None:
    done = run(HAN_CACHE_DIR=str(tmp_path), HAN_INTERPRET="1")
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []
    assert done.stdout == first.done.stdout


def test_a_cache_that_cannot_be_written_is_no_obstacle(first: FirstRun, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(HAN_CACHE_DIR=str(blocked)).stdout == first.done.stdout


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


def test_kernels_in_a_complete_cache_are_loaded_without_waiting_for_anybody(
    first: FirstRun, tmp_path: Path
) -> None:
    cache = shutil.copytree(first.cache, tmp_path / "cache")
    (folder,) = cache.glob("kernels-*")
    (folder / "complete").touch()
    with ExitStack() as held:
        locks = [held.enter_context(path.open("ab")) for path in folder.glob("*.lock")]
        assert locks
        for lock in locks:
            fcntl.flock(lock, fcntl.LOCK_EX)  # as a process does that is stopped while it loads
        again = run(HAN_CACHE_DIR=str(cache))
    assert (again.stdout, again.stderr) == (first.done.stdout, "")


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
