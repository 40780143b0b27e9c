"""One table, several processes: its owner dies, ends kindly, or sleeps through its lease."""

import asyncio
import os
import signal
from collections.abc import Sequence

from sqlalchemy import select

from han.server.store.schema import games, nodes
from server.faults.bursts import PEOPLE, WITH_BOT, burst
from server.faults.clusters import Cluster
from server.faults.meetings import (
    Meeting,
    entries_of,
    leave_to_bots,
    meet_across,
    next_news,
)
from server.guests import Guest, live
from server.running import Server
from server.store.scenes import connected, whole_log
from server.wires import Json, Wire
from waiting import until

DUEL = "ways-of-diplomacy"


@live
async def test_a_table_is_the_same_at_every_process(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    meeting = await meet_across(owner, other, "scribe", "peasant", start=1)
    near, far = meeting.near, meeting.far
    before = far.game
    assert before is not None
    placed = await far.play(next(a for a in far.legal if a[0] in "HE"))
    undone = await far.ask("undo", moment=far.moment)
    assert (placed["type"], undone["type"]) == ("done", "done")
    assert far.game is not None
    assert far.game == before | {"moment": far.seq, "awaited": far.game["awaited"]}
    said = await far.ask("say", text="greetings from afar", id="hello")
    assert await near.ask("say", text="and back", id="hello") == {**said, "seq": said["seq"] + 1}
    await meeting.settle()
    await meeting.play_round()
    texts = [[e["text"] for e in entries_of(w) if e["type"] == "said"] for w in meeting.everybody]
    assert texts == 3 * [["greetings from afar", "and back"]]
    tried = {placed["seq"], undone["seq"]}
    for wire in meeting.everybody:
        numbers = sorted(entry["seq"] for entry in entries_of(wire))
        everything = range(numbers[0], near.seq + 1)
        assert numbers == [n for n in everything if wire is far or n not in tried]
    assert not far.is_over


@live
async def test_whoever_sits_down_at_another_process_sits(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    for _ in range(10):
        host, friend = Guest(owner), Guest(other)
        table = await host.create("me", "open", "open")
        await friend.connect(table)  # so that the process knows the table from before
        assert (await friend.sit(table, "Friend", seat=2))["mine"] == [2]
        left = await friend.request("DELETE", f"/api/tables/{table['id']}/seats/2")
        assert left.json()["mine"] == []
        assert (await friend.sit(table, "Friend", seat=1))["mine"] == [1]
        await friend.connect(table, 1)


@live
async def test_the_owner_is_killed_and_another_takes_over(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    people = await meet_across(owner, other, "scribe", start=1)
    await people.play_round()
    bots = await leave_to_bots(owner, other)
    await next_news(bots.spectator)
    owner.end(signal.SIGKILL)
    await asyncio.gather(go_on_by_commands(people, other), go_on_by_itself(bots, cluster.url))
    assert (await bots.far.ask("back"))["type"] == "done"


async def go_on_by_commands(meeting: Meeting, server: Server) -> None:
    """The host comes to another server, and everybody moves."""
    await meeting.near.until_closed()
    meeting.host.server = server
    meeting.near = await meeting.host.connect(meeting.table, 0)
    await meeting.play_round()


async def go_on_by_itself(meeting: Meeting, url: str) -> None:
    """A bot moves although nobody has asked for the table, and everybody hears of it."""
    table = meeting.table["id"]
    await until(lambda: taken_over(url, {table}), "another owner")
    first = min(seq for game, seq, epoch, _ in whole_log(url) if game == table and epoch > 1)
    await meeting.spectator.until(lambda: meeting.spectator.seq >= first)


def taken_over(url: str, tables: set[str]) -> set[str]:
    """Those of the tables to which somebody else than their first owner has written."""
    return {game for game, _, epoch, _ in whole_log(url) if epoch > 1} & tables


@live
async def test_an_owner_that_ends_hands_over_at_once(cluster: Cluster) -> None:
    owner, other = cluster.servers[:2]
    meeting = await meet_across(owner, other, "scribe", start=1)
    await meeting.play_round()
    assert await asyncio.to_thread(owner.end) == 0
    assert await meeting.near.until_closed() == 1012
    assert meeting.near.heard[-1] == {"type": "bye", "retry_ms": 500}
    assert not is_owner_alive(cluster.url, meeting)
    assert (await meeting.far.ask("say", text="still here"))["type"] == "done"
    await go_on_by_commands(meeting, other)


def is_owner_alive(url: str, meeting: Meeting) -> bool:
    """Whether the process that last owned a table still counts as living."""
    owner = select(games.c.owner).where(games.c.id == meeting.table["id"]).scalar_subquery()
    with connected(url) as connection:
        alive_until = connection.scalar(select(nodes.c.alive_until).where(nodes.c.id == owner))
        return bool(alive_until)


@live
async def test_an_owner_that_sleeps_through_its_lease_cannot_write(cluster: Cluster) -> None:
    sleeper = cluster.servers[0]
    async with (
        burst(cluster.url, cluster.servers, *PEOPLE, tables=6) as people,
        burst(cluster.url, cluster.servers, *WITH_BOT, tables=3) as with_bots,
    ):
        await people.until_accepted(5)
        tables = {*people.tables, *with_bots.tables}
        before = taken_over(cluster.url, tables)
        os.kill(sleeper.pid, signal.SIGSTOP)
        try:
            # a table where all wait for somebody at the sleeper would need no other owner
            people.speak_up()
            await until(lambda: taken_over(cluster.url, tables) > before, "another owner")
        finally:
            os.kill(sleeper.pid, signal.SIGCONT)
        await asyncio.gather(people.until_back(), with_bots.until_back())
        await people.until_accepted(5)
    assert people.refusals | with_bots.refusals <= {"server.busy"}


@live
async def test_of_two_devices_at_two_processes_one_is_first(cluster: Cluster) -> None:
    owner, *others = cluster.servers
    host = Guest(owner)
    table = await host.create("me", {"kind": "here", "name": "Here"}, start=0, map=DUEL)
    await host.start(table)
    devices = []
    for server in others:
        host.server = server
        devices.append(await host.connect(table, 0))
    for number in range(15):
        first, last = await decide_at_once(devices)
        assert sorted((first.get("key", ""), last.get("key", ""))) == ["", "table.too_late"]
        first, last = await decide_at_once(devices, id=f"same {number}")
        assert first == last
        assert first["type"] == "done"
    assert devices[0].seq == devices[1].seq == 2 + 2 * 15


async def decide_at_once(devices: Sequence[Wire], **keys: object) -> list[Json]:
    """Let two devices decide for the same seat: differently, unless the command has a name."""
    latest = max(device.seq for device in devices)
    for device in devices:
        await device.until(lambda device=device: device.seq >= latest)  # type: ignore[misc]
        assert device.game is not None
        await device.say({"type": "look", "seat": device.game["to_move"]})
        await device.until(lambda device=device: device.legal)  # type: ignore[misc]
    actions = devices[0].legal[0], devices[0].legal[0 if keys else -1]
    commands = [d.play(action, **keys) for d, action in zip(devices, actions, strict=True)]
    return list(await asyncio.gather(*commands))
