"""The command ``han worker``: real processes, killed and told to end."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from han.server.bot_pool import NatsBotPool
from han.server.bot_pool.queue import SILENCE_S, STREAM, WORKERS, TaskQueue
from han.server.bus.broker import BrokerConnection
from ports import free_port
from program import COMMAND, environment, is_group_alive, start_han
from server.bot_pool.gates import closed_gate
from server.bot_pool.tasks import task
from server.brokers import Broker, running_broker
from waiting import HUNG_S, run, until, wait_until

READY = "Ready: 1 process is thinking for the servers.\n"
GIVEN_BACK = f"$JS.EVENT.ADVISORY.CONSUMER.MSG_NAKED.{STREAM}.{WORKERS}"
"""Where a broker says that a worker has given a task back."""

Worker = subprocess.Popen[str]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with running_broker(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="module")
def hired(broker: Broker) -> Iterator[list[Worker]]:
    """All workers that there have been."""
    workers: list[Worker] = []
    yield workers
    for worker in workers:
        worker.kill()
        worker.communicate()


@pytest.fixture
def crew(broker: Broker, hired: list[Worker]) -> list[Worker]:
    """Two workers with one process each, ready to think: others for those who have ended."""
    there = [worker for worker in hired if worker.poll() is None]
    command = ["worker", "--nats", broker.address, "--processes", "1"]
    new = [start_han(*command) for _ in range(2 - len(there))]
    hired += new
    assert [output(worker).readline() for worker in new] == [READY] * len(new)
    return there + new


def output(worker: Worker) -> IO[str]:
    assert worker.stdout is not None
    return worker.stdout


class Stage:
    """A bot pool, and a look at the tasks that workers have in hand."""

    def __init__(self, broker: Broker) -> None:
        self.bot_pool = NatsBotPool(broker.address, timeout=HUNG_S)
        self.given_back = 0
        self._connection = BrokerConnection(broker.address, lambda: None)

    async def __aenter__(self) -> "Stage":
        await self.bot_pool.start()
        await self._connection.open()
        await self._connection.subscribe(GIVEN_BACK, self._count)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bot_pool.stop()
        await self._connection.close()

    async def _count(self, _: object) -> None:
        self.given_back += 1

    async def deliveries(self, seconds: float = HUNG_S) -> int | None:
        """Take the next free task; how often it was handed out, this time included."""
        queue = TaskQueue(self._connection)
        held = await queue.take(await queue.open_inbox(), seconds)
        if held is None:
            return None
        await held.ack()
        return held.metadata.num_delivered


def test_other_workers_finish_what_a_killed_one_has_begun(
    broker: Broker, crew: list[Worker], tmp_path: Path
) -> None:
    async def scene() -> None:
        with closed_gate(tmp_path) as gate:
            async with Stage(broker) as stage:
                ask = stage.bot_pool.ask
                asked = [asyncio.create_task(ask(task(gate.spec, n))) for n in range(2)]
                await until(lambda: gate.begun == 2)
                crew[0].kill()
                gate.open()
                answers = await asyncio.gather(*asked)
            assert [answer.fault for answer in answers] == [None] * 2

    run(scene())


def test_workers_keep_what_they_have_until_they_are_told_to_end(
    broker: Broker, crew: list[Worker], tmp_path: Path
) -> None:
    """Whether by SIGTERM or by Ctrl-C, which their processes get as well."""

    async def scene(spec: str, begun: Callable[[], int]) -> None:
        async with Stage(broker) as stage:
            asked = [
                asyncio.create_task(stage.bot_pool.ask(task(spec, n))) for n in range(len(crew))
            ]
            await until(lambda: begun() == len(crew))
            assert await stage.deliveries(1.2 * SILENCE_S) is None
            for number, worker in enumerate(crew):
                if number == 0:
                    worker.terminate()
                else:
                    os.killpg(worker.pid, signal.SIGINT)
                assert await asyncio.to_thread(worker.wait, HUNG_S) == 0
                assert await stage.deliveries() == 2
                await until(lambda number=number: stage.given_back == number + 1)  # type: ignore[misc]
            assert not any(each.done() for each in asked)

    with closed_gate(tmp_path) as gate:
        run(scene(gate.spec, lambda: gate.begun))
    assert [worker.communicate() for worker in crew] == [("", "")] * len(crew)
    wait_until(lambda: not any(is_group_alive(worker.pid) for worker in crew))


def without_nats_py() -> Worker:
    code = COMMAND[-1].replace("from", "import sys; sys.modules['nats'] = None; from", 1)
    return subprocess.Popen(
        [sys.executable, "-c", code, "worker"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def with_broker_of_environment(address: str, monkeypatch: pytest.MonkeyPatch) -> Worker:
    with monkeypatch.context() as patched:
        patched.setenv("HAN_NATS", address)
        return start_han("worker")


def test_errors_are_one_line_and_status_2(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = f"nats://127.0.0.1:{free_port()}"
    failing = {
        f"han: No NATS broker is answering at {nowhere}.": with_broker_of_environment(
            nowhere, monkeypatch
        ),
        "han: “somewhere” is not the address of": start_han("worker", "--nats", "somewhere"),
        "han: Invalid value for '--processes'": start_han("worker", "--processes", "0"),
        "han: Talking to a NATS broker needs the extra “scale”": without_nats_py(),
    }
    for sentence, command in failing.items():
        out, err = command.communicate(timeout=HUNG_S)
        assert (command.returncode, out) == (2, "")
        assert err.startswith(sentence)
        assert err.count("\n") == 1


def test_the_command_has_help() -> None:
    command = start_han("worker", "--help")
    assert "SIGTERM" in command.communicate(timeout=HUNG_S)[0]
