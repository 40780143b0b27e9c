"""The bus of a NATS broker, when that is late, refuses us, is killed or comes back."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Timer

import pytest

from han.messages import LANGUAGES, HanError
from han.server.bus import NatsBus, NobodyAnswersError
from han.server.bus import connection as connection_module
from server.brokers import Broker, free_port, running_broker
from waiting import run

BACK_S = 5
"""Within so many seconds all must be well again."""


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


async def until(is_so: Callable[[], bool], seconds: float = BACK_S) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)


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
                assert await other.ask("n1", b"abc", 1) == b"cba"
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
            assert await one.ask("n1", b"abc", 1) == b"cba"
            began = time.monotonic()
            with pytest.raises(NobodyAnswersError, match="away"):
                await other.ask("n1", b"abc", 60)
            assert time.monotonic() - began < 5

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
            await one.follow("g1", heard.append)
            await unfollow()
            await one.answer("n1", reverse)
            broker.start()
            await until(lambda: one.is_up and other.is_up)
            await other.publish("g1", b"news")
            await until(lambda: b"news" in heard)
            assert await other.ask("n1", b"abc", 1) == b"cba"
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
        many = [NatsBus(broker.address) for _ in range(25)]
        await asyncio.gather(*(bus.start() for bus in many))
        broker.kill()
        await until(lambda: not any(bus.is_up for bus in many))
        for bus in many:
            await asyncio.gather(bus.stop(), asyncio.sleep(0.01))
        await until(lambda: len(asyncio.all_tasks()) == 1)

    run(scene())


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


@pytest.mark.usefixtures("silent")
def test_a_late_broker_is_waited_for(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    late = Timer(0.7, broker.start)

    async def scene() -> None:
        bus = NatsBus(broker.address)
        await bus.start()
        assert bus.is_up
        await bus.stop()

    late.start()
    try:
        run(scene())
    finally:
        late.join()
        broker.kill()


def error_of(address: str) -> HanError:
    async def scene() -> None:
        await NatsBus(address).start()

    with pytest.raises(HanError) as caught:
        run(scene())
    assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    return caught.value


@pytest.mark.usefixtures("silent")
def test_a_broker_that_is_not_there_is_an_error_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE_S", 0.5)
    address = f"nats://ann:secret@127.0.0.1:{free_port()}"
    error = error_of(address)
    assert str(error) == f"No NATS broker answers at {address.replace('ann:secret@', '')}."


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    "address", ["nats://:4222", "nats://[", "nats://host:port", "127.0.0.1:4222", "ftp://host", ""]
)
def test_an_address_that_is_none_is_an_error_too(address: str) -> None:
    assert str(error_of(address)).startswith(f"“{address}” is no address of a NATS broker")


@pytest.mark.usefixtures("silent")
def test_a_broker_that_refuses_us_is_an_error_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE_S", 2)
    with running_broker(tmp_path, "--user", "ann", "--pass", "secret") as guarded:
        error = error_of(guarded.address.replace("//", "//ann:wrong@"))
        assert str(error).startswith(f"The NATS broker at {guarded.address} refuses us")
