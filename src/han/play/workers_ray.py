"""Workers on a Ray cluster. Every machine of it has this package installed.

Needs the extra ``cluster``. Ray is imported only here, and tells nobody that it is used.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any
from uuid import uuid4

from han.messages import HanError
from han.play.workers import Result, Worker, Workers, in_order

AUTO = "auto"
"""The address of whatever cluster this machine belongs to."""
TIMEOUT = "HAN_RAY_TIMEOUT"
"""The variable that says for how many seconds a cluster may take to answer."""
TIMEOUT_S = 8.0
"""The same where it is not set."""
SHORT_S = 1
"""Work that ends within this time is not called off."""
FAREWELL_S = 3
"""What the workers get to end when they are told to."""
AHEAD = 4
"""Pieces of work handed out for each core, so that a slow one holds nobody up."""

_own: dict[str, Worker[Any]] = {}
"""The workers of this process, by the undertaking that they belong to."""


class ClusterError(HanError):
    """There is no cluster, or it does not do what it should."""


class RayWorkers(Workers[Result]):
    """Tasks on the cluster; each of its processes keeps one worker between them."""

    def __init__(self, make: Callable[[], Worker[Result]], count: int | None, address: str) -> None:
        """Connect to the cluster and send it what makes a worker."""
        self._ray = connect(address)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self._ahead = count or AHEAD * max(1, cores)
        self._play = self._ray.remote(num_cpus=1, max_retries=0)(_play)
        self._arguments = uuid4().hex, self._ray.put(make)
        self._tickets: list[Any] = []

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """In order, whichever machine is the fastest."""
        try:
            yield from in_order(numbers, self._submit, self._collect, self._ahead)
        except self._ray.exceptions.RayError as error:
            raise ClusterError("arena.cluster_failed", fault=_sentence(error)) from None

    def close(self) -> None:
        """Let short work end by itself, call off the rest, and leave the cluster.

        Ray breaks down when a task is called off in the moment in which it begins or ends. So
        only what takes long is, and what waits before what runs, whose end would let it begin.
        """
        left = self._wait_for(self._tickets, SHORT_S)
        for ticket in reversed(left):
            self._ray.cancel(ticket)
        self._wait_for(left, FAREWELL_S)
        self._ray.shutdown()

    def _wait_for(self, tickets: list[Any], seconds: float) -> list[Any]:
        """Those of the tickets that are not finished after so long."""
        if not tickets:
            return []
        _, left = self._ray.wait(tickets, num_returns=len(tickets), timeout=seconds)
        return list(left)

    def _submit(self, number: int) -> Any:
        self._tickets.append(self._play.remote(*self._arguments, number))
        return self._tickets[-1]

    def _collect(self, ticket: Any) -> Result:
        result: Result = self._ray.get(ticket)
        self._tickets.remove(ticket)
        return result


def connect(address: str) -> Any:
    """The module ``ray``, connected to the cluster at ``HOST:PORT``, or `AUTO`."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise ClusterError("arena.no_ray") from None
    if address != AUTO and not _is_there(address, _timeout_s()):
        raise ClusterError("arena.no_cluster", address=address)
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError):
        raise ClusterError("arena.no_cluster", address=address) from None
    return ray


def _timeout_s() -> float:
    try:
        seconds = float(os.environ.get(TIMEOUT, TIMEOUT_S))
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ClusterError("arena.ray_timeout", variable=TIMEOUT)
    return seconds


def _is_there(address: str, timeout_s: float) -> bool:
    """Whether a cluster answers. Ray itself would go on asking for minutes."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout_s).close()
    except (OSError, OverflowError, ValueError):
        return False
    question = ["-m", "ray.scripts.scripts", "health-check", "--address", address]
    try:
        done = subprocess.run(
            [sys.executable, *question], capture_output=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _play(undertaking: str, make: Callable[[], Worker[Any]], number: int) -> Any:
    """What happens on the cluster."""
    if undertaking not in _own:
        _own[undertaking] = make()
    try:
        return _own[undertaking].play(number)
    except KeyboardInterrupt:  # called off
        _own[undertaking].close()
        raise


def _sentence(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")
