"""Hubs whose people or servers are away: missed deadlines, outages, nudges. Times are made up."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import select, update

from han.server.bot_pool import LocalBotPool
from han.server.hub import Hub
from han.server.live_table import LiveTable
from han.server.now import now_ms
from han.server.store import LogRow
from han.server.store.schema import nodes
from han.server.summary import state_of
from han.table import command as commands
from han.table import entry as log
from han.table.absence import NUDGE_AFTER_MS, STAND_IN_AFTER_MS
from han.table.entry import Entry, Nudged, Seat, decode_entry, encode_entry
from han.table.options import Clock
from han.table.table import Table
from han.table.timing import LEAST_ON_RETURN
from server.hubs import ANN, BEN, SEED, ann, beginning, ben, by, node, set_up
from server.store.scenes import connected, whole_log
from waiting import run, until

TURNS = Clock("turn", 20)
MANY_S = 3600.0


def let_have_lived(url: str, name: str, from_s: float, to_s: float) -> None:
    """Let a node's first and last sign of life have been so many seconds ago."""
    now = time.time()
    life = {"alive_until": 0, "since": now - from_s, "seen": now - to_s}
    with connected(url) as connection:
        connection.execute(update(nodes).where(nodes.c.id == name).values(**life))


def stored(url: str) -> list[Entry]:
    return [decode_entry(data) for *_, data in whole_log(url)]


def kinds(url: str) -> list[type[Entry]]:
    return [type(entry) for entry in stored(url)]


def left_s(live: LiveTable) -> float:
    assert live.table.deadline is not None
    return (live.table.deadline - now_ms()) / 1000


@asynccontextmanager
async def sweeping(hub: Hub) -> AsyncIterator[None]:
    """A hub that looks for games that wait."""
    chore = asyncio.create_task(hub.chores.sweep(300))
    try:
        yield
    finally:
        chore.cancel()


async def leave_game(url: str, entries: list[Entry], *, down_s: float) -> str:
    """A game that node `a` has looked after until so many seconds ago."""
    table = Table.load("table", SEED, entries, "invite")
    rows = [LogRow(seq, entry.at / 1000, encode_entry(entry)) for seq, entry in enumerate(entries)]
    async with node(url, "a") as (_, store):  # not by its hub, which would let the clock run out
        await store.create("table", "invite", SEED, rows, state_of(table, seats_changed=True))
    let_have_lived(url, "a", MANY_S, down_s)
    return table.id


# A missed deadline.


async def until_stored(url: str, kind: type[Entry], times: int = 1) -> None:
    await until(lambda: kinds(url).count(kind) == times, f"{times} {kind.__name__}")


def test_a_missed_deadline_costs_one_turn_and_the_game_waits_when_all_are_away(
    sqlite_url: str,
) -> None:
    """Ann had 5 s, long ago. Bots are quick: by themselves they would play to the end at once."""

    async def scene() -> None:
        bot_pool = LocalBotPool(1)
        await bot_pool.start()
        async with node(sqlite_url, bot_pool=bot_pool) as (hub, _):
            live = await set_up(hub, beginning(ann, ben, clock=Clock("turn", 5), ago_s=100))
            await until(lambda: live.table.is_waiting, "Ben's missed deadline")
            assert not live.has_chore
            assert (live.table.to_move, live.table.bot_to_move) == (1, None)
            first, *played, last = stored(sqlite_url)[2:]
            assert isinstance(first, log.StoodIn)
            assert isinstance(last, log.StoodIn)
            assert {entry.seat for entry in played if isinstance(entry, log.Played)} == {0}
            assert last.at - played[-1].at >= 5000, "Ben's clock was whole"
            back = await hub.send(live.table.id, by(ANN, 0, commands.ComeBack))
            assert back.is_accepted
            await until(lambda: live.table.to_move == 0, "the stand-in's turn for Ben")
        await bot_pool.stop()

    run(scene())
    after = stored(sqlite_url)
    came_back = [type(entry) for entry in after].index(log.CameBack)
    movers = [(e.seat, e.by) for e in after[came_back:] if isinstance(e, log.Played)]
    assert set(movers) == {(1, "stand_in")}


