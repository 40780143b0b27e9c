"""What servers complain about, read bit by bit."""

import json
from collections.abc import Iterable
from pathlib import Path

from server.running import Program

MOST_LINES = 200


class LogReader:
    """Remembers how far it has read."""

    def __init__(self) -> None:
        """Begin at the beginning."""
        self._read: dict[Path, int] = {}

    def new_complaints(self, programs: Iterable[Program]) -> list[str]:
        """Errors that were logged since the last look, except that the database was away."""
        found: list[str] = []
        for program in programs:
            with program.log.open("rb") as log:
                log.seek(self._read.get(program.log, 0))
                data = log.read()
            lines, _, rest = data.rpartition(b"\n")
            self._read[program.log] = self._read.get(program.log, 0) + len(data) - len(rest)
            found += [
                line for line in lines.decode("utf-8", "replace").splitlines() if is_bad(line)
            ]
        return found[:MOST_LINES]


def is_bad(line: str) -> bool:
    """Whether a line tells of an error. A line that a kill has cut off tells nothing."""
    try:
        said = json.loads(line)
    except json.JSONDecodeError:
        return "Traceback" in line or "Error" in line
    is_error = said["level"] not in ("info", "warning")
    return bool(is_error and "StoreDownError" not in said.get("error", ""))
