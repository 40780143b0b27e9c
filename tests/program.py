"""The program ``han`` as a person runs it, in an interpreter of its own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from waiting import HUNG_S, wait_until

COMMAND = (sys.executable, "-c", "from han.cli.main import run; run()")


def environment(**variables: str) -> dict[str, str]:
    return os.environ | {"HAN_LANG": "en", "COLUMNS": "120"} | variables


def han(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    command = [*COMMAND, *arguments]
    env = environment(**variables)
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def output_of(*arguments: str, **variables: str) -> str:
    done = han(*arguments, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def json_of(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output_of(*arguments, "--json"))
    return found


def start_han(*arguments: str) -> subprocess.Popen[str]:
    """Start the program as a terminal would: in a group of its own, which gets the signals."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_files(folder: Path, pattern: str, count: int) -> None:
    wait_until(lambda: len(list(folder.glob(pattern))) >= count, f"{count} {pattern}")


def interrupt(program: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C as a terminal does; the output, when the whole group is gone."""
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=HUNG_S)
    assert program.returncode == 130
    wait_until(lambda: not is_group_alive(program.pid), "the end of all its processes")
    return out, err


def is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
