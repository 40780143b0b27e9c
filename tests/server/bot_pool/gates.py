"""Bots that think for as long as a test wants."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BOT = Path(__file__).with_name("gate_bot.py")
MOST_MS = 600_000
"""Longer than any test lasts."""


class Gate:
    """Where bots stand and think until it is opened."""

    def __init__(self, folder: Path) -> None:
        """Close it."""
        self._folder = folder
        self._line: int | None = None
        os.mkfifo(folder / "gate")

    @property
    def spec(self) -> str:
        """The bot that thinks here."""
        words = [sys.executable, "-I", "-S", str(BOT), str(self._folder)]
        return f"exec:ms={MOST_MS} {shlex.join(words)}"

    @property
    def begun(self) -> int:
        """How many tasks have been thought about, or are still."""
        return len(list(self._folder.glob("begun-*")))

    def open(self) -> None:
        """Let all bots answer that stand here or will come."""
        if self._line is None:
            self._line = os.open(self._folder / "gate", os.O_RDWR)

    def remove(self) -> None:
        """Let nobody stand here for ever."""
        self.open()
        assert self._line is not None
        os.close(self._line)


@contextmanager
def closed_gate(folder: Path) -> Iterator[Gate]:
    """A gate that is open at the end."""
    gate = Gate(folder)
    try:
        yield gate
    finally:
        gate.remove()
