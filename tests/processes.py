"""Processes seen from outside."""

import os
from pathlib import Path


def is_alive(pid: int) -> bool:
    """Whether a process lives on; one that only waits for its parent has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
