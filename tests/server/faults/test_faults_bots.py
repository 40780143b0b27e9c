"""What bots think in is killed while they think: their games go on."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from han.table.entry import Played, decode_entry
from server.faults.clusters import Cluster
from server.faults.meetings import entries_of
from server.guests import Guest, live
from server.running import Program, Server, running
from server.store.scenes import whole_log
from server.wires import Wire
from waiting import pace, until

TABLES = 2
PERSON = 1
"""Where the only person sits."""


async def look_on(server: Server) -> list[Wire]:
    """Tables at which slow bots play one another: the only person has left."""
    wires = []
    for _ in range(TABLES):
        host = Guest(server)
        table = await host.create("chancellor", "me", "chancellor", start=0, stand_in="minister")
        wire = await host.connect(table, PERSON)
        await host.start(table)
        assert (await wire.ask("leave"))["type"] == "done"
        wires.append(wire)
    return wires


async def until_moved(wires: Sequence[Wire], count: int) -> None:
    """Wait until bots have made so many more moves everywhere."""
    goals = [_moves(wire) + count for wire in wires]
    for wire, goal in zip(wires, goals, strict=True):
        await wire.until(lambda wire=wire, goal=goal: _moves(wire) >= goal)  # type: ignore[misc]


def _moves(wire: Wire) -> int:
    return sum(entry["type"] == "played" for entry in entries_of(wire))


def faults(url: str, wires: Sequence[Wire]) -> list[bool]:
    """Of each table whether its last bot was another's choice; nobody is told before the end."""
    last = {wire.table["id"]: False for wire in wires}
    for game, _, _, data in whole_log(url):
        entry = decode_entry(data)
        if game in last and isinstance(entry, Played):
            last[game] = bool(entry.fault)
    return list(last.values())


@live
async def test_workers_are_killed_while_they_think(cluster: Cluster) -> None:
    with started(cluster.new_worker("second")) as second:
        wires = await look_on(cluster.servers[0])
        await until_moved(wires, 1)
        cluster.worker.end(signal.SIGKILL)
        await until_moved(wires, 2)  # by the other
        assert not any(faults(cluster.url, wires))
        for wire in wires:  # so that the games wait for somebody now and then
            assert (await wire.ask("back"))["type"] == "done"
        second.end(signal.SIGKILL)
    await play_round(wires)
    assert all(faults(cluster.url, wires))  # chosen by the server, which has waited for long
    cluster.heal()
    await until_bots_think(cluster.servers[0])
    await play_round(wires)
    assert not any(faults(cluster.url, wires))


async def play_round(wires: Sequence[Wire]) -> None:
    """Let the people have their turns, and wait until all bots have had theirs."""
    for wire in wires:
        await wire.until(lambda wire=wire: _to_move(wire) == PERSON)  # type: ignore[misc]
        while _to_move(wire) == PERSON:
            assert (await wire.play())["type"] == "done"
    for wire in wires:
        await wire.until(lambda wire=wire: _to_move(wire) == PERSON)  # type: ignore[misc]


def _to_move(wire: Wire) -> int:
    assert wire.game is not None
    seat: int = wire.game["to_move"]
    return seat


async def until_bots_think(server: Server) -> None:
    """Wait until a server has noticed that its workers are back."""
    while "han_bots_up 1.0" not in (await Guest(server).request("GET", "/metrics")).text:
        await pace()


@contextmanager
def started(worker: Program) -> Iterator[Program]:
    """A worker that thinks, and is gone at the end."""
    worker.launch()
    try:
        worker.until_said("Ready")
        yield worker
    finally:
        worker.clear_away()


@live
async def test_processes_of_the_pool_are_killed_while_they_think(tmp_path: Path) -> None:
    url = str(tmp_path / "han.sqlite")
    with running(Server(tmp_path, url, "--processes", "1")) as server:
        wires = await look_on(server)
        for _ in range(2):
            await until_moved(wires, 1)
            await until(lambda: thinkers(server), "a process that thinks")
            for process in thinkers(server):
                os.kill(process, signal.SIGKILL)
        await until_moved(wires, 1)
        assert not any(faults(url, wires))


def thinkers(server: Server) -> list[int]:
    """The processes in which bots of a server think."""
    threads = Path(f"/proc/{server.pid}/task").glob("*/children")
    children = [child for thread in threads for child in told_by(thread).split()]
    return [int(child) for child in children if "spawn_main" in told_by(f"/proc/{child}/cmdline")]


def told_by(path: Path | str) -> str:
    """What the system tells about a process or a thread; nothing if it has just ended."""
    with suppress(OSError):
        return Path(path).read_text()
    return ""
