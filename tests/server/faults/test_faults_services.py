"""The database or the broker breaks under a burst: nothing accepted is lost, all goes on."""

import asyncio
import signal
from collections.abc import Sequence

from server.faults.bursts import PEOPLE, WITH_BOT, burst
from server.faults.clusters import Cluster
from server.faults.meetings import leave_to_bots, meet_across, next_news
from server.faults.players import IN_TROUBLE
from server.faults.relay import Relay, relay_to
from server.guests import Guest, live
from server.running import Server
from server.wires import Wire
from waiting import pace

DUEL = "ways-of-diplomacy"


@live
async def test_connections_to_the_database_are_cut(cluster: Cluster) -> None:
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_accepted(5)
        for _ in range(15):
            await asyncio.to_thread(cluster.cut_connections)
            await people.until_accepted(1)
        await asyncio.gather(people.until_back(), with_bots.until_back())
        await asyncio.to_thread(cluster.crash_database)
        await asyncio.gather(people.until_back(), with_bots.until_back())
    assert people.refusals | with_bots.refusals == set()


@live
async def test_the_database_is_away_for_long(cluster: Cluster) -> None:
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_accepted(5)
        with cluster.database_away():
            await people.until_refused("server.cannot_save")
        await asyncio.gather(people.until_back(), with_bots.until_back())
    assert people.refusals | with_bots.refusals <= set(IN_TROUBLE)


@live
async def test_the_broker_is_killed_and_started_again(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_accepted(5)
        slow = await leave_to_bots(owner, other)
        await next_news(slow.spectator)
        cluster.broker.kill()  # a worker thinks
        for server in cluster.servers:
            await until_broker_is_missed(server)
        await asyncio.to_thread(cluster.broker.start)
        for _ in range(3):
            await next_news(slow.spectator)
        assert (await slow.far.ask("back"))["type"] == "done"
        await asyncio.gather(people.until_back(), with_bots.until_back())
    assert people.refusals | with_bots.refusals <= {"server.busy"}


async def until_broker_is_missed(server: Server) -> None:
    """Wait until a server says that it has no broker."""
    guest = Guest(server)
    while (await guest.request("GET", "/readyz")).json()["bus"]:
        await pace()


@live
async def test_spectators_elsewhere_catch_up_when_the_broker_is_back(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    host = Guest(owner)
    table = await host.create("me", {"kind": "here", "name": "Here"}, "open", start=0)
    spectator = await Guest(other).connect(table)
    await Guest(other).sit(table, "Friend")
    await host.start(table)
    wire = await host.connect(table, 0)
    for _ in range(3):
        await play_and_undo(wire)
        await talk(wire, 20)
        cluster.broker.kill()
        await talk(wire, 20)
        await asyncio.to_thread(cluster.broker.start)
        await spectator.until(lambda: spectator.seq == wire.seq)


@live
async def test_a_server_with_a_dead_connection_to_the_broker(cluster: Cluster) -> None:
    async with relay_to(cluster.broker) as relay:
        remote = Server(cluster.folder, cluster.url, "--nats", relay.address, name="remote")
        try:
            await asyncio.to_thread(remote.start)
            await tell_again_what_was_swallowed(relay, remote, cluster.servers[0])
            await know_who_sits_down_elsewhere(relay, remote, cluster.servers[0])
            await welcome_with_what_is_stored(relay, remote, cluster.servers[0])
            await tell_for_the_dead(relay, remote, cluster.servers)
        finally:
            remote.clear_away()


async def tell_again_what_was_swallowed(relay: Relay, remote: Server, other: Server) -> None:
    """What the remote server tells nobody hears, and only that server finds out."""
    meeting = await meet_across(remote, other, start=0, map=DUEL)
    relay.is_dead = True
    assert (await meeting.near.play())["type"] == "done"
    relay.cut()
    await meeting.settle()


async def know_who_sits_down_elsewhere(relay: Relay, remote: Server, other: Server) -> None:
    """The remote server hears nothing of a table that it knows."""
    host, friend = Guest(other), Guest(other)
    table = await host.create("me", "open", map=DUEL)
    await Guest(remote).connect(table)
    relay.is_dead = True
    await friend.sit(table, "Friend")
    friend.server = remote
    assert (await friend.connect(table, 1)).table["mine"] == [1]
    relay.cut()


async def welcome_with_what_is_stored(relay: Relay, remote: Server, other: Server) -> None:
    """Whoever comes to the remote server, which hears nothing, sees what was seen elsewhere."""
    meeting = await meet_across(other, remote, start=0, map=DUEL)
    relay.is_dead = True
    done = await meeting.near.play()
    for seen in (None, done["seq"]):
        wire = await Guest(remote).connect(meeting.table, seen=seen)
        assert wire.heard[0]["seq"] == done["seq"]
    relay.cut()
    await meeting.settle()


async def tell_for_the_dead(relay: Relay, remote: Server, others: Sequence[Server]) -> None:
    """The remote server dies after a move of somebody who does not come back for long."""
    meeting = await meet_across(remote, others[0], start=0, map=DUEL)
    command = {"id": "the last", "moment": meeting.near.moment, "action": meeting.near.legal[0]}
    relay.is_dead = True
    done = await meeting.near.ask("play", **command)
    remote.end(signal.SIGKILL)
    for wire in (meeting.far, meeting.spectator):
        await wire.until(lambda wire=wire: wire.seq == done["seq"])  # type: ignore[misc]
    meeting.host.server = others[1]
    meeting.near = await meeting.host.connect(meeting.table, 0)
    assert await meeting.near.ask("play", **command) == done
    await meeting.settle()


@live
async def test_a_command_that_is_passed_on_twice_is_accepted_once(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    host, friend = Guest(owner), Guest(other)
    table = await host.create("me", "open", map=DUEL)
    await friend.get("/api/me")
    forwarded = await count_forwarded(other)
    with cluster.log_locked():
        sitting = asyncio.create_task(friend.sit(table, "Friend"))
        while await count_forwarded(other) < forwarded + 2:
            await pace()
        assert not sitting.done()
    assert (await sitting)["mine"] == [1]


async def count_forwarded(server: Server) -> int:
    """How many commands a server has passed on to others."""
    text = (await Guest(server).request("GET", "/metrics")).text
    (line,) = [line for line in text.splitlines() if line.startswith("han_forwarded_total ")]
    return int(float(line.split()[1]))


async def play_and_undo(wire: Wire) -> None:
    """Place a piece and take it back."""
    piece = next(action for action in wire.legal if action[0] in "HE")
    assert (await wire.play(piece))["type"] == "done"
    assert (await wire.ask("undo", moment=wire.moment))["type"] == "done"


async def talk(wire: Wire, count: int) -> None:
    """Say something so many times."""
    for _ in range(count):
        assert (await wire.ask("say", text="hello"))["type"] == "done"
