"""A bot pool whose workers may be anywhere: tasks and answers travel through a NATS broker."""

import asyncio
import logging
from itertools import count
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import msgspec

from han.messages import message
from han.server.bot_pool.fair_semaphore import FairSemaphore
from han.server.bot_pool.pool import BotChoice, Task
from han.server.bot_pool.queue import ANSWERS, TaskQueue, open_queue
from han.server.bot_pool.think import fall_back
from han.server.bus.broker import BrokerAwayError, BrokerConnection
from han.server.logs import note

if TYPE_CHECKING:
    from nats.aio.msg import Msg

ANSWER_TIMEOUT_S = 15.0
"""After so long without an answer we choose ourselves."""
LOOKS = 3
"""How often in that time we look whether the broker still has a task."""
RETRY_S = 0.3
"""The pause after the broker did not take a task."""
MOST_TASKS = 1024
"""That we have in the broker's queue at a time."""
MOST_AWAITED = 32
MOST_UNAWAITED = 4
"""Of one maker's tables, where somebody waits and where nobody does. The queue itself knows no
makers: whoever comes next waits for no more than these."""


class NatsBotPool:
    """Puts tasks in the broker's queue and waits for the answers.

    A task that the broker or a worker has lost is put there again; a second answer to it is
    ignored. When no worker has answered within the timeout, quick bots choose here and at once;
    a task is still put there now and then, until one of them is answered.
    """

    _queue: TaskQueue
    _heard_at: float
    _probed_at: float
    """When somebody answered last, and when we last called while nobody did."""
    _gap: "asyncio.Future[None]"
    _silence: "asyncio.Future[None]"
    """Done when no worker answers any more."""

    def __init__(self, address: str, timeout: float = ANSWER_TIMEOUT_S) -> None:
        """Name the broker, and how many seconds its workers have for an answer."""
        self._connection = BrokerConnection(address, self._on_gap)
        self._timeout = timeout
        self._inbox = token_hex(8)
        self._numbers = count(1)
        self.waiting = 0
        self._places = FairSemaphore(MOST_TASKS, awaited=MOST_AWAITED, unawaited=MOST_UNAWAITED)
        self._waiting: dict[str, asyncio.Future[BotChoice]] = {}
        self._probing: asyncio.Task[bool] | None = None

    async def start(self) -> None:
        """Find the broker; a `HanError` if it is not there or cannot keep tasks."""
        loop = asyncio.get_running_loop()
        self._gap, self._silence = loop.create_future(), loop.create_future()
        self._heard_at = self._probed_at = loop.time()
        self._queue = await open_queue(self._connection)
        await self._connection.subscribe(f"{ANSWERS}.{self._inbox}.*", self._receive)

    async def stop(self) -> None:
        """Cancel what is still asked, and disconnect."""
        self._places.close()
        for answer in self._waiting.values():
            answer.cancel()
        if self._probing is not None:
            self._probing.cancel()
        await self._connection.close()

    @property
    def is_up(self) -> bool:
        """Whether workers answer, as far as we know."""
        return not self._silence.done()

    async def ask(self, task: Task, maker: str = "", *, is_awaited: bool = True) -> BotChoice:
        """A worker's answer, or after some time our own."""
        self.waiting += 1
        try:
            ticket = await self._places.acquire(maker, is_awaited=is_awaited)
            try:
                return await self._ask_workers(task)
            finally:
                self._places.release(ticket)
        finally:
            self.waiting -= 1

    async def _ask_workers(self, task: Task) -> BotChoice:
        data, asked = msgspec.msgpack.encode(task), _now()
        if self.is_up:
            answer = await self._wait_for(data)
            if answer is not None:
                return answer
            self._on_no_answer(since=asked)
        else:
            self._probe(data)
        return await fall_back(task, message("bot_pool.no_answer", seconds=round(self._timeout)))

    async def _wait_for(self, data: bytes) -> BotChoice | None:
        """A worker's answer; none if it takes too long, or it is clear that none will come."""
        name = self._new_name()
        answer: asyncio.Future[BotChoice] = asyncio.get_running_loop().create_future()
        self._waiting[name] = answer
        keeping = asyncio.create_task(self._keep_queued(name, data))
        try:
            either: list[asyncio.Future[Any]] = [answer, self._silence]
            first = asyncio.FIRST_COMPLETED
            await asyncio.wait(either, timeout=self._timeout, return_when=first)
            return answer.result() if answer.done() else None
        finally:
            keeping.cancel()
            del self._waiting[name]

    def _new_name(self) -> str:
        return f"{self._inbox}.{next(self._numbers)}"

    def _on_no_answer(self, since: float) -> None:
        """Stop waiting for workers, unless other tasks were answered: then they are too few."""
        if self.is_up and self._heard_at < since:
            self._silence.set_result(None)
            self._probed_at = _now()
            note("no worker answers; quick bots choose", logging.WARNING, seconds=self._timeout)

    def _probe(self, data: bytes) -> None:
        """Put a task into the queue now and then, to notice when workers are back."""
        if _now() - self._probed_at >= self._timeout:
            self._probed_at = _now()
            self._probing = asyncio.create_task(self._put(self._new_name(), data, was_put=False))

    async def _keep_queued(self, name: str, data: bytes) -> None:
        """Put a task into the queue, and again whenever it is no longer there."""
        was_put = False
        while name in self._waiting:
            was_put = await self._put(name, data, was_put=was_put)
            pause = self._timeout / LOOKS if was_put else RETRY_S
            await asyncio.wait([self._gap], timeout=pause)

    async def _put(self, name: str, data: bytes, *, was_put: bool) -> bool:
        """Make sure that the queue has a task; false if the broker is away."""
        try:
            if not (was_put and await self._queue.holds(name)):
                await self._queue.put(name, data)
        except BrokerAwayError:
            return False
        return True

    async def _receive(self, received: "Msg") -> None:
        self._heard_at = _now()
        if not self.is_up:
            self._silence = asyncio.get_running_loop().create_future()
            note("workers answer again")
        answer = self._waiting.get(received.subject.removeprefix(f"{ANSWERS}."))
        if answer is not None and not answer.done():
            answer.set_result(msgspec.msgpack.decode(received.data, type=BotChoice))

    def _on_gap(self) -> None:
        """The broker was away: check that all tasks are queued, and probe for workers at once."""
        self._probed_at -= self._timeout
        gap, self._gap = self._gap, asyncio.get_running_loop().create_future()
        gap.set_result(None)


def _now() -> float:
    return asyncio.get_running_loop().time()
