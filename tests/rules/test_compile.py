"""Kernels are compiled once, that is announced, and the cache is bound to the sources."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from han.messages import message

pytestmark = pytest.mark.slow

DRAW = "import han; print(han.Chance(5).below(1000))"


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"HAN_LANG": "en"} | environment
    command = [sys.executable, "-c", DRAW]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True)


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
