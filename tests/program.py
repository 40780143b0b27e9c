"""The program ``han`` as a person runs it."""

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from han.cli.main import run
from waiting import HUNG_S, wait_until

ENDLESS = "1000000"
"""More games than anybody waits for: who plays them is interrupted, however quick the machine."""
BASE_INSTALL = str(Path(__file__).parent / "base_install")
COMMAND = (sys.executable, "-c", "from han.cli.main import run; run()")


def environment(**variables: str) -> dict[str, str]:
    """What programs find around them: no terminal, and no packages that only tests need."""
    paths = os.pathsep.join([BASE_INSTALL, *filter(None, [os.environ.get("PYTHONPATH")])])
    settings = {"HAN_LANG": "en", "COLUMNS": "120", "PYTHONPATH": paths}
    return os.environ | settings | variables


def han(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, in an interpreter of its own."""
    return run_quietly([*COMMAND, *arguments], environment(**variables))


def run_quietly(command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run any program to its end; one that hangs is killed and fails the test."""
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=HUNG_S
    )


def han_here(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The same in this interpreter, so that nothing is loaded anew."""
    encoding, errors = variables.get("PYTHONIOENCODING", "utf-8:strict").split(":")
    printed, err, status = BytesIO(), StringIO(), 0
    out = TextIOWrapper(printed, encoding, errors)
    command = ["han", *arguments]
    with (
        patch.dict(os.environ, environment(**variables)),
        patch.object(sys, "argv", command),
        patch.object(sys.modules["han.messages.language"], "_chosen", []),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            run()
        except SystemExit as leaving:
            status = int(leaving.code or 0)
    out.flush()
    told = printed.getvalue().decode(encoding)
    return subprocess.CompletedProcess(command, status, told, err.getvalue())


def output_of(*arguments: str, **variables: str) -> str:
    """What the program prints when all goes well, in this interpreter."""
    done = han_here(*arguments, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def json_of(*arguments: str, **variables: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output_of(*arguments, "--json", **variables))
    return found


class Started(subprocess.Popen[str]):
    """A program in a group of its own; as a context it leaves nothing of that group behind."""

    def __exit__(self, *details: Any) -> None:
        """End what is still there: after a failure nobody else does, and some never end."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        super().__exit__(*details)


def start_han(*arguments: str, **variables: str) -> Started:
    """Start the program as a terminal would: in a group of its own, which gets the signals."""
    return Started(
        [*COMMAND, *arguments],
        env=environment(**variables),
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
    assert program.returncode == 130, err
    wait_until(lambda: not is_group_alive(program.pid), "the end of all its processes")
    return out, err


def is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
