"""Real servers for tests: `han serve` in processes of its own, in the two ways that people run it.

Small: SQLite, everything in one process, bots in a pool. Large: PostgreSQL, NATS, and a
`han worker` that bots think in. Each runs once a session; tests share it, with guests of their
own (`server.guests`).
"""

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from evidence import follow_log
from forking import ForkedProgram, start_forked
from program import COMMAND, environment
from server.brokers import Broker, running_broker
from server.databases import PostgresServer
from waiting import HUNG_S, wait_until

GENEROUS: Mapping[str, float] = {
    "client_timeout_s": HUNG_S,
    "messages_per_s": 10_000,
    "message_burst": 10_000,
    "address_messages_per_s": 100_000,
    "address_message_burst": 100_000,
    "chat_per_s": 1_000,
    "chat_burst": 1_000,
    "requests_per_s": 10_000,
    "request_burst": 10_000,
    "files_per_s": 10_000,
    "file_burst": 10_000,
    "tables_per_minute": 60_000,
    "table_burst": 10_000,
    "open_tables": 1_000_000,
    "histories_per_s": 10_000,
    "history_burst": 10_000,
    "sockets": 1_000,
    "connections": 10_000,
}
"""Limits that no test meets by accident: all clients share one address."""


class Program:
    """A `han` that runs until it is ended, alone or with its children."""

    def __init__(self, folder: Path, name: str, *arguments: str) -> None:
        """Say how to start it; nothing runs yet."""
        self.command = COMMAND
        self.arguments = arguments
        self._name = name
        self.log = folder / f"{name}.log"
        """What it writes to standard error, in all its lives."""
        self._said = folder / f"{name}.out"
        self._process: ForkedProgram | subprocess.Popen[bytes] | None = None
        self._groups: list[int] = []
        """All its lives, each with its children."""

    def launch(self) -> None:
        """Start it, and do not wait."""
        follow_log(self._name, self.log)
        with self._said.open("wb") as said, self.log.open("ab") as log:
            if self.command == COMMAND:
                self._process = start_forked(self.arguments, environment(), said, log)
            else:
                self._process = subprocess.Popen(
                    [*self.command, *self.arguments],
                    env=environment(),
                    stdout=said,
                    stderr=log,
                    start_new_session=True,
                )
        self._groups.append(self._process.pid)

    def until_said(self, pattern: str) -> str:
        """Wait for words on standard output."""
        found: list[str] = []
        wait_until(lambda: self._find(pattern, found), f"{pattern!r} on standard output")
        return found[0]

    def _find(self, pattern: str, found: list[str]) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text("utf-8")
        found += [match[0] for match in re.finditer(pattern, self._said.read_text("utf-8"))]
        return bool(found)

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and wait: its exit status."""
        assert self._process is not None
        os.kill(self._process.pid, number)
        return self._process.wait(HUNG_S)

    def clear_away(self) -> None:
        """End it and all its children, whatever they are doing."""
        for group in self._groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        if self._process is not None:
            self._process.wait(HUNG_S)
            self._process = None


class Server(Program):
    """A `han serve`; after a restart it has another address, and the same tables."""

    address: str

    def __init__(
        self,
        folder: Path,
        database: str,
        *options: str,
        name: str = "server",
        settings: str = "",
        limits: Mapping[str, float] = GENEROUS,
    ) -> None:
        """Write its settings; nothing runs yet."""
        config = folder / f"{name}.toml"
        rows = "\n".join(f"{key} = {value}" for key, value in limits.items())
        heartbeat = f"heartbeat_s = {HUNG_S}\n"  # a client on a busy machine may be slow to answer
        config.write_text(f"{heartbeat}{settings}\n[limits]\n{rows}\n", "utf-8")
        place = ("--port", "0", "--database", database, "--config", str(config))
        super().__init__(folder, name, "serve", *place, *options)

    def start(self) -> None:
        """Start it; return when it is ready."""
        self.launch()
        self.until_ready()

    def until_ready(self) -> None:
        """Wait until it takes commands."""
        self.address = self.until_said(r"http://[\w.:\[\]]+")
        wait_until(self._is_ready, "readiness")

    def _is_ready(self) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/readyz", trust_env=False).status_code == 200
        return False

    @property
    def ws_address(self) -> str:
        """Where websockets begin."""
        return self.address.replace("http", "ws", 1)


@contextmanager
def running(server: Server, *beside: Program) -> Iterator[Server]:
    """A server, and programs beside it, which are gone at the end."""
    try:
        for program in (*beside, server):
            program.launch()
        server.until_ready()
        yield server
    finally:
        for program in (server, *beside):
            program.clear_away()


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """The NATS broker of all large servers."""
    with running_broker(tmp_path_factory.mktemp("broker")) as broker:
        yield broker


@pytest.fixture(scope="session")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """SQLite, one process, bots in a pool."""
    folder = tmp_path_factory.mktemp("small")
    with running(Server(folder, str(folder / "han.sqlite"), "--processes", "1")) as server:
        yield server


@pytest.fixture(scope="session")
def large_server(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: PostgresServer, broker: Broker
) -> Iterator[Server]:
    """PostgreSQL, NATS and a worker."""
    folder = tmp_path_factory.mktemp("large")
    server = Server(folder, postgres_server.new_database(), "--nats", broker.address)
    worker = Program(folder, "worker", "worker", "--nats", broker.address, "--processes", "1")
    with running(server, worker):
        worker.until_said("Ready")
        yield server


@pytest.fixture(scope="session", params=["small", "large"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server of each kind in turn."""
    found: Server = request.getfixturevalue(f"{request.param}_server")
    return found


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A small server with the limits that people get."""
    folder = tmp_path_factory.mktemp("plain")
    database = str(folder / "han.sqlite")
    with running(Server(folder, database, "--processes", "1", limits={})) as server:
        yield server


@pytest.fixture(params=["small", "large"])
def mortal_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server of a test's own, to be ended and started again."""
    if request.param == "small":
        server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    else:
        request.getfixturevalue("large_server")  # its worker lets our bots think as well
        database = request.getfixturevalue("postgres_url")
        server = Server(tmp_path, database, "--nats", request.getfixturevalue("broker").address)
    with running(server):
        yield server
