"""Workers on a Ray cluster. Every machine of it has this package installed.

Needs the extra ``cluster``. Ray is imported only here, with its usage statistics turned off.
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
from han.play.workers import GameRunner, Result, Workers, in_order

AUTO = "auto"
"""The address of whatever cluster this machine belongs to."""
TIMEOUT = "HAN_RAY_TIMEOUT"
"""The environment variable for how many seconds a cluster may take to answer."""
TIMEOUT_S = 8.0
"""The default of that variable."""
SHORT_S = 1
"""Seconds in which running games may end before they are cancelled."""
SHUTDOWN_S = 3
"""Seconds that cancelled games get to end."""
AHEAD = 4
"""How many games are submitted early for each core, so that a slow one stops no other."""

_runners: dict[str, GameRunner[Any]] = {}
"""The runners of this process, by job."""


class ClusterError(HanError):
    """There is no cluster, or it has failed."""


class RayWorkers(Workers[Result]):
    """Runs games as Ray tasks; each process of the cluster keeps one runner between them."""

    def __init__(
        self, make: Callable[[], GameRunner[Result]], count: int | None, address: str
    ) -> None:
        """Connect to the cluster and send it the function that makes a runner."""
        self._ray = connect(address)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self._ahead = count or AHEAD * max(1, cores)
        self._play = self._ray.remote(num_cpus=1, max_retries=0)(_play)
        self._arguments = uuid4().hex, self._ray.put(make)
        self._handles: list[Any] = []

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """In order, whichever machine is the fastest."""
        try:
            yield from in_order(numbers, self._submit, self._collect, self._ahead)
        except self._ray.exceptions.RayError as error:
            raise ClusterError("arena.cluster_failed", fault=_first_line(error)) from None

    def close(self) -> None:
        """Let short games end by themselves, cancel the rest, and leave the cluster.

        Ray fails when a task is cancelled in the moment in which it begins or ends. So only long
        tasks are cancelled, and waiting ones before running ones, whose end would start them.
        """
        left = self._wait_for(self._handles, SHORT_S)
        for handle in reversed(left):
            self._ray.cancel(handle)
        self._wait_for(left, SHUTDOWN_S)
        self._ray.shutdown()

    def _wait_for(self, handles: list[Any], seconds: float) -> list[Any]:
        """The handles that are not finished after ``seconds``."""
        if not handles:
            return []
        _, left = self._ray.wait(handles, num_returns=len(handles), timeout=seconds)
        return list(left)

    def _submit(self, number: int) -> Any:
        self._handles.append(self._play.remote(*self._arguments, number))
        return self._handles[-1]

    def _collect(self, handle: Any) -> Result:
        result: Result = self._ray.get(handle)
        self._handles.remove(handle)
        return result


def connect(address: str) -> Any:
    """The module ``ray``, connected to the cluster at ``HOST:PORT``, or `AUTO`."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    timeout_s = _timeout_s()
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise ClusterError("arena.no_ray") from None
    if address != AUTO and not _answers(address, timeout_s):
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


def _answers(address: str, timeout_s: float) -> bool:
    """Whether a cluster answers. Ray itself would retry for minutes."""
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


def _play(job_id: str, make: Callable[[], GameRunner[Any]], number: int) -> Any:
    """Play a game in a process of the cluster."""
    if job_id not in _runners:
        _runners[job_id] = make()
    try:
        return _runners[job_id].play(number)
    except KeyboardInterrupt:  # cancelled
        _runners[job_id].close()
        raise


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")
