"""What a server does by itself goes on, whatever happens to it, to its database or to others."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from sqlalchemy import insert, text, update
from sqlalchemy.exc import OperationalError

from han.server.bot_pool import LocalBotPool
from han.server.bus import LocalBus
from han.server.chores import SWEEP_S
from han.server.hub import Hub
from han.server.now import now_ms
from han.server.store import LogRow, StoreDownError
from han.server.store.schema import games, log, nodes
from han.server.summary import state_of
from han.table import moves
from han.table.command import AddSalt, Play, Say, SentCommand
from han.table.entry import Entry, Said, Seat, Starting, Undone, encode_entry
from han.table.options import Clock
from han.table.progress import Progress
from han.table.sender import Sender
from han.table.table import Table
from han.table.telling import Viewer
from server.databases import PostgresServer, only_reading
from server.hubs import ANN, BEN, SEED, Ear, ann, beginning, ben, by, node, set_up
from server.store.scenes import Pause, blocked, connected, watching
from waiting import TimeTravelLoop, run, travel, until

SAID = encode_entry(Said(at=1, guest=ANN, seat=0, text="hello"))
HOUR = 3_600_000
NEWER = b'{"type":"from_a_newer_version","at":1}'


def hello() -> SentCommand:
    return by(ANN, 0, Say, text="hello")


@contextmanager
def doing_chores(hub: Hub, idle_s: float = 300) -> Iterator[list[asyncio.Task[None]]]:
    """A hub that beats and sweeps."""
    chores = [
        asyncio.create_task(hub.chores.beat(1.0)),
        asyncio.create_task(hub.chores.sweep(idle_s)),
    ]
    try:
        yield chores
    finally:
        for chore in chores:
            chore.cancel()


async def sweep(hub: Hub, times: int) -> None:
    """Let so many whole sweeps pass, without waiting for their time to come."""
    for _ in range(times + 1):  # the first may be under way
        before = sweeps_of(hub)
        travel(SWEEP_S)
        await until(lambda before=before: sweeps_of(hub) > before, "a sweep")  # type: ignore[misc]


def sweeps_of(hub: Hub) -> float:
    return hub.metrics.registry.get_sample_value("han_sweeps_total") or 0


def errors_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was noted as an error."""
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


def store_for_another(url: str, table_id: str, seq: int, data: bytes, epoch: int = 2) -> LogRow:
    """Let a living node `b` own a game and have stored an entry."""
    row = LogRow(seq, 1.0, data)
    with connected(url) as connection:
        connection.execute(
            update(games).where(games.c.id == table_id).values(owner="b", epoch=epoch, last_seq=seq)
        )
        values = {"game": table_id, "seq": seq, "epoch": epoch, "at": row.at, "data": data}
        connection.execute(insert(log).values(values))
    return row


def let_live(url: str, name: str) -> None:
    with connected(url) as connection:
        connection.execute(insert(nodes).values(id=name, alive_until=2**40))


