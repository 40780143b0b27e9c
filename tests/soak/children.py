"""The parts as processes: starting them, hearing what they tell, ending them."""

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from soak.part import Figures

TESTS = Path(__file__).parents[1]
LAST_S = 120.0
"""How long a part may take to clear everything away."""
SHOWN = 3_000
"""How many characters of a broken part's last words are shown."""


@dataclass
class Child:
    """One part at work."""

    name: str
    seed: int
    process: subprocess.Popen[bytes]
    log: Path
    figures: Figures = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    has_ended: bool = False
    is_complete: bool = False
    _text: bytes = b""

    def hear(self) -> None:
        """Take in what the part has told since."""
        assert self.process.stdout is not None
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        self.has_ended = not data
        *lines, self._text = (self._text + data).split(b"\n")
        for line in lines:
            told: dict[str, Any] = json.loads(line)
            self.figures, self.faults = told["figures"], told["faults"]
            self.is_complete = told["is_last"]

    def stop(self) -> None:
        """Let it end soon."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def finish(self) -> None:
        """Wait for its end; one that broke is a fault, and its last words are kept."""
        status = self.process.wait(LAST_S)
        if status or not self.is_complete:
            words = self.log.read_text("utf-8", "replace")[-SHOWN:]
            self.faults = [*self.faults, f"{self.name} broke with status {status}:\n{words}"]
        if not self.faults:
            self.log.unlink(missing_ok=True)


def start_child(
    name: str, seed: int, seconds: float, work: int, folder: Path, planted: str = ""
) -> Child:
    """Start one part; its own seed follows from the seed of all."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"{name}.log"
    command = [sys.executable, "-W", "ignore", "-m", "soak.part", name, str(seed)]
    command += [str(seconds), str(work), str(folder), planted]
    with log.open("wb") as words, without_interrupts():
        process = subprocess.Popen(
            command,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=words,
            start_new_session=True,  # a Ctrl-C is for us, and we end the parts
        )
    return Child(name, seed, process, log)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Hold a Ctrl-C back while a part starts, which is not in its own session at once.

    The part is started with this, and drops what came before: `soak.part.drop_interrupts`.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def compile_rules() -> None:
    """Compile the loops of the rules before anybody's time runs."""
    command = [sys.executable, "-W", "ignore", "-m", "soak.rules"]
    subprocess.run(command, env=_environment(), check=True, start_new_session=True)


def seed_of(name: str, seed: int) -> int:
    """The seed of a part."""
    return Random(f"{seed} {name}").getrandbits(32)


def _environment() -> Mapping[str, str]:
    paths = [str(TESTS), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in paths if path)}


class Children:
    """All parts at work."""

    def __init__(self, children: list[Child]) -> None:
        """Listen to these."""
        self.all = children
        self._selector = selectors.DefaultSelector()
        for child in children:
            assert child.process.stdout is not None
            self._selector.register(child.process.stdout, selectors.EVENT_READ, child)

    @property
    def are_at_work(self) -> bool:
        return not all(child.has_ended for child in self.all)

    def hear(self, seconds: float) -> None:
        """Take in what any of them tells within a time."""
        for key, _ in self._selector.select(seconds):
            key.data.hear()
            if key.data.has_ended:
                self._selector.unregister(key.fileobj)

    def stop(self) -> None:
        """Let all end soon."""
        for child in self.all:
            child.stop()

    def finish(self) -> None:
        """Wait for the ends of all."""
        for child in self.all:
            child.finish()
        self._selector.close()
