"""The tasks that wait at a NATS broker for a worker.

A task's name is unique: ``inbox.number``, where the inbox is that of the asking bot_pool. It
lies in the stream under ``han.task.<name>`` until a worker has acknowledged it, and its
answer goes to ``han.answer.<name>``. A worker has to say again and again that it is still
thinking, or else the task goes to another one.
"""

import asyncio
from typing import TYPE_CHECKING

from han.server.bus.broker import BrokerAwayError, BrokerConnection, broker_errors

if TYPE_CHECKING:
    from nats.aio.msg import Msg
    from nats.js import JetStreamContext
    from nats.js.api import ConsumerConfig, StreamConfig

    Inbox = JetStreamContext.PullSubscription

STREAM = "HAN_TASKS"
WORKERS = "han-workers"
TASKS = "han.task"
ANSWERS = "han.answer"

STREAM_TRIES = 10
RETRY_S = 0.2
"""How often, and after which pause, a broker is asked for its streams at the start."""
SILENCE_S = 2.0
"""When nothing is heard of a worker for so long its task goes to another."""
KEEP_S = 1 / 4 * SILENCE_S
"""How often a worker says that it is still thinking."""
MOST_DELIVERIES = 5
"""A task that brings down so many workers is left alone."""
MOST_AGE_S = 120
"""Nobody waits for the answer to a task that is older."""


class TaskQueue:
    """The stream of a connection's broker."""

    def __init__(self, connection: BrokerConnection) -> None:
        """Use an open connection."""
        self._stream = connection.jetstream()

    async def prepare(self) -> None:
        """Make the stream if it is missing, as it is at a broker that has lost its store."""
        from nats.js.errors import BadRequestError

        with broker_errors():
            try:
                await self._stream.add_stream(_stream_config())
            except BadRequestError:  # there is one already, of another version of ours
                await self._stream.update_stream(_stream_config())
            await self._stream.add_consumer(STREAM, _consumer_config())

    async def put(self, name: str, data: bytes) -> None:
        """Add a task for whichever worker comes first."""
        from nats.js.errors import NoStreamResponseError

        with broker_errors():
            try:
                await self._stream.publish(f"{TASKS}.{name}", data)
            except NoStreamResponseError:
                await self.prepare()
                await self._stream.publish(f"{TASKS}.{name}", data)

    async def holds(self, name: str) -> bool:
        """Whether a task still waits, or is being thought about."""
        from nats.js.errors import NotFoundError

        with broker_errors():
            try:
                await self._stream.get_last_msg(STREAM, f"{TASKS}.{name}")
            except NotFoundError:
                return False
            return True

    async def open_inbox(self) -> "Inbox":
        """Where one worker gets its tasks, one at a time."""
        with broker_errors():
            return await self._stream.pull_subscribe_bind(WORKERS, STREAM)

    async def take(self, inbox: "Inbox", seconds: float) -> "Msg | None":
        """The next task; ``None`` if there is none for a while."""
        from nats.errors import TimeoutError as NoneForNowError

        with broker_errors():
            try:
                return (await inbox.fetch(1, timeout=seconds))[0]
            except NoneForNowError:
                return None


async def open_queue(connection: BrokerConnection) -> TaskQueue:
    """Connect and prepare the stream, or raise a `NoBrokerError`.

    A broker that has just started may need a moment for its streams.
    """
    await connection.open()
    queue = TaskQueue(connection)
    try:
        await _prepare_with_retries(queue)
    except BrokerAwayError:
        await connection.close()
        raise connection.complaint("bot_pool.no_jetstream") from None
    return queue


async def _prepare_with_retries(queue: TaskQueue) -> None:
    for _ in range(STREAM_TRIES - 1):
        try:
            return await queue.prepare()
        except BrokerAwayError:
            await asyncio.sleep(RETRY_S)
    await queue.prepare()


def name_of(task: "Msg") -> str:
    """The name under which a task was put."""
    return task.subject.removeprefix(f"{TASKS}.")


def _stream_config() -> "StreamConfig":
    from nats.js.api import RetentionPolicy, StorageType, StreamConfig

    return StreamConfig(
        name=STREAM,
        subjects=[f"{TASKS}.>"],
        retention=RetentionPolicy.WORK_QUEUE,
        storage=StorageType.FILE,
        max_age=MOST_AGE_S,
    )


def _consumer_config() -> "ConsumerConfig":
    from nats.js.api import AckPolicy, ConsumerConfig

    return ConsumerConfig(
        durable_name=WORKERS,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=SILENCE_S,
        max_deliver=MOST_DELIVERIES,
        max_ack_pending=-1,
    )