def test_chores_outlive_a_database_that_only_reads(
    postgres_server: PostgresServer, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with node(postgres_url, retry_for_s=0.3) as (hub, store):
            live = await set_up(hub, beginning(ann, ben))
            with doing_chores(hub) as chores:
                with only_reading(postgres_server, postgres_url):
                    await until(lambda: errors_in(caplog), "a beat that failed")
                    refused = await hub.send(live.table.id, hello())
                    assert refused.key == "server.cannot_save"
                await sweep(hub, 1)
                assert not any(chore.done() for chore in chores)
                assert await store.find_fault() is None
                while not (said := await hub.send(live.table.id, hello())).is_accepted:
                    assert said.key == "server.cannot_save"

    run(scene(), loop_factory=TimeTravelLoop)
    assert set(errors_in(caplog)) == {"this process cannot show that it lives"}


def test_an_entry_of_a_newer_version_does_not_keep_the_news_from_other_tables(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            strange, plain = [await set_up(hub, beginning(ann, ben)) for _ in range(2)]
            let_live(sqlite_url, "b")
            store_for_another(sqlite_url, strange.table.id, 2, NEWER)
            store_for_another(sqlite_url, plain.table.id, 2, SAID)
            for live in (strange, plain):
                live.epoch = None
                live.listeners.add(Ear())
            with doing_chores(hub) as chores:
                await until(lambda: plain.table.seq == 2)
                await sweep(hub, 2)
                assert not any(chore.done() for chore in chores)
            assert strange.table.seq == 1

    run(scene(), loop_factory=TimeTravelLoop)
    assert len(errors_in(caplog)) == 1  # it is not noted each second


def first_action(table: Table) -> Progress:
    return moves.play_bot(table, now_ms(), str(table.position.legal_actions[0]))


def test_whoever_slept_through_a_lease_takes_the_game_up_again(postgres_url: str) -> None:
    """Another process went on with the game, and died."""

    async def scene() -> None:
        bus, bot_pool = LocalBus(), LocalBotPool(1)
        await bot_pool.start()
        async with node(postgres_url, "a", bus, bot_pool) as (hub, store):
            slow = Seat("bot", bot="mcts:ms=2000")
            ours = await set_up(hub, beginning(slow, Seat("bot", bot="random")))
            await until(lambda: bot_pool.waiting == 1)
            await store.resign()  # we sleep: our lease runs out
            async with node(postgres_url, "b", bus, bot_pool) as (other, others):
                theirs = await other.live_table(ours.table.id)
                assert await other.owner_elsewhere(theirs) is None
                while theirs.table.to_move == 0:
                    await other.act(theirs, first_action)
                await others.resign()
            await until(lambda: ours.table.seq == theirs.table.seq)
            await until(lambda: bot_pool.waiting == 0 and not ours.has_chore, "the bot's end")
            await store.beat(1000)
            with doing_chores(hub):
                await until(lambda: ours.table.seq > theirs.table.seq)
        await bot_pool.stop()

    run(scene())


def test_cards_are_dealt_when_nobody_waits_for_salts_any_longer(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            created, _ = beginning(ann, ben)
            live = await set_up(hub, [created, Starting(at=1, guest=ANN, until=2)])
            await until(lambda: live.table.status == "running")
            assert live.table.salt_origins == ("none", "none")
            waiting = await set_up(hub, [created, Starting(at=1, guest=ANN, until=now_ms() + HOUR)])
            bound = waiting.table.commitment
            for guest in (ANN, BEN):
                assert waiting.table.status == "open"
                salt = by(guest, None, AddSalt, commitment=bound, salt=f"salt of {guest}")
                assert (await hub.send(waiting.table.id, salt)).is_accepted
            await until(lambda: waiting.table.status == "running")
            assert waiting.table.salt_origins == ("own", "own")

    run(scene())


def test_a_deal_is_made_up_for_when_its_server_has_died(sqlite_url: str) -> None:
    async def prepare() -> str:
        async with node(sqlite_url) as (hub, _):
            return (await set_up(hub, beginning(ann, ben)[:1])).table.id

    async def scene(table_id: str) -> None:
        starting = Starting(at=1, guest=ANN, until=2)
        store_for_another(sqlite_url, table_id, 1, encode_entry(starting))
        table = Table.load(table_id, SEED, [*beginning(ann, ben)[:1], starting])
        due = state_of(table, seats_changed=False).due_at
        assert due == starting.until / 1000
        with connected(sqlite_url) as connection:
            connection.execute(update(games).values(due_at=due))
        async with node(sqlite_url, "c") as (hub, _):
            with doing_chores(hub):
                await until(lambda: table_id in hub.live_tables)
                await until(lambda: hub.live_tables[table_id].table.status == "running")

    run(scene(run(prepare())))


def test_another_writers_entry_ends_our_lease(sqlite_url: str) -> None:
    async def scene() -> None:
        bus = LocalBus()
        async with node(sqlite_url, bus=bus) as (hub, _):
            live = await set_up(hub, beginning(ann, ben))
            assert (await hub.send(live.table.id, hello())).is_accepted
            assert live.epoch == 1  # of our own entries we hear too
            row = store_for_another(sqlite_url, live.table.id, 3, SAID)
            await bus.publish(live.table.id, msgspec.msgpack.encode([row]))
            await until(lambda: live.table.seq == 3)
            assert live.epoch is None
            # nobody called `b` lives any more: the next command claims the game and is accepted
            assert (await hub.send(live.table.id, hello())).is_accepted
            assert (live.epoch, live.table.seq) == (3, 4)

    run(scene())


@pytest.mark.parametrize("clock", [Clock(), Clock("turn", 600)])
@pytest.mark.parametrize("seen", [None, 2])
def test_whoever_comes_sees_what_another_process_has_stored(
    sqlite_url: str, seen: int | None, clock: Clock
) -> None:
    """Its news have not come yet; the one who comes may know more than this process."""

    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            live = await set_up(hub, beginning(ann, ben, clock=clock))
            let_live(sqlite_url, "b")
            store_for_another(sqlite_url, live.table.id, 2, SAID)
            if seen is None:
                live.epoch = None  # else we take ourselves for the owner, whom nobody can pass
            await hub.refresh(live, seen)
            assert live.table.seq == 2

    run(scene())


def test_a_lease_that_ends_while_a_command_takes_stock_is_claimed_anew(sqlite_url: str) -> None:
    """The last commit is in doubt; while the log is read another writer's entry is heard."""

    async def scene() -> None:
        bus, pause = LocalBus(), Pause("SELECT log.seq")
        async with node(sqlite_url, bus=bus) as (hub, _):
            live = await set_up(hub, beginning(ann, ben))
            live.is_in_doubt = True
            with watching("before_cursor_execute", pause):
                saying = asyncio.create_task(hub.send(live.table.id, hello()))
                await pause.reached()
                row = store_for_another(sqlite_url, live.table.id, 2, SAID)
                await bus.publish(live.table.id, msgspec.msgpack.encode([row]))
                await until(lambda: live.epoch is None)
                pause.end()
                assert (await saying).is_accepted
            assert (live.epoch, live.table.seq) == (3, 3)

    run(scene())


def test_one_slow_game_does_not_hold_up_the_others(sqlite_url: str) -> None:
    """Games that wait for a server are taken up several at a time."""

    async def prepare() -> list[str]:
        async with node(sqlite_url) as (hub, _):
            robots = beginning(Seat("bot", bot="random"), Seat("bot", bot="random"))
            ids = [(await set_up(hub, robots)).table.id for _ in range(3)]
            with connected(sqlite_url) as connection:
                connection.execute(text("UPDATE games SET due_at = 1"))
            return ids

    async def scene(ids: list[str]) -> None:
        pause = Pause("SELECT log.seq")
        async with node(sqlite_url, "b") as (hub, _):
            with watching("before_cursor_execute", pause), doing_chores(hub):
                await pause.reached()
                await until(lambda: len(hub.live_tables) == 2)
                pause.end()
                await until(lambda: set(hub.live_tables) == set(ids))

    run(scene(run(prepare())))


def test_a_table_that_is_being_written_is_not_forgotten(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            live = await set_up(hub, beginning(ann, ben))
            with doing_chores(hub, idle_s=0.01):
                with blocked(sqlite_url):
                    saying = asyncio.create_task(hub.send(live.table.id, hello()))
                    await until(live.lock.locked, "the write")
                    await sweep(hub, 1)
                    assert hub.live_tables[live.table.id] is live
                assert (await saying).is_accepted
                await sweep(hub, 1)
                assert not hub.live_tables
            assert (await hub.live_table(live.table.id)).table.seq == 2

    run(scene(), loop_factory=TimeTravelLoop)


def test_a_table_that_somebody_has_to_do_with_is_not_forgotten(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            live = await set_up(hub, beginning(ann, ben))
            with doing_chores(hub, idle_s=0.01):
                with live.in_use():
                    await sweep(hub, 1)
                    assert hub.live_tables[live.table.id] is live
                await sweep(hub, 1)
                assert not hub.live_tables
            assert live.epoch is None  # whoever has kept it cannot write beside the next one

    run(scene(), loop_factory=TimeTravelLoop)


def test_asking_for_a_table_is_using_it(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            live = await set_up(hub, beginning(ann, ben))
            with doing_chores(hub, idle_s=1000):
                for _ in range(3):
                    travel(600)
                    await sweep(hub, 1)
                    assert await hub.live_table(live.table.id) is live
                travel(1000)
                await sweep(hub, 1)
                assert not hub.live_tables

    run(scene(), loop_factory=TimeTravelLoop)


def test_a_table_that_cannot_be_opened_is_not_followed(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    reads: list[str] = []

    def fail_at_second_read(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith("SELECT log.seq"):
            reads.append(statement)
            if len(reads) == 2:
                raise OperationalError(statement, None, Exception("lost"))

    async def scene() -> None:
        bus = LocalBus()
        async with node(sqlite_url, bus=bus, retry_for_s=0) as (hub, _):
            live = await set_up(hub, beginning(ann, ben))
            await hub.forget(live)
            with (
                watching("before_cursor_execute", fail_at_second_read),
                pytest.raises(StoreDownError),
            ):
                await hub.live_table(live.table.id)
            heard: list[bytes] = []
            await bus.follow(live.table.id, heard.append)
            await bus.publish(live.table.id, b"nonsense")  # the hub would complain
            await until(lambda: heard)

    run(scene())
    assert not errors_in(caplog)


def _long_game() -> list[Entry]:
    """A game in which somebody could not decide."""
    entries = beginning(ann, ben)
    table = Table.load("", SEED, entries)
    action = next(text for text in table.position.legal_actions.texts if text.startswith("H"))
    command = Play(id="", action=action, moment=table.moment)
    played = moves.play(table, Sender(ANN, now_ms(), seat=0), command)
    assert table.timeline is not None
    undone = Undone(at=now_ms(), guest=ANN, seat=0, length=table.timeline.length)
    pair: list[Entry] = [played.entry, undone]
    return entries + 4000 * pair


def test_the_past_keeps_nobody_waiting_who_wants_to_play(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, store):
            long, short = await set_up(hub, _long_game()), await set_up(hub, beginning(ann, ben))
            await hub.forget(short)
            viewer = Viewer(ANN, 0)
            asked = [asyncio.create_task(hub.history(long, viewer, -1)) for _ in range(24)]
            await until(lambda: any(one.done() for one in asked))
            assert await store.find_fault() is None
            await hub.live_table(short.table.id)
            assert not all(one.done() for one in asked)
            for one in asked:
                one.cancel()

    run(scene())
