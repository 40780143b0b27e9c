"""Another program, talked to line by line: it can never hold us up."""

import os
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO

MOST_BYTES = 1_000_000
"""A longer line is no answer."""
MOST_WAITING = 64
"""Lines that a program may say unasked; then nobody listens any more."""
LAST_WORDS = 3
"""How many lines of a program's standard error are kept."""
GRACE_S = 0.5
"""What a program gets to end by itself when it is told to."""


class SilentError(Exception):
    """There was no line in time."""


class LineProcess:
    """A running program. Threads read and write for us, so that only `receive` waits.

    The program is ended by `stop`, when the object is forgotten, or when Python ends.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program in a process group of its own; an ``OSError`` if it cannot be."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._words: deque[bytes] = deque(maxlen=LAST_WORDS)
        # The threads hold the pipes and queues, not this object: it can be forgotten.
        listener = _start(_listen, self._process.stdout, self._lines)
        self._overhearer = _start(_overhear, self._process.stderr, self._words)
        _start(_speak, self._process.stdin, self._outgoing)
        self._end = weakref.finalize(self, _end, self._process, self._outgoing, listener)

    def send(self, line: bytes) -> None:
        """Say a line, sooner or later."""
        self._outgoing.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line; empty when there will be none any more."""
        try:
            return self._lines.get(timeout=max(seconds, 0))
        except Empty:
            raise SilentError from None

    def stop(self, farewell: bytes | None = None) -> int:
        """End the program, kindly if it gets a farewell; return its exit status."""
        if farewell is not None and self._end.alive:
            self._outgoing.put(farewell)
        else:
            _signal(self._process, "SIGKILL")
        self._end()
        return self._process.returncode

    @property
    def last_words(self) -> str:
        """The last lines on the standard error of a program that was stopped."""
        self._overhearer.join(GRACE_S)
        lines = b"".join(self._words).decode("utf-8", "replace").splitlines()
        return " | ".join(line.strip() for line in lines if line.strip())


def _start(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _listen(pipe: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Collect lines until the program ends, talks too long or too much."""
    with pipe:
        while lines.qsize() < MOST_WAITING:
            line = pipe.readline(MOST_BYTES + 1)
            lines.put(line)
            if not line or len(line) > MOST_BYTES:
                break
    lines.put(b"")


def _overhear(pipe: IO[bytes], words: deque[bytes]) -> None:
    with pipe:
        while line := pipe.readline(500):
            words.append(line)


def _speak(pipe: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), pipe:  # a program that has ended hears nothing
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _end(
    process: subprocess.Popen[bytes],
    outgoing: SimpleQueue[bytes | None],
    listener: threading.Thread,
) -> None:
    """Close the program's input, then ask its group to end, then make it.

    The process is not waited for before the last signal: until then its number is its own,
    so that no signal can reach a stranger.
    """
    outgoing.put(None)
    listener.join(GRACE_S)
    if listener.is_alive():
        _signal(process, "SIGTERM")
        listener.join(GRACE_S)
    _signal(process, "SIGKILL")
    process.wait()


def _signal(process: subprocess.Popen[bytes], name: str) -> None:
    if process.returncode is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # all have ended already
            os.killpg(process.pid, getattr(signal, name))
    else:
        process.kill()
