"""The bus of a NATS broker, when that is late, refuses us, is killed or comes back."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from han.messages import LANGUAGES, HanError
from han.server.bus import NatsBus, NobodyAnswersError
from han.server.bus import broker as broker_module
from han.server.bus.broker import RETRY_S, START_TIMEOUT_S
from ports import free_port
from server.brokers import Broker, running_broker
from waiting import HUNG_S, TimeTravelLoop, let_others_run, run, travel, until

CONNECTION = "han.server.bus.broker"
"""Where attempts to reach the broker are noted, for those who look closely."""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with running_broker(tmp_path) as running:
        yield running


@asynccontextmanager
async def buses(broker: Broker) -> AsyncIterator[tuple[NatsBus, NatsBus]]:
    one, other = NatsBus(broker.address), NatsBus(broker.address)
    await one.start()
    await other.start()
    try:
        yield one, other
    finally:
        await one.stop()
        await other.stop()


async def reverse(data: bytes) -> bytes:
    return data[::-1]


@pytest.fixture
def silent(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Nobody complains, neither in the log nor on standard error."""
    caplog.set_level(logging.INFO)
    yield
    assert caplog.text == ""
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("end", [Broker.kill, Broker.stop])
def test_messages_flow_again_after_the_broker_was_away(
    broker: Broker, end: Callable[[Broker], None]
) -> None:
    async def scene() -> None:
        async with buses(broker) as (one, other):
            heard: list[bytes] = []
            gaps: list[str] = []
            one.on_gap(lambda: gaps.append("one"))
            other.on_gap(lambda: gaps.append("other"))
            await one.follow("g1", heard.append)
            await one.answer("n1", reverse)
            for _ in range(2):
                await other.publish("g1", b"before")
                await until(lambda: b"before" in heard)
                end(broker)
                await until(lambda: not one.is_up and not other.is_up)
                assert gaps == []
                broker.start()
                await until(lambda: sorted(gaps) == ["one", "other"])
                assert one.is_up
                assert other.is_up
                await other.publish("g1", b"after")
                await until(lambda: b"after" in heard)
                assert await other.ask("n1", b"abc", HUNG_S) == b"cba"
                heard.clear()
                gaps.clear()

    run(scene())


@pytest.mark.usefixtures("silent")
def test_this_process_goes_on_while_the_broker_is_away(broker: Broker) -> None:
    async def scene() -> None:
        async with buses(broker) as (one, other):
            broker.kill()
            await until(lambda: not one.is_up and not other.is_up)
            heard: list[bytes] = []
            await one.follow("g1", heard.append)
            await one.answer("n1", reverse)
            await one.publish("g1", b"here")
            await other.publish("g1", b"lost")
            await until(lambda: heard == [b"here"])
            assert await one.ask("n1", b"abc", HUNG_S) == b"cba"
            with pytest.raises(NobodyAnswersError, match="the broker is away"):
                await other.ask("n1", b"abc", HUNG_S)

    run(scene())


@pytest.mark.usefixtures("silent")
def test_what_was_begun_while_the_broker_was_away_counts_when_it_is_back(broker: Broker) -> None:
    async def scene() -> None:
        async with buses(broker) as (one, other):
            heard: list[bytes] = []
            leaver: list[bytes] = []
            unfollow = await one.follow("g1", leaver.append)
            broker.kill()
            await until(lambda: not one.is_up and not other.is_up)
            gaps: list[int] = []
            one.on_gap(lambda: gaps.append(1))
            other.on_gap(lambda: gaps.append(2))
            await one.follow("g1", heard.append)
            await unfollow()
            await one.answer("n1", reverse)
            broker.start()
            await until(lambda: sorted(gaps) == [1, 2])
            await other.publish("g1", b"news")
            await until(lambda: b"news" in heard)
            assert await other.ask("n1", b"abc", HUNG_S) == b"cba"
            assert leaver == []

    run(scene())


