"""A program that exchanges lines with us over pipes, without ever blocking us."""

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
"""The longest line that is accepted."""
MOST_WAITING = 64
"""How many lines may wait to be received; after that no more are read."""
STDERR_LINES = 3
"""How many lines of a program's standard error are kept."""
GRACE_S = 0.5
"""How long a program may take to end by itself when it is asked to."""


class LineTimeoutError(Exception):
    """No line came in time."""


class LineProcess:
    """A running program. Threads read and write its pipes, so that only `receive` waits.

    The program is ended by `stop`, when the object is collected, or when Python ends.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start a program in a process group of its own; raises ``OSError`` if that fails."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._stderr_lines: deque[bytes] = deque(maxlen=STDERR_LINES)
        # The threads refer to the pipes and queues, not to this object: it can be collected.
        reader = _start(_read_lines, self._process.stdout, self._lines)
        self._stderr_reader = _start(_read_stderr, self._process.stderr, self._stderr_lines)
        _start(_write_lines, self._process.stdin, self._outgoing)
        self._end = weakref.finalize(self, _end, self._process, self._outgoing, reader)

    def send(self, line: bytes) -> None:
        """Queue a line to be written."""
        self._outgoing.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line; empty after the last one. Raises `LineTimeoutError`."""
        try:
            return self._lines.get(timeout=max(seconds, 0))
        except Empty:
            raise LineTimeoutError from None

    def stop(self, last_line: bytes | None = None) -> int:
        """End the program; return its exit status.

        With a ``last_line`` the program gets it and some time to end by itself, else it is killed.
        """
        if last_line is not None and self._end.alive:
            self._outgoing.put(last_line)
        else:
            _signal(self._process, "SIGKILL")
        self._end()
        return self._process.returncode

    @property
    def last_stderr(self) -> str:
        """The last lines on the standard error of a program that was stopped."""
        self._stderr_reader.join(GRACE_S)
        lines = b"".join(self._stderr_lines).decode("utf-8", "replace").splitlines()
        return " | ".join(line.strip() for line in lines if line.strip())


def _start(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _read_lines(pipe: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Collect lines until the program ends, or a line is too long or too many wait."""
    with pipe:
        while lines.qsize() < MOST_WAITING:
            line = pipe.readline(MOST_BYTES + 1)
            lines.put(line)
            if not line or len(line) > MOST_BYTES:
                break
    lines.put(b"")


def _read_stderr(pipe: IO[bytes], stderr_lines: deque[bytes]) -> None:
    with pipe:
        while line := pipe.readline(500):
            stderr_lines.append(line)


def _write_lines(pipe: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), pipe:  # the program may have ended
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _end(
    process: subprocess.Popen[bytes],
    outgoing: SimpleQueue[bytes | None],
    listener: threading.Thread,
) -> None:
    """Close the program's input, then terminate its process group, then kill it.

    The process is not waited for before the last signal: until then its id cannot be reused, so
    that no signal can reach another process.
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
