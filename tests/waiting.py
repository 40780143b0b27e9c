"""Waiting for what others do, and running what is asynchronous: the only place that sleeps.

A test waits for a condition, never for a time. The limit is far beyond what a slow and busy
machine needs: whoever reaches it hangs.
"""

import asyncio
import io
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
LoopFactory = Callable[[], asyncio.AbstractEventLoop]

HUNG_S = float(os.environ.get("HAN_HUNG_S", "480"))
"""After so long a test that waits is hung, however slow the machine is. Who writes a test on an
idle machine may not want to wait that long for what never comes."""
LOOK_S = 0.01
"""The pause between two looks at a condition."""
TRY_S = 0.05
"""The pause of a client between two tries."""


class TimeTravelLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock a test can move on: timers that are due by then fire at once."""

    _travelled = 0.0

    def time(self) -> float:
        """The loop's own time."""
        return super().time() + self._travelled

    def travel(self, seconds: float) -> None:
        """Let so much time have passed."""
        self._travelled += seconds


class Runner:
    """Runs coroutines in an event loop of their own.

    The loop runs in a thread of its own, because Playwright keeps one running in the main thread
    from its first test on. A coroutine that hangs fails with a list of what it waited for.
    """

    def __init__(self, loop_factory: LoopFactory | None = None) -> None:
        """Prepare; the loop begins with the context."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="loop")
        self._runner = asyncio.Runner(loop_factory=loop_factory)  # noqa: TID251 - in the thread

    def __enter__(self) -> "Runner":
        """Begin."""
        self._thread.submit(self._runner.__enter__).result()
        return self

    def __exit__(self, *_: object) -> None:
        """End the loop and whatever still runs in it."""
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def run(self, scene: Coroutine[Any, Any, T], limit_s: float = HUNG_S) -> T:
        """What a coroutine returns."""
        return self._thread.submit(self._runner.run, _limited(scene, limit_s)).result()


def run(
    scene: Coroutine[Any, Any, T],
    limit_s: float = HUNG_S,
    loop_factory: LoopFactory | None = None,
) -> T:
    """Run one coroutine to its end, in a loop of its own."""
    with Runner(loop_factory) as runner:
        return runner.run(scene, limit_s)


def travel(seconds: float) -> None:
    """Let so much time have passed in the running `TimeTravelLoop`."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, TimeTravelLoop)
    loop.travel(seconds)


async def _limited(scene: Coroutine[Any, Any, T], limit_s: float) -> T:
    """The answer of a coroutine; if it hangs, an error that tells what all tasks wait for."""
    task = asyncio.create_task(scene)
    hung = time.monotonic() + limit_s
    while not task.done() and time.monotonic() < hung:
        await asyncio.wait([task], timeout=hung - time.monotonic())
    if not task.done():
        waiting = _stacks()
        task.cancel()
        await asyncio.wait([task], timeout=limit_s)
        raise AssertionError(f"hung for {limit_s:.0f} s; what was going on:\n{waiting}")
    return task.result()


def _stacks() -> str:
    text = io.StringIO()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.print_stack(file=text)
    return text.getvalue()


async def until(
    is_so: Callable[[], object], what: str = "what was waited for", limit_s: float = HUNG_S
) -> None:
    """Look again and again until something is so."""
    deadline = time.monotonic() + limit_s
    while not is_so():
        assert time.monotonic() < deadline, f"{what} did not come about in {limit_s:.0f} s"
        await asyncio.sleep(LOOK_S)  # noqa: TID251 - between two looks


def wait_until(
    is_so: Callable[[], object],
    what: str | Callable[[], str] = "what was waited for",
    limit_s: float = HUNG_S,
) -> None:
    """The same outside of an event loop; ``what`` may be worked out only if it fails."""
    deadline = time.monotonic() + limit_s
    while not is_so():
        if time.monotonic() >= deadline:
            told = what() if callable(what) else what
            raise AssertionError(f"{told} did not come about in {limit_s:.0f} s")
        time.sleep(LOOK_S)  # noqa: TID251 - between two looks


async def pace() -> None:
    """The pause that a client makes between two tries, so that it does not try all the time."""
    await asyncio.sleep(TRY_S)  # noqa: TID251 - nothing is expected to have happened by then


async def let_others_run(times: int = 1) -> None:
    """Give the other tasks of the loop so many turns."""
    for _ in range(times):
        await asyncio.sleep(0)  # noqa: TID251 - no time passes
