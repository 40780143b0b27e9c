"""Where things are killed: a cluster, and a server of one process. Both are gone at the end."""

import asyncio
import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from server.databases import running_postgres
from server.faults.clusters import Cluster, running_cluster
from server.running import Program, Server, running
from waiting import until

LEASE_S = 2.5
"""As servers have it when nothing else is set."""
SERVERS = 2

Fault = Callable[[], Coroutine[Any, Any, None]]


class Deployment(ABC):
    """Servers on one database, and all that can be done to them."""

    name: str
    url: str
    servers: list[Server]

    @abstractmethod
    def faults(self, chance: Random) -> dict[str, Fault]:
        """What can be done now, by what it is counted as."""

    async def heal(self) -> None:
        """Start again whatever does not run."""
        for server in self.servers:
            if not server.is_running:
                await asyncio.to_thread(server.start)

    @property
    def programs(self) -> list[Program]:
        """All whose logs tell what happened."""
        return list(self.servers)


class Single(Deployment):
    """One process on SQLite."""

    name = "one process"

    def __init__(self, folder: Path) -> None:
        """Nothing runs yet."""
        self.url = str(folder / "han.sqlite")
        self.servers = [Server(folder, self.url, "--processes", "1", name="single")]

    def faults(self, chance: Random) -> dict[str, Fault]:
        """It is killed, or ended in good order."""

        async def end(number: signal.Signals) -> None:
            await asyncio.to_thread(self.servers[0].end, number)

        return {
            "SIGKILL of the only server": lambda: end(signal.SIGKILL),
            "SIGTERM of the only server": lambda: end(signal.SIGTERM),
        }


class Many(Deployment):
    """Some processes on PostgreSQL and NATS, and a worker."""

    name = "cluster"

    def __init__(self, cluster: Cluster) -> None:
        """Use a cluster that may not run yet."""
        self.cluster = cluster
        self.url = cluster.url
        self.servers = cluster.servers

    @property
    def programs(self) -> list[Program]:
        return [*self.servers, self.cluster.worker]

    def faults(self, chance: Random) -> dict[str, Fault]:
        """All parts of a cluster can break."""
        cluster, server = self.cluster, chance.choice(self.servers)

        async def end(program: Program, number: signal.Signals) -> None:
            await asyncio.to_thread(program.end, number)

        return {
            "SIGKILL of a server": lambda: end(server, signal.SIGKILL),
            "SIGTERM of a server": lambda: end(server, signal.SIGTERM),
            "SIGKILL of the worker": lambda: end(cluster.worker, signal.SIGKILL),
            "SIGKILL of the broker": self._kill_broker,
            "SIGKILL of a PostgreSQL backend": lambda: asyncio.to_thread(cluster.crash_database),
            "connections to PostgreSQL cut": lambda: asyncio.to_thread(cluster.cut_connections),
            "SIGSTOP of a server beyond its lease": lambda: sleep_through_lease(server),
        }

    async def _kill_broker(self) -> None:
        self.cluster.broker.kill()
        await asyncio.to_thread(self.cluster.broker.start)

    async def heal(self) -> None:
        """Start again whatever does not run."""
        await asyncio.to_thread(self.cluster.heal)


async def sleep_through_lease(server: Server) -> None:
    """Let a server sleep for so long that others take its tables over."""
    loop = asyncio.get_running_loop()
    awake = loop.time() + LEASE_S + 1
    os.kill(server.pid, signal.SIGSTOP)
    try:
        await until(lambda: loop.time() > awake)
    finally:
        os.kill(server.pid, signal.SIGCONT)


class Deployments:
    """Both deployments, which start when they are asked for and are gone at the end."""

    def __init__(self, folder: Path, ends: ExitStack) -> None:
        """Nothing runs yet."""
        self._folder = folder
        self._ends = ends

    def start_all(self) -> None:
        """Let both run from now on."""
        for deployment in (self.single, self.many):
            assert deployment.servers

    @cached_property
    def single(self) -> Single:
        """One process."""
        single = Single(self._new_folder("single"))
        self._ends.enter_context(running(single.servers[0]))
        return single

    @cached_property
    def many(self) -> Many:
        """A cluster on a database of its own."""
        postgres = self._ends.enter_context(running_postgres())
        folder = self._new_folder("cluster")
        cluster = self._ends.enter_context(running_cluster(folder, postgres, SERVERS))
        cluster.heal()
        return Many(cluster)

    def _new_folder(self, name: str) -> Path:
        folder = self._folder / name
        folder.mkdir()
        return folder
