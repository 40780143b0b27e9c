"""A worker: takes tasks from a NATS broker and has processes of its own think about them."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from han.rules.compile import is_compilation_due
from han.server.bot_pool.local import LocalBotPool
from han.server.bot_pool.pool import BotChoice, Task
from han.server.bot_pool.queue import ANSWERS, KEEP_S, TaskQueue, name_of, open_queue
from han.server.bus.broker import BrokerAwayError, BrokerConnection, broker_errors
from han.server.logs import set_up_logs

if TYPE_CHECKING:
    from nats.aio.msg import Msg

    from han.server.bot_pool.queue import Inbox

log = logging.getLogger(__name__)

FETCH_S = 1.0
"""How long one request for a task lasts; after a broker's return nobody waits longer."""
RETRY_S = 0.1
"""The pause between two looks whether the broker is back."""
FINISH_S = 2.0
"""What a worker that is told to end may still take to finish; the rest is given back."""


class Worker:
    """Takes as many tasks at a time as it has processes."""

    _queue: TaskQueue

    def __init__(self, address: str, processes: int | None = None) -> None:
        """Name the broker; by default one process for each core."""
        self._connection = BrokerConnection(address, on_gap=lambda: None)
        self._bot_pool = LocalBotPool(processes)
        self._running: asyncio.Task[Any] | None = None
        self._cancelling: asyncio.TimerHandle | None = None
        self._is_working = False
        self._is_ending = False

    @property
    def processes(self) -> int:
        """How many tasks are thought about at a time."""
        return self._bot_pool.processes

    async def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Work until `end`. A `HanError` if there is no broker at the beginning."""
        self._running = asyncio.current_task()
        try:
            await self._connect_and_work(on_ready)
        except asyncio.CancelledError:
            if not self._is_ending:
                raise
        finally:
            if self._cancelling is not None:
                self._cancelling.cancel()

    def end(self) -> None:
        """Take no more tasks; what cannot be finished soon is given back."""
        if self._running is not None and not self._is_ending:
            loop, timeout = asyncio.get_running_loop(), FINISH_S if self._is_working else 0.0
            self._cancelling = loop.call_later(timeout, self._running.cancel)
        self._is_ending = True

    async def _connect_and_work(self, on_ready: Callable[[], None]) -> None:
        self._queue = await open_queue(self._connection)
        try:
            await _compile_missing()
            await self._bot_pool.start()
            await self._bot_pool.until_warm()
            on_ready()
            self._is_working = True
            await asyncio.gather(*[self._work() for _ in range(self.processes)])
        finally:
            await self._connection.close()
            await self._bot_pool.stop()

    async def _work(self) -> None:
        """Take and answer one task after the other."""
        inbox = await self._queue.open_inbox()
        while not self._is_ending:
            held = await self._take(inbox)
            if held is not None:
                await self._serve(held)

    async def _take(self, inbox: "Inbox") -> "Msg | None":
        """The next task. While the broker is away none is asked for: requests would pile up."""
        with suppress(BrokerAwayError):  # or it has lost the queue, until the next task is put
            if self._connection.is_up:
                return await self._queue.take(inbox, FETCH_S)
        await asyncio.sleep(RETRY_S)
        return None

    async def _serve(self, held: "Msg") -> None:
        """Answer a task, or give it back if we are told to end."""
        try:
            answer = await self._think(held, msgspec.msgpack.decode(held.data, type=Task))
            with suppress(BrokerAwayError):  # the bot pool will find out, and ask again
                await self._connection.publish(
                    f"{ANSWERS}.{name_of(held)}", msgspec.msgpack.encode(answer)
                )
            await _tell(held.ack())
        except asyncio.CancelledError:
            await _tell(held.nak())
            raise
        except Exception:  # whatever is wrong with a task, the worker goes on
            log.exception("task %s cannot be answered", name_of(held))
            await _tell(held.term())

    async def _think(self, held: "Msg", task: Task) -> BotChoice:
        """The answer; meanwhile the broker is told that the task is in progress."""
        thinking = asyncio.create_task(self._bot_pool.ask(task))
        try:
            while not (await asyncio.wait([thinking], timeout=KEEP_S))[0]:
                await _tell(held.in_progress())
            return thinking.result()
        finally:
            thinking.cancel()


async def _compile_missing() -> None:
    """Compile the kernels that are missing, beside the event loop."""
    if is_compilation_due():
        from han.play.warm import LOOK_S, Compilation

        with Compilation() as compilation:
            while not compilation.is_done:
                await asyncio.sleep(LOOK_S)


async def _tell(telling: Awaitable[None]) -> None:
    """Tell the broker about a task; when it is away it notices by our silence."""
    with suppress(BrokerAwayError), broker_errors():
        await telling


def run_worker(
    address: str, processes: int | None = None, on_ready: Callable[[int], None] = lambda _: None
) -> None:
    """Work for a broker's servers until SIGTERM or Ctrl-C.

    Args:
        address: The broker: ``nats://host:port``.
        processes: How many tasks at a time; by default one for each core.
        on_ready: Is told how many, once bots answer quickly.

    Raises:
        NoBrokerError: The broker does not answer, or cannot keep tasks.
    """

    async def run() -> None:
        worker = Worker(address, processes)
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends us less kindly
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, worker.end)
        await worker.run(lambda: on_ready(worker.processes))

    set_up_logs()
    asyncio.run(run())
