"""What every bus does: the one inside a process, and the one of a NATS broker."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from han.server.bus import Bus, LocalBus, NatsBus, NobodyAnswersError, open_bus
from server.brokers import Broker, running_broker
from waiting import HUNG_S, TimeTravelLoop, let_others_run, run, travel, until

ROUNDS = 20
"""More rounds of the loop than it takes to pass on what has arrived."""


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with running_broker(tmp_path_factory.mktemp("broker")) as running:
        yield running


@asynccontextmanager
async def two_ends(kind: str, broker: Broker) -> AsyncIterator[tuple[Bus, Bus]]:
    """The buses of two processes; inside a single one that is the same bus twice."""
    buses: list[Bus] = [LocalBus()] if kind == "local" else [NatsBus(broker.address) for _ in "12"]
    for bus in buses:
        await bus.start()
    try:
        yield buses[0], buses[-1]
    finally:
        for bus in buses:
            await bus.stop()


Scene = Callable[[Bus, Bus], Awaitable[None]]
Play = Callable[[Scene], None]


@pytest.fixture(params=["local", "nats"])
def play(request: pytest.FixtureRequest, broker: Broker) -> Play:
    """Plays a scene between two ends of a bus."""

    async def between_ends(scene: Scene) -> None:
        async with two_ends(request.param, broker) as (one, other):
            await scene(one, other)

    return lambda scene: run(between_ends(scene), loop_factory=TimeTravelLoop)


async def all_has_arrived(at: Bus, *publishers: Bus) -> None:
    """Wait until a bus has heard all that others have published up to now.

    What one publishes comes in its order, whatever the game.
    """
    heard: list[bytes] = []
    unfollow = await at.follow("last", heard.append)
    for publisher in publishers:
        await publisher.publish("last", b"last")
    await until(lambda: len(heard) == len(publishers))
    await let_others_run(ROUNDS)
    await unfollow()


async def reverse(data: bytes) -> bytes:
    return data[::-1]


def test_followers_everywhere_hear_of_their_game_in_order(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        heard: dict[str, list[bytes]] = {"one": [], "other": [], "another game": []}
        await one.follow("g1", heard["one"].append)
        await other.follow("g1", heard["other"].append)
        await other.follow("g2", heard["another game"].append)
        news = [bytes([number]) for number in range(50)]
        for data in news:
            await one.publish("g1", data)
        await one.publish("g2", b"end")
        await until(lambda: bool(heard["another game"]) and len(heard["other"]) == len(news))
        assert heard == {"one": news, "other": news, "another game": [b"end"]}

    play(scene)


def test_the_publisher_is_done_before_its_followers_hear(play: Play) -> None:
    """It may hold a lock that a follower wants."""

    async def scene(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []
        await one.follow("g1", heard.append)
        await one.publish("g1", b"news")
        assert heard == []
        await until(lambda: heard == [b"news"])

    play(scene)


def test_one_follower_may_leave_while_the_others_stay(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        leaver: list[bytes] = []
        stayer: list[bytes] = []
        unfollow = await one.follow("g1", leaver.append)
        await one.follow("g1", stayer.append)
        await other.publish("g1", b"first")
        await until(lambda: bool(leaver and stayer))
        await unfollow()
        await unfollow()  # does no harm
        for bus in (one, other):
            await bus.publish("g1", b"second")
        await all_has_arrived(one, one, other)
        assert len(stayer) == 3
        assert leaver == [b"first"]

    play(scene)


def test_the_same_follower_may_come_twice_and_leave_once(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []
        unfollow, _ = [await one.follow("g1", heard.append) for _ in "12"]
        await other.publish("g1", b"first")
        await until(lambda: heard == [b"first"] * 2)
        for _ in "12":
            await unfollow()
        for bus in (one, other):
            await bus.publish("g1", b"second")
        await all_has_arrived(one, one, other)
        assert heard == [b"first"] * 2 + [b"second"] * 2

    play(scene)


def test_a_follower_that_fails_harms_nobody(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []

        def fail(_: bytes) -> None:
            raise RuntimeError("no ears")

        await one.follow("g1", fail)
        await one.follow("g1", heard.append)
        for data in (b"first", b"second"):
            await other.publish("g1", data)
        await until(lambda: len(heard) == 2)

    play(scene)
    assert "no ears" in caplog.text


def test_a_node_answers_everybody(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        await one.answer("n1", reverse)
        assert await other.ask("n1", b"abc", HUNG_S) == b"cba"
        assert await one.ask("n1", b"", HUNG_S) == b""

    play(scene)


def test_a_slow_request_holds_up_no_other(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        gate = asyncio.Event()

        async def handle(data: bytes) -> bytes:
            if data == b"slow":
                await gate.wait()
            return data

        await one.answer("n1", handle)
        slow = asyncio.create_task(other.ask("n1", b"slow", HUNG_S))
        quick = await asyncio.gather(*(other.ask("n1", b"%d" % n, HUNG_S) for n in range(20)))
        assert quick == [b"%d" % n for n in range(20)]
        assert not slow.done()
        gate.set()
        assert await slow == b"slow"

    play(scene)


def test_nobody_answers_for_an_unknown_node(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        await one.answer("n1", reverse)
        with pytest.raises(NobodyAnswersError, match="node n2"):
            await other.ask("n2", b"abc", HUNG_S)

    play(scene)


def test_an_answer_that_is_too_late_is_none_but_the_work_is_done(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        begun, gate = asyncio.Event(), asyncio.Event()
        done: list[bytes] = []

        async def dawdle(data: bytes) -> bytes:
            begun.set()
            await gate.wait()
            done.append(data)
            return data

        await one.answer("n1", dawdle)
        asking = asyncio.create_task(other.ask("n1", b"abc", HUNG_S))
        await begun.wait()
        travel(HUNG_S)
        with pytest.raises(NobodyAnswersError):
            await asking
        gate.set()
        await until(lambda: done == [b"abc"])

    play(scene)


def test_a_handler_that_fails_has_not_answered(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        async def handle(data: bytes) -> bytes:
            if not data:
                raise RuntimeError("nothing to say")
            return data

        await one.answer("n1", handle)
        asking = asyncio.create_task(other.ask("n1", b"", HUNG_S))
        await until(lambda: "nothing to say" in caplog.text)
        travel(HUNG_S)
        with pytest.raises(NobodyAnswersError):
            await asking
        assert await other.ask("n1", b"again", HUNG_S) == b"again"

    play(scene)


def test_a_request_can_be_given_up(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        begun, gate = asyncio.Event(), asyncio.Event()
        finished: list[bytes] = []

        async def handle(data: bytes) -> bytes:
            begun.set()
            await gate.wait()
            finished.append(data)
            return data

        await one.answer("n1", handle)
        asking = asyncio.create_task(other.ask("n1", b"abc", HUNG_S))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        gate.set()
        await until(lambda: finished == [b"abc"])

    play(scene)


def test_stopping_calls_handlers_off(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        ends: list[str] = []
        begun = asyncio.Event()

        async def handle(_: bytes) -> bytes:
            begun.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                ends.append("called off")
                raise
            return b""

        await one.answer("n1", handle)
        asking = asyncio.create_task(other.ask("n1", b"", HUNG_S))
        await begun.wait()
        await one.stop()
        assert ends == ["called off"]
        assert not one.is_up
        travel(HUNG_S)
        with pytest.raises(NobodyAnswersError):
            await asking

    play(scene)


def test_a_bus_says_whether_it_is_up(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        assert one.is_up
        assert other.is_up
        await one.stop()
        assert not one.is_up
        await one.stop()  # once more does no harm

    play(scene)


def test_whoever_is_stopped_publishes_to_nobody(play: Play) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        heard: list[bytes] = []
        await one.follow("g1", heard.append)
        await one.stop()
        await one.publish("g1", b"news")
        await other.publish("g1", b"news")
        await other.follow("g2", heard.append)  # the broker has passed on what came before
        await let_others_run(ROUNDS)
        assert heard == []

    play(scene)


def test_nothing_is_written_to_the_log_in_good_times(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(one: Bus, other: Bus) -> None:
        await one.answer("n1", reverse)
        unfollow = await one.follow("g1", lambda _: None)
        await other.publish("g1", b"news")
        assert await other.ask("n1", b"ab", HUNG_S) == b"ba"
        await unfollow()

    play(scene)
    assert [record for record in caplog.records if record.levelno >= logging.INFO] == []


def test_an_address_opens_the_bus_of_a_broker(broker: Broker, tmp_path: Path) -> None:
    assert isinstance(open_bus(None), LocalBus)
    assert isinstance(open_bus(broker.address), NatsBus)
