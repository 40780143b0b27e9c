"""A real NATS broker for tests, which can be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from evidence import follow_log
from ports import free_port
from waiting import HUNG_S, wait_until

BROKER = Path(sys.executable).with_name("nats-server")


class Broker:
    """A broker on a port of its own, with its store in a folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        """Choose a free port; nothing runs yet."""
        self.store = folder / "jetstream"
        self.port = free_port()
        self._options = options or ("--jetstream", "--store_dir", str(self.store))
        self._log = folder / "broker.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start on the same port and store as ever; return when it can be talked to."""
        place = ("--addr", "127.0.0.1", "--port", str(self.port), "--log", str(self._log))
        self._process = subprocess.Popen([str(BROKER), *place, *self._options])
        follow_log("broker", self._log)
        wait_until(self._is_there, self._log.read_text)

    def kill(self) -> None:
        """End it without warning: kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in good order."""
        self._end(signal.SIGTERM)

    def lose_store(self) -> None:
        """Forget all streams, as a broker without a lasting disk does."""
        shutil.rmtree(self.store)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)
            self._process.wait(HUNG_S)
            self._process = None

    def _is_there(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._log.read_text()
        return self._answers()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), HUNG_S) as talk:
                return talk.recv(4) == b"INFO"
        except OSError:
            return False


@contextmanager
def running_broker(folder: Path, *options: str) -> Iterator[Broker]:
    """A broker that is gone at the end, with JetStream unless options say otherwise."""
    broker = Broker(folder, *options)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
