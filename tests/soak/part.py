"""One part of the soak: a process that works until its time is up, and tells figures.

It tells them as lines of JSON on standard output. It ends early when its standard input is
closed: on Ctrl-C, and also when whoever started it is gone.
"""

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TextIO

Figure = int | float | str
Figures = dict[str, Figure]

TELL_S = 0.5
"""The pause between two reports."""
MOST_FAULTS = 20
"""A part that has found so many faults ends: more of the same help nobody."""


@dataclass
class Part:
    """How much a part is to do, what it has done, and what it has found."""

    name: str
    seed: int
    seconds: float
    """How long it works."""
    work: int
    """How much it does at most; 0 for as much as it can."""
    folder: Path
    """Where it keeps what shows a fault."""
    channel: TextIO = sys.stdout
    figures: Figures = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    done: int = 0
    is_stopped: bool = False
    began: float = field(default_factory=time.monotonic)
    _told: float = 0.0

    @property
    def chance(self) -> Random:
        """A fresh generator of this part's own seed."""
        return Random(f"{self.name} {self.seed}")

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    @property
    def is_over(self) -> bool:
        """Whether to stop at the next chance."""
        is_done = self.work and self.done >= self.work
        too_many = len(self.faults) >= MOST_FAULTS
        return bool(self.is_stopped or is_done or too_many or self.elapsed >= self.seconds)

    def begin(self) -> None:
        """All is set up: the time runs from now on."""
        self.began = time.monotonic()

    def count(self, name: str, many: int = 1) -> None:
        """Add to a figure, and tell all of them from time to time."""
        self.figures[name] = int(self.figures.get(name, 0)) + many
        if time.monotonic() - self._told > TELL_S:
            self.tell()

    def work_done(self, name: str, many: int) -> None:
        """The same, for what the part's amount of work is measured in."""
        self.done += many
        self.count(name, many)

    def fault(self, title: str, **evidence: str | bytes) -> None:
        """Note a fault, and keep what is needed to see it again."""
        number = len(self.faults) + 1
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = []
        for name, content in evidence.items():
            path = self.folder / f"{self.name}-{self.seed}-{number}-{name}.txt"
            data = (
                content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
            )
            path.write_bytes(data)
            kept.append(str(path))
        self.faults.append(f"{title} (see {', '.join(kept)})" if kept else title)
        self.tell()

    @contextmanager
    def watched(self, what: str, evidence: Callable[[], dict[str, str | bytes]]) -> Iterator[None]:
        """Whatever goes wrong inside is a fault, with its traceback; the part goes on."""
        try:
            yield
        except Exception as error:
            while isinstance(error, ExceptionGroup):
                error = error.exceptions[0]
            words = str(error).splitlines() or [type(error).__name__]
            self.fault(f"{what}: {words[0][:200]}", traceback=traceback.format_exc(), **evidence())

    def tell(self, is_last: bool = False) -> None:
        """Say how far we are."""
        self._told = time.monotonic()
        told = {"figures": self.figures, "faults": self.faults, "is_last": is_last}
        self.channel.write(json.dumps(told) + "\n")
        self.channel.flush()


def private_channel() -> TextIO:
    """Our standard output for ourselves: what libraries print goes to standard error."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return channel


def drop_interrupts() -> None:
    """Forget a Ctrl-C that was held back while we were started; it was not for us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.default_int_handler)


def stop_when_forsaken(part: Part) -> None:
    """Let the part stop when its standard input is closed."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        part.is_stopped = True

    threading.Thread(target=wait, daemon=True).start()


def main(arguments: list[str]) -> None:
    """Run one part: its name, seed, seconds, work, folder and what to do wrong on purpose."""
    drop_interrupts()
    name, seed, seconds, work, folder, planted = arguments
    part = Part(name, int(seed), float(seconds), int(work), Path(folder), private_channel())
    stop_when_forsaken(part)
    _run(part, planted)
    part.tell(is_last=True)
    part.channel.close()


def _run(part: Part, planted: str) -> None:
    if part.name == "rules":
        from soak.rules import run_rules

        run_rules(part, planted)
    elif part.name == "kills":
        from soak.kills import run_kills

        run_kills(part)
    else:
        from soak.messages import run_messages

        run_messages(part, planted)


if __name__ == "__main__":
    main(sys.argv[1:])
