"""A desk whose workers may be anywhere: tasks and answers travel through a NATS broker."""

import asyncio
from itertools import count
from secrets import token_hex
from typing import TYPE_CHECKING

import msgspec

from han.messages import message
from han.server.bus.connection import BrokerAwayError, Connection
from han.server.desk.desk import Answer, Task
from han.server.desk.queue import ANSWERS, TaskQueue, open_queue
from han.server.desk.think import fall_back

if TYPE_CHECKING:
    from nats.aio.msg import Msg

PATIENCE_S = 15.0
"""After so long without an answer we choose ourselves."""
LOOKS = 3
"""How often in that time we look whether the broker still has a task."""
RETRY_S = 0.3
"""The pause after the broker did not take a task."""


class NatsDesk:
    """Puts tasks in the broker's queue and waits for the answers.

    Whoever loses what, broker or worker, the task is put there again; a second answer to it
    finds nobody waiting.
    """

    _queue: TaskQueue
    _gap: "asyncio.Future[None]"

    def __init__(self, address: str, patience: float = PATIENCE_S) -> None:
        """Name the broker, and how many seconds its workers have for an answer."""
        self._connection = Connection(address, self._note_gap)
        self._patience = patience
        self._inbox = token_hex(8)
        self._numbers = count(1)
        self._waiting: dict[str, asyncio.Future[Answer]] = {}

    async def start(self) -> None:
        """Find the broker; a `HanError` if it is not there or cannot keep tasks."""
        self._gap = asyncio.get_running_loop().create_future()
        self._queue = await open_queue(self._connection)
        await self._connection.subscribe(f"{ANSWERS}.{self._inbox}.*", self._receive)

    async def stop(self) -> None:
        """Call off what is still asked, and leave the broker."""
        for answer in self._waiting.values():
            answer.cancel()
        await self._connection.close()

    @property
    def waiting(self) -> int:
        """How many tasks are not answered yet."""
        return len(self._waiting)

    async def ask(self, task: Task) -> Answer:
        """A worker's answer, or after some time our own."""
        name = f"{self._inbox}.{next(self._numbers)}"
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[name] = answer
        caring = asyncio.create_task(self._care(name, msgspec.msgpack.encode(task)))
        try:
            await asyncio.wait([answer], timeout=self._patience)
            if answer.done():
                return answer.result()
        finally:
            caring.cancel()
            del self._waiting[name]
        seconds = round(self._patience)
        return await fall_back(task, message("desk.no_answer", seconds=seconds))

    async def _care(self, name: str, data: bytes) -> None:
        """Put a task into the queue, and again whenever it is no longer there."""
        was_put = False
        while name in self._waiting:
            was_put = await self._put(name, data, was_put)
            pause = self._patience / LOOKS if was_put else RETRY_S
            await asyncio.wait([self._gap], timeout=pause)

    async def _put(self, name: str, data: bytes, was_put: bool) -> bool:
        """Make sure that the queue has a task; false if the broker is away."""
        try:
            if not (was_put and await self._queue.holds(name)):
                await self._queue.put(name, data)
        except BrokerAwayError:
            return False
        return True

    async def _receive(self, received: "Msg") -> None:
        answer = self._waiting.get(received.subject.removeprefix(f"{ANSWERS}."))
        if answer is not None and not answer.done():
            answer.set_result(msgspec.msgpack.decode(received.data, type=Answer))

    def _note_gap(self) -> None:
        """Have everyone look after their task: the broker was away."""
        gap, self._gap = self._gap, asyncio.get_running_loop().create_future()
        gap.set_result(None)
