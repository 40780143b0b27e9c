"""Several servers on one database and one broker, whose parts can be killed."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg

from server.brokers import Broker, running_broker
from server.databases import PostgresServer
from server.running import Program, Server
from waiting import wait_until


class Cluster:
    """Servers, and a worker for their bots."""

    def __init__(self, folder: Path, postgres: PostgresServer, broker: Broker, size: int) -> None:
        """Say how to start them; nothing runs yet."""
        self.folder = folder
        self.postgres = postgres
        self.broker = broker
        self.url = postgres.new_database()
        self.servers = [
            Server(folder, self.url, "--nats", broker.address, name=f"server{n}")
            for n in range(size)
        ]
        self.worker = self.new_worker("worker")

    def new_worker(self, name: str) -> Program:
        """One more worker, not started yet."""
        command = ("worker", "--nats", self.broker.address, "--processes", "1")
        return Program(self.folder, name, *command)

    def cut_connections(self) -> None:
        """End everybody's connections to the database, whatever they are doing."""
        theirs = f"FROM pg_stat_activity WHERE datname = '{self._database}'"
        self.postgres.execute(f"SELECT pg_terminate_backend(pid) {theirs}")

    def crash_database(self) -> None:
        """Kill a process of PostgreSQL, which then ends all and recovers from its log.

        Returns when all others have ended; until then they still carry commands out.
        """
        with closing(psycopg.connect(self.url)) as one, closing(psycopg.connect(self.url)) as other:
            os.kill(one.info.backend_pid, signal.SIGKILL)
            wait_until(lambda: _has_ended(other), "the end of all processes of PostgreSQL")

    @contextmanager
    def database_away(self) -> Iterator[None]:
        """Let nobody connect to the database."""
        change = f"ALTER DATABASE {self._database} ALLOW_CONNECTIONS"
        self.postgres.execute(f"{change} false")
        self.cut_connections()
        try:
            yield
        finally:
            self.postgres.execute(f"{change} true")

    @contextmanager
    def log_locked(self) -> Iterator[None]:
        """Let everybody who wants to write an entry wait."""
        with psycopg.connect(self.url) as connection:
            connection.execute("LOCK TABLE log IN EXCLUSIVE MODE")
            yield

    @property
    def _database(self) -> str:
        return str(psycopg.conninfo.conninfo_to_dict(self.url)["dbname"])

    def heal(self) -> None:
        """Start again whatever does not run; return when all is ready."""
        wait_until(lambda: _answers(self.url), "an answer of the database")
        dead = [server for server in self.servers if not server.is_running]
        for server in dead:
            server.launch()
        if not self.worker.is_running:
            self.worker.launch()
            self.worker.until_said("Ready")
        for server in dead:
            server.until_ready()

    def complaints(self) -> list[str]:
        """What the servers have logged as errors, except that the database was away."""
        texts = [server.log.read_text("utf-8") for server in self.servers]
        return [line for text in texts for line in text.splitlines() if not _is_harmless(line)]

    def clear_away(self) -> None:
        """End all."""
        for program in (*self.servers, self.worker):
            program.clear_away()


def _is_harmless(line: str) -> bool:
    said = json.loads(line)
    return said["level"] != "error" or "StoreDownError" in said["error"]


@contextmanager
def running_cluster(folder: Path, postgres: PostgresServer, size: int) -> Iterator[Cluster]:
    """A cluster with a broker of its own, which are gone at the end."""
    with running_broker(folder) as broker:
        cluster = Cluster(folder, postgres, broker, size)
        try:
            yield cluster
        finally:
            cluster.clear_away()


def _has_ended(connection: psycopg.Connection) -> bool:
    """Whether PostgreSQL has closed a connection."""
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return True
    return False


def _answers(url: str) -> bool:
    """Whether a database lets anybody in."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True