@pytest.mark.usefixtures("silent")
def test_publishing_never_fails_however_much_it_is(broker: Broker) -> None:
    async def scene() -> None:
        async with buses(broker) as (one, _):
            await one.publish("g1", bytes(2_000_000))  # more than a broker takes
            broker.kill()
            await until(lambda: not one.is_up)
            for _ in range(40):  # more than is kept for its return
                await one.publish("g1", bytes(100_000))

    run(scene())


@pytest.mark.usefixtures("silent")
def test_a_bus_stops_while_the_broker_is_away(broker: Broker) -> None:
    """At whatever moment of its search for the broker, and it leaves nothing behind."""

    async def scene() -> None:
        before = asyncio.all_tasks()
        many = [NatsBus(broker.address) for _ in range(25)]
        await asyncio.gather(*(bus.start() for bus in many))
        broker.kill()
        await until(lambda: not any(bus.is_up for bus in many))
        for number, bus in enumerate(many):
            travel(RETRY_S / 5)
            await let_others_run(number)
            await bus.stop()
        await until(lambda: asyncio.all_tasks() == before, "that nothing is left")

    run(scene(), loop_factory=TimeTravelLoop)


def test_a_gap_that_cannot_be_told_does_not_stop_the_others(
    broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with buses(broker) as (one, _):
            gaps: list[int] = []
            one.on_gap(lambda: 1 // 0)
            one.on_gap(lambda: gaps.append(1))
            broker.kill()
            broker.start()
            await until(lambda: bool(gaps))
            await until(lambda: one.is_up)

    run(scene())
    assert "ZeroDivisionError" in caplog.text


@pytest.fixture
def attempts(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What became of the attempts to reach a broker."""
    with caplog.at_level(logging.DEBUG, CONNECTION):
        yield caplog
    assert [record for record in caplog.records if record.levelno > logging.DEBUG] == []


def test_a_late_broker_is_waited_for(
    tmp_path: Path, attempts: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_module, "START_TIMEOUT_S", HUNG_S)
    broker = Broker(tmp_path)

    async def scene() -> None:
        bus = NatsBus(broker.address)
        starting = asyncio.create_task(bus.start())
        await until(lambda: attempts.records, "a first attempt")
        await asyncio.to_thread(broker.start)
        await starting
        assert bus.is_up
        await bus.stop()

    try:
        run(scene())
    finally:
        broker.kill()


def error_of(address: str, attempts: pytest.LogCaptureFixture, fault: str) -> HanError:
    """What is said after trying for long enough, always with the same fault."""

    async def scene() -> None:
        starting = asyncio.create_task(NatsBus(address).start())
        await until(lambda: fault in attempts.text or starting.done(), fault)
        travel(START_TIMEOUT_S)
        await starting

    with pytest.raises(HanError) as caught:
        run(scene(), loop_factory=TimeTravelLoop)
    assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    return caught.value


def test_a_broker_that_is_not_there_is_an_error_in_one_sentence(
    attempts: pytest.LogCaptureFixture,
) -> None:
    address = f"nats://ann:secret@127.0.0.1:{free_port()}"
    error = error_of(address, attempts, "ConnectionRefusedError")
    assert str(error) == f"No NATS broker is answering at {address.replace('ann:secret@', '')}."


@pytest.mark.parametrize(
    "address", ["nats://:4222", "nats://[", "nats://host:port", "127.0.0.1:4222", "ftp://host", ""]
)
def test_an_address_that_is_none_is_an_error_too(
    address: str, attempts: pytest.LogCaptureFixture
) -> None:
    error = error_of(address, attempts, "none")
    assert str(error).startswith(f"“{address}” is not the address of a NATS broker")


def test_a_broker_that_refuses_us_is_an_error_too(
    tmp_path: Path, attempts: pytest.LogCaptureFixture
) -> None:
    with running_broker(tmp_path, "--user", "ann", "--pass", "secret") as guarded:
        address = guarded.address.replace("//", "//ann:wrong@")
        error = error_of(address, attempts, "Authorization Violation")
        assert str(error).startswith(f"The NATS broker at {guarded.address} refused the connection")
