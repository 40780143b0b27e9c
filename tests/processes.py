"""Processes seen from outside, and some that go on at the same moment."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from waiting import HUNG_S


def is_alive(pid: int) -> bool:
    """Whether a process lives on; one that only waits for its parent has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def run_together(
    command: Sequence[str], count: int, env: Mapping[str, str] | None = None
) -> list[subprocess.CompletedProcess[str]]:
    """Start a program several times; each says “ready” and waits for a line, then all go on."""
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        for _ in range(count)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=HUNG_S) for process in processes]
    return [
        subprocess.CompletedProcess(process.args, process.returncode, *texts)
        for process, texts in zip(processes, said, strict=True)
    ]
