"""Starts `han` many times and loads it once: a parent process forks itself for each program.

Loading modules and compiled kernels takes most of a server's start. Each program is a process of
its own all the same, with its own arguments, environment and output, and in a session of its own.
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from select import poll, select
from threading import Lock, Thread
from typing import IO, Any, NoReturn

LOADED = ("han.server.run", "han.server.bot_pool.worker", "alembic.command", "psycopg", "nats")
"""What servers and workers load."""
REQUEST_BYTES = 1 << 16


class ForkedProgram:
    """A running program, with the part of `subprocess.Popen` that its users need."""

    def __init__(self, line: socket.socket) -> None:
        """Take the process's number from the parent."""
        self._line = line
        self._reader = line.makefile("r")
        self.pid = int(self._reader.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit status, as `subprocess.Popen` tells it."""
        if self.returncode is None:
            if not select([self._line], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("han", timeout or 0)
            self.returncode = int(self._reader.readline())
            self._reader.close()
            self._line.close()
        return self.returncode


def start_forked(
    arguments: Sequence[str], env: Mapping[str, str], out: IO[bytes], err: IO[bytes]
) -> ForkedProgram:
    """Start `han` with these arguments."""
    line = socket.socket(socket.AF_UNIX)
    with _starting:  # tests start programs in threads, too
        address = _parent_address()
    line.connect(address)
    request = json.dumps({"arguments": list(arguments), "env": dict(env), "cwd": os.getcwd()})
    socket.send_fds(line, [request.encode()], [out.fileno(), err.fileno()])
    line.shutdown(socket.SHUT_WR)
    return ForkedProgram(line)


@cache
def _parent_address() -> str:
    """Where the parent listens; it is started with the first program, and ends when we do."""
    from program import environment

    address = str(Path(tempfile.mkdtemp(prefix="han-fork-")) / "line")
    parent = subprocess.Popen(
        [sys.executable, __file__, address],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    _parents.append(parent)
    return address


_starting = Lock()
_parents: list[subprocess.Popen[bytes]] = []
"""Kept, since a parent ends when its standard input is closed."""


def _serve(address: str) -> None:
    """Fork for every request until standard input is closed."""
    _load()
    gc.freeze()  # so that a collection does not copy the pages that all share
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while listener in select([listener, sys.stdin], [], [])[0]:
            line, _ = listener.accept()
            with line:
                if os.fork() == 0:
                    if os.fork() == 0:  # so that nobody here must wait for it
                        listener.close()
                        _tell_of_program(line)
                    os._exit(0)
                os.wait()
    Path(address).unlink()
    Path(address).parent.rmdir()


def _load() -> None:
    """Load what servers and workers load when they start."""
    for name in LOADED:
        __import__(name)
    from han.server.warm import warm_up

    warm_up()


def _tell_of_program(line: socket.socket) -> NoReturn:
    """Start a program; tell its number, wait, and tell its exit status."""
    request, fds = _receive(line)
    if (pid := os.fork()) == 0:
        line.close()
        _become_program(request, fds)
    for fd in fds:
        os.close(fd)
    Thread(target=_end_with, args=[line, pid], daemon=True).start()
    with suppress(BrokenPipeError):
        line.sendall(f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _end_with(line: socket.socket, program: int) -> None:
    """End a program, and what it has started, when nobody is left to end it: tests were killed."""
    asker = poll()
    asker.register(line, 0)  # only that the other side is gone
    asker.poll()
    with suppress(ProcessLookupError):
        os.killpg(program, signal.SIGKILL)


def _receive(line: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """A request, and the files for its output."""
    data, fds, _, _ = socket.recv_fds(line, REQUEST_BYTES, 2)
    while more := line.recv(REQUEST_BYTES):
        data += more
    return json.loads(data), fds


def _become_program(request: dict[str, Any], fds: Sequence[int]) -> NoReturn:
    """Run `han` as if it had been started by its command."""
    os.setsid()
    for fd, place in zip(fds, (1, 2), strict=True):
        os.dup2(fd, place)
        os.close(fd)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["han", *request["arguments"]]
    del globals()["__file__"]  # processes that it starts shall not load this module
    from han.cli.main import run

    run()
    sys.exit()


if __name__ == "__main__":
    _serve(sys.argv[1])
