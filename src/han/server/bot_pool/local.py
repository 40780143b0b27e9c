"""A bot pool with processes on this machine."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from han.messages import message
from han.play.process_pool import ProcessPool
from han.play.workers import usable_cores
from han.server.bot_pool.fair_semaphore import FairSemaphore, Ticket
from han.server.bot_pool.pool import BotChoice, Task
from han.server.bot_pool.think import close_bots, fall_back, think, warming_tasks
from han.server.logs import set_up_logs

TRIES = 3
"""How often a task is thought about when each time the process is lost."""


class LocalBotPool:
    """Thinks about as many tasks at a time as there are processes; makers take turns.

    One process, if there are several, is never taken by tables of one maker where nobody waits.
    """

    _pool: ProcessPool

    def __init__(self, processes: int | None = None) -> None:
        """Choose how many processes think; by default one for each core."""
        self.processes = processes or usable_cores()
        self.waiting = 0
        self.is_up = True
        self._is_stopped = False
        self._warming: asyncio.Task[None] | None = None
        self._places = FairSemaphore(
            self.processes, awaited=self.processes, unawaited=max(1, self.processes - 1)
        )
        self._background: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes; they warm up while we go on."""
        self._pool = ProcessPool(self.processes, end=close_bots, begin=set_up_logs)
        self._warming = self._run_in_background(self._warm_up())

    async def until_warm(self) -> None:
        """Wait until tasks are answered as quickly as they can be."""
        if self._warming is not None:
            await asyncio.shield(self._warming)

    async def stop(self) -> None:
        """End the processes, and wait until they are gone."""
        self._is_stopped = True
        if self._warming is not None:
            self._warming.cancel()
            self._run_in_background(asyncio.to_thread(self._pool.close))
        await asyncio.gather(*self._background, return_exceptions=True)

    async def ask(self, task: Task, maker: str = "", *, is_awaited: bool = True) -> BotChoice:
        """Let a process think; if it dies, ask another, `TRIES` times."""
        self.waiting += 1
        try:
            return await self._ask_with_retries(task, maker, is_awaited=is_awaited)
        finally:
            self.waiting -= 1

    async def _ask_with_retries(
        self, task: Task, maker: str = "", *, is_awaited: bool = True
    ) -> BotChoice:
        for _ in range(TRIES):
            ticket = await self._places.acquire(maker, is_awaited=is_awaited)
            pool = self._pool
            try:
                return await asyncio.shield(self._submit(task, ticket))
            except (BrokenProcessPool, OSError):
                self._replace(pool)
        return await fall_back(task, message("bot_pool.lost", count=TRIES))

    def _submit(self, task: Task, ticket: Ticket) -> "asyncio.Future[BotChoice]":
        """Hand a task to a process, which is not free until it has answered.

        Nobody may cancel the future: a pool that breaks stumbles over a cancelled one.
        """
        try:
            if self._is_stopped:
                raise asyncio.CancelledError
            thought = asyncio.wrap_future(self._pool.submit(think, task))
        except BaseException:
            self._places.release(ticket)
            raise
        thought.add_done_callback(partial(self._on_answered, ticket))
        return thought

    def _on_answered(self, ticket: Ticket, thought: "asyncio.Future[BotChoice]") -> None:
        self._places.release(ticket)
        thought.exception()  # has been seen, even if nobody waits any more

    def _replace(self, broken: ProcessPool) -> None:
        """Start new processes instead of a broken pool, once for all tasks that it lost."""
        if broken is self._pool and not self._is_stopped:
            self._pool = ProcessPool(self.processes, end=close_bots, begin=set_up_logs)
            self._run_in_background(asyncio.to_thread(broken.close))

    async def _warm_up(self) -> None:
        """Let each kind of bot think once in all processes, between the other tasks."""
        for task in await asyncio.to_thread(warming_tasks):
            await asyncio.gather(*[self._ask_with_retries(task) for _ in range(self.processes)])

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        doing = asyncio.create_task(work)
        self._background.add(doing)
        doing.add_done_callback(self._background.discard)
        return doing
