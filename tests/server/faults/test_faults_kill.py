"""Servers killed with `kill -9` in the middle of a burst: nothing accepted is lost or doubled."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.faults.bursts import PEOPLE, WITH_BOT, burst
from server.faults.clusters import Cluster
from server.guests import live
from server.running import Server, running


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server of one process, to be killed."""
    with running(Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")) as server:
        yield server


@live
async def test_one_process_is_killed_and_started_again(small: Server, tmp_path: Path) -> None:
    async with burst(str(tmp_path / "han.sqlite"), [small], *PEOPLE, tables=12) as people:
        await people.until_accepted(10)
        small.end(signal.SIGKILL)
        await asyncio.to_thread(small.start)
        await people.until_back()
        await people.until_accepted(5)
    assert not people.refusals


@live
async def test_one_of_three_processes_is_killed(cluster: Cluster) -> None:
    first = cluster.servers[0]
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=9) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_accepted(10)
        await with_bots.until_accepted(3)
        first.end(signal.SIGKILL)
        await asyncio.gather(people.until_back(), with_bots.until_back())
        await people.until_accepted(5)
    assert people.refusals | with_bots.refusals <= {"server.busy"}
