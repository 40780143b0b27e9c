"""The command ``han worker``: real processes, killed and told to end."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from han.server.bus.connection import Connection
from han.server.desk import NatsDesk
from han.server.desk.queue import SILENCE_S, STREAM, WORKERS, TaskQueue
from program import COMMAND, environment, start_han
from server.brokers import Broker, free_port, running_broker
from server.desk.tasks import LONG, task
from waiting import run, wait_until

READY = "Ready: 1 process thinks for the servers.\n"
TAKEN_OVER_S = 10

Worker = subprocess.Popen[str]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with running_broker(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="module")
def crew(broker: Broker) -> Iterator[list[Worker]]:
    """Workers with one process each, ready to think."""
    command = ["worker", "--nats", broker.address, "--processes", "1"]
    workers = [start_han(*command) for _ in range(3)]
    try:
        assert [output(worker).readline() for worker in workers] == [READY] * 3
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def output(worker: Worker) -> IO[str]:
    assert worker.stdout is not None
    return worker.stdout


def still_there(crew: list[Worker]) -> list[Worker]:
    return [worker for worker in crew if worker.poll() is None]


class Stage:
    """A desk, and a look at the tasks that workers have in hand."""

    def __init__(self, broker: Broker) -> None:
        self.desk = NatsDesk(broker.address, patience=60)
        self._connection = Connection(broker.address, lambda: None)

    async def __aenter__(self) -> "Stage":
        await self.desk.start()
        await self._connection.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.desk.stop()
        await self._connection.close()

    async def until_taken(self, count: int) -> None:
        stream = self._connection.jetstream()
        async with asyncio.timeout(20):
            while (await stream.consumer_info(STREAM, WORKERS)).num_ack_pending != count:
                await asyncio.sleep(0.02)

    async def deliveries(self, seconds: float) -> int | None:
        """Take the next free task; how often it was handed out, this time included."""
        queue = TaskQueue(self._connection)
        held = await queue.take(await queue.open_inbox(), seconds)
        if held is None:
            return None
        await held.ack()
        return held.metadata.num_delivered


def test_other_workers_finish_what_a_killed_one_has_begun(
    broker: Broker, crew: list[Worker]
) -> None:
    async def scene() -> None:
        async with Stage(broker) as stage:
            ask = stage.desk.ask
            asked = [asyncio.create_task(ask(task("mcts:ms=2000", n))) for n in range(3)]
            await stage.until_taken(3)
            await asyncio.sleep(0.2)
            crew[0].kill()
            answers = await asyncio.wait_for(asyncio.gather(*asked), TAKEN_OVER_S)
            assert [answer.fault for answer in answers] == [None] * 3

    assert len(still_there(crew)) == 3
    run(scene())


def test_workers_keep_what_they_have_until_they_are_told_to_end(
    broker: Broker, crew: list[Worker]
) -> None:
    """Whether by SIGTERM or by Ctrl-C, which their processes get as well."""
    there = still_there(crew)
    assert len(there) >= 2

    async def scene() -> None:
        async with Stage(broker) as stage:
            asked = [asyncio.create_task(stage.desk.ask(task(LONG, n))) for n in range(len(there))]
            await stage.until_taken(len(there))
            assert await stage.deliveries(1.2 * SILENCE_S) is None
            for number, worker in enumerate(there):
                if number == 0:
                    worker.terminate()
                else:
                    os.killpg(worker.pid, signal.SIGINT)
                assert await asyncio.to_thread(worker.wait, 15) == 0
                assert await stage.deliveries(0.3 * SILENCE_S) == 2
            assert not any(each.done() for each in asked)

    run(scene())
    assert [worker.communicate() for worker in there] == [("", "")] * len(there)
    wait_until(lambda: not any(is_group_alive(worker.pid) for worker in there))


def is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


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
        f"han: No NATS broker answers at {nowhere}.": with_broker_of_environment(
            nowhere, monkeypatch
        ),
        "han: “somewhere” is no address of": start_han("worker", "--nats", "somewhere"),
        "han: Invalid value for '--processes'": start_han("worker", "--processes", "0"),
        "han: Talking to a NATS broker needs the extra “scale”": without_nats_py(),
    }
    for sentence, command in failing.items():
        out, err = command.communicate(timeout=60)
        assert (command.returncode, out) == (2, "")
        assert err.startswith(sentence)
        assert err.count("\n") == 1


def test_the_command_has_help() -> None:
    command = start_han("worker", "--help")
    assert "SIGTERM" in command.communicate(timeout=60)[0]