def test_a_waiting_game_still_waits_after_a_restart(sqlite_url: str) -> None:
    entries = beginning(ann, Seat("bot", bot="random"), clock=TURNS, ago_s=100)
    entries.append(log.StoodIn(at=entries[-1].at + 20_000, seat=0, reason="clock"))

    async def scene() -> None:
        table_id = await leave_game(sqlite_url, entries, down_s=50)
        async with node(sqlite_url, "b") as (hub, store), sweeping(hub):
            assert await store.due(10) == []
            live = await hub.live_table(table_id)
            assert live.table.is_waiting
            assert (await hub.send(table_id, by(ANN, 0, commands.ComeBack))).is_accepted
            assert live.table.person_to_move == 0
            assert left_s(live) <= LEAST_ON_RETURN / 1000

    run(scene())


# A server that was down.


def test_a_clock_that_ran_out_while_no_server_was_there_goes_on(database_url: str) -> None:
    """Ann had 15 s left when the server went, 21 s ago."""

    async def scene() -> None:
        entries = beginning(ann, ben, clock=TURNS, ago_s=26)
        table_id = await leave_game(database_url, entries, down_s=21)
        async with node(database_url, "b") as (hub, _), sweeping(hub):
            await until_stored(database_url, log.Downtime)
            live = await hub.live_table(table_id)
            await until(lambda: live.has_chore, "a clock that is watched")
            lost = stored(database_url)[-1]
            assert isinstance(lost, log.Downtime)
            assert lost.ms >= 21_000
            assert live.table.deadline == entries[-1].at + lost.ms + 20_000
            assert live.table.person_to_move == 0
        assert kinds(database_url)[2:] == [log.Downtime]

    run(scene())


def test_outages_add_up(sqlite_url: str) -> None:
    """The first was given back 700 s ago; the second is too, and the time between is not."""

    async def scene() -> None:
        entries = beginning(ann, ben, clock=Clock("turn", 2000), ago_s=1000)
        entries.append(log.Downtime(at=entries[-1].at + 300_000, ms=100_000))
        table_id = await leave_game(sqlite_url, entries, down_s=900)
        async with node(sqlite_url, "b"):
            pass
        let_have_lived(sqlite_url, "b", 800, 400)
        async with node(sqlite_url, "c") as (hub, _):
            live = await hub.live_table(table_id)
            await hub.refresh(live, None)
            first, second = [e.ms for e in stored(sqlite_url) if isinstance(e, log.Downtime)]
            assert first == 100_000
            assert 400_000 <= second < 460_000
            assert live.table.deadline == entries[1].at + 2_000_000 + first + second

    run(scene())


def test_servers_that_came_and_went_while_nobody_looked(sqlite_url: str) -> None:
    """Only the gaps between them are given back: 100 s and 200 s of the last 1000."""

    async def scene() -> None:
        entries = beginning(ann, ben, clock=Clock("turn", 2000), ago_s=1000)
        table_id = await leave_game(sqlite_url, entries, down_s=900)
        async with node(sqlite_url, "b"):
            pass
        let_have_lived(sqlite_url, "b", 800, 200)
        async with node(sqlite_url, "c") as (hub, _):
            live = await hub.live_table(table_id)
            await hub.refresh(live, None)
            (lost,) = [e.ms / 1000 for e in stored(sqlite_url) if isinstance(e, log.Downtime)]
            assert 300 <= lost < 360
            assert 1300 - 60 < left_s(live) <= 1000 + lost

    run(scene())


def test_a_decision_after_an_outage_is_charged_for_the_time_that_there_was(
    sqlite_url: str,
) -> None:
    async def scene() -> None:
        entries = beginning(ann, ben, clock=Clock("fischer", 600), ago_s=900)
        table_id = await leave_game(sqlite_url, entries, down_s=800)
        async with node(sqlite_url, "b") as (hub, _):
            live = await hub.live_table(table_id)
            while live.table.to_move == 0:
                action = live.table.position.legal_actions.texts[0]
                play = by(ANN, 0, commands.Play, action=action, moment=live.table.moment)
                assert (await hub.send(table_id, play)).is_accepted
            assert kinds(sqlite_url)[2] is log.Downtime
            assert live.table.timing is not None
            left = live.table.timing.left(0)
            assert left is not None
            assert 440_000 < left <= 500_000

    run(scene())


# A server whose database was away.


@asynccontextmanager
async def beating(hub: Hub, lease_s: float = 1000) -> AsyncIterator[None]:
    """A hub that shows that it lives."""
    chore = asyncio.create_task(hub.chores.beat(lease_s))
    try:
        yield
    finally:
        chore.cancel()


