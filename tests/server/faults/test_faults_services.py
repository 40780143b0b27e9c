"""The database or the broker breaks under a burst: nothing granted is lost, all goes on."""

import asyncio
import signal
import time
from collections.abc import Sequence

from server.faults.bursts import LIMIT_S, PEOPLE, WITH_BOT, burst, crowding
from server.faults.clusters import Cluster
from server.faults.lines import Line, line_to
from server.faults.meetings import meet_across, next_news
from server.faults.players import IN_TROUBLE
from server.guests import Guest, live
from server.running import Server
from server.wires import Wire

DUEL = "ways-of-diplomacy"
FORWARD_S = 3.0
"""How long a server waits for another's answer before it asks again."""
STORE_PATIENCE_S = 10.0
"""How long a server waits for its database before it says that it cannot save."""


@live
async def test_connections_to_the_database_are_cut(cluster: Cluster) -> None:
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_granted(5)
        for _ in range(15):
            await asyncio.to_thread(cluster.cut_connections)
            await asyncio.sleep(0.1)
        cut = time.monotonic()
        back = await asyncio.gather(people.until_back(cut), with_bots.until_back(cut))
        assert max(back) < LIMIT_S * crowding()
        await asyncio.to_thread(cluster.crash_database)
        crashed = time.monotonic()
        back = await asyncio.gather(people.until_back(crashed), with_bots.until_back(crashed))
        assert max(back) < LIMIT_S * crowding()
    assert people.refusals | with_bots.refusals == set()


@live
async def test_the_database_is_away_for_long(cluster: Cluster) -> None:
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_granted(5)
        with cluster.database_away():
            await asyncio.sleep(STORE_PATIENCE_S + 2)
        back_at = time.monotonic()
        back = await asyncio.gather(people.until_back(back_at), with_bots.until_back(back_at))
        assert max(back) < LIMIT_S * crowding()
    refusals = people.refusals | with_bots.refusals
    assert "server.cannot_save" in refusals
    assert refusals <= set(IN_TROUBLE)


@live
async def test_the_broker_is_killed_and_started_again(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_granted(5)
        slow = await meet_across(owner, other, "chancellor", start=2)
        await next_news(slow.onlooker)
        cluster.broker.kill()  # a worker thinks
        await asyncio.sleep(2)
        await asyncio.to_thread(cluster.broker.start)
        restarted = time.monotonic()
        await slow.onlooker.until(lambda: slow.onlooker.game and slow.onlooker.game["to_move"] == 0)
        back = await asyncio.gather(people.until_back(restarted), with_bots.until_back(restarted))
        assert max(back) < LIMIT_S * crowding()
    assert people.refusals | with_bots.refusals <= {"server.busy"}


@live
async def test_onlookers_elsewhere_catch_up_when_the_broker_is_back(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    host = Guest(owner)
    table = await host.create("me", {"kind": "here", "name": "Here"}, "open", start=0)
    onlooker = await Guest(other).connect(table)
    await Guest(other).sit(table, "Friend")
    await host.start(table)
    wire = await host.connect(table, 0)
    for _ in range(3):
        playing = asyncio.create_task(play_and_talk(wire, seconds=0.6))
        await asyncio.sleep(0.3)
        cluster.broker.kill()
        await playing
        await asyncio.to_thread(cluster.broker.start)
        restarted = time.monotonic()
        await onlooker.until(lambda: onlooker.seq == wire.seq)
        late = time.monotonic() - restarted
        print(f"caught up after {late:.2f} s")
        assert late < LIMIT_S * crowding()


@live
async def test_a_server_with_a_dead_line_to_the_broker(cluster: Cluster) -> None:
    async with line_to(cluster.broker) as line:
        remote = Server(cluster.folder, cluster.url, "--nats", line.address, name="remote")
        try:
            await asyncio.to_thread(remote.start)
            await tell_again_what_was_swallowed(line, remote, cluster.servers[0])
            await know_who_sits_down_elsewhere(line, remote, cluster.servers[0])
            await tell_for_the_dead(line, remote, cluster.servers)
        finally:
            remote.clear_away()


async def tell_again_what_was_swallowed(line: Line, remote: Server, other: Server) -> None:
    """What the remote server tells nobody hears, and only that server finds out."""
    meeting = await meet_across(remote, other, start=0, map=DUEL)
    line.is_dead = True
    assert (await meeting.near.play())["type"] == "done"
    line.cut()
    await meeting.settle()


async def know_who_sits_down_elsewhere(line: Line, remote: Server, other: Server) -> None:
    """The remote server hears nothing of a table that it knows."""
    host, friend = Guest(other), Guest(other)
    table = await host.create("me", "open", map=DUEL)
    await Guest(remote).connect(table)
    line.is_dead = True
    await friend.sit(table, "Friend")
    friend.server = remote
    assert (await friend.connect(table, 1)).table["mine"] == [1]
    line.cut()


async def tell_for_the_dead(line: Line, remote: Server, others: Sequence[Server]) -> None:
    """The remote server dies after a move of somebody who does not come back for long."""
    meeting = await meet_across(remote, others[0], start=0, map=DUEL)
    wish = {"id": "the last", "moment": meeting.near.moment, "action": meeting.near.legal[0]}
    line.is_dead = True
    done = await meeting.near.ask("play", **wish)
    remote.end(signal.SIGKILL)
    for wire in (meeting.far, meeting.onlooker):
        await wire.until(lambda wire=wire: wire.seq == done["seq"])  # type: ignore[misc]
    meeting.host.server = others[1]
    meeting.near = await meeting.host.connect(meeting.table, 0)
    assert await meeting.near.ask("play", **wish) == done
    await meeting.settle()


@live
async def test_a_wish_that_is_passed_on_twice_is_granted_once(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    host, friend = Guest(owner), Guest(other)
    table = await host.create("me", "open", map=DUEL)
    await friend.get("/api/me")
    with cluster.log_locked():
        sitting = asyncio.create_task(friend.sit(table, "Friend"))
        await asyncio.sleep(FORWARD_S + 1)
        assert not sitting.done()
    assert (await sitting)["mine"] == [1]


async def play_and_talk(wire: Wire, seconds: float) -> None:
    """Place a piece, take it back, and talk for a while."""
    end = time.monotonic() + seconds
    piece = next(action for action in wire.legal if action[0] in "HE")
    assert (await wire.play(piece))["type"] == "done"
    assert (await wire.ask("undo", moment=wire.moment))["type"] == "done"
    while time.monotonic() < end:
        assert (await wire.ask("say", text="hello"))["type"] == "done"