def test_a_clock_that_ran_while_the_database_was_away_is_given_that_time(database_url: str) -> None:
    """Of Ann's 2000 s the server could save nothing in the last 800."""

    async def scene() -> None:
        entries = beginning(ann, ben, clock=Clock("turn", 2000), ago_s=1000)
        async with node(database_url, "a") as (hub, _):
            live = await set_up(hub, entries)
            let_have_lived(database_url, "a", MANY_S, 800)
            async with beating(hub):
                await until(lambda: log.Downtime in kinds(database_url), "time given back")
                await until(lambda: live.has_chore, "a clock that is watched")
            (lost,) = [e.ms / 1000 for e in stored(database_url) if isinstance(e, log.Downtime)]
            assert 800 <= lost < 860
            assert live.table.deadline == entries[1].at + 2_000_000 + round(1000 * lost)

    run(scene())


def test_no_clock_runs_out_while_the_database_is_away(sqlite_url: str) -> None:
    """Ann's 500 s ended in the outage; when the database is back she has what was left."""

    async def scene() -> None:
        async with node(sqlite_url, "a") as (hub, store):
            let_have_lived(sqlite_url, "a", MANY_S, MANY_S)
            async with beating(hub, lease_s=0):
                await until(lambda: last_sign(sqlite_url, "a") > time.time() - MANY_S / 2)
                first = last_sign(sqlite_url, "a")
                # the hub shows again that it lives once it knows how long its leases last
                await until(lambda: last_sign(sqlite_url, "a") > first)
            await store.beat(1000)  # after one that may be under way
            let_have_lived(sqlite_url, "a", MANY_S, 800)
            entries = beginning(ann, ben, clock=Clock("turn", 500), ago_s=1000)
            live = await set_up(hub, entries)
            ran_out = live.table.deadline
            assert ran_out == entries[1].at + 500_000
            async with beating(hub):
                # what is stored reaches the table a moment later
                await until(lambda: live.table.deadline != ran_out, "time given back")
            assert kinds(sqlite_url)[2:] == [log.Downtime]
            lost = stored(sqlite_url)[2]
            assert isinstance(lost, log.Downtime)
            assert live.table.person_to_move == 0
            assert live.table.deadline == ran_out + lost.ms

    run(scene())


def last_sign(url: str, name: str) -> float:
    """When a node showed last that it lives."""
    with connected(url) as connection:
        seen = connection.scalar(select(nodes.c.seen).where(nodes.c.id == name))
    assert seen is not None
    return float(seen)


def test_a_table_without_a_clock_is_left_alone(sqlite_url: str) -> None:
    async def scene() -> None:
        table_id = await leave_game(sqlite_url, beginning(ann, ben, ago_s=900), down_s=800)
        async with node(sqlite_url, "b") as (hub, _):
            say = by(ANN, 0, commands.Say, phrase="hello")
            assert (await hub.send(table_id, say)).is_accepted
        assert kinds(sqlite_url)[2:] == [log.Said]

    run(scene())


# Somebody who is gone, at a table without a clock.


def test_a_nudge_and_then_a_bot_until_the_player_is_back(sqlite_url: str) -> None:
    waited_s = (NUDGE_AFTER_MS + STAND_IN_AFTER_MS) / 1000
    entries = beginning(ann, ben, ago_s=waited_s)

    async def scene() -> None:
        bot_pool = LocalBotPool(1)
        await bot_pool.start()
        async with node(sqlite_url, bot_pool=bot_pool) as (hub, _):
            nudged = Nudged(at=entries[-1].at + NUDGE_AFTER_MS, guest=BEN, seat=1, whom=0)
            live = await set_up(hub, [*entries, nudged])
            table_id = live.table.id
            again = by(BEN, 1, commands.Nudge, whom=0)
            assert (await hub.send(table_id, again)).is_accepted, "it was a while ago"
            again = by(BEN, 1, commands.Nudge, whom=0)
            assert (await hub.send(table_id, again)).key == "table.nudge_too_soon"
            ask = by(BEN, 1, commands.AskStandIn, whom=0, agreed=True)
            assert (await hub.send(table_id, ask)).is_accepted
            await until(lambda: live.table.to_move == 1, "the stand-in's turn")
            assert live.table.stand_ins == {0: "absent"}
            back = by(ANN, 0, commands.ComeBack)
            assert (await hub.send(table_id, back)).is_accepted
            assert live.table.stand_ins == {}
        await bot_pool.stop()

    run(scene())
