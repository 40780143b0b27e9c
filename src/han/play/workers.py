"""Running numbered games in parallel, with results in order.

A `GameRunner` is made once in every process, by a function that is sent there, and then runs
one game after the other.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Handle = TypeVar("Handle")


class GameRunner(Protocol[Result_co]):
    """Plays or reads games by their numbers."""

    def play(self, number: int) -> Result_co:
        """Play or read game ``number``."""

    def close(self) -> None:
        """Release resources; may be called from another thread, during `play`."""


class Workers(Protocol[Result_co]):
    """Runs games in this process, in others, or on other machines."""

    def results(self, numbers: Iterable[int]) -> Iterator[Result_co]:
        """The results in the order of the numbers, each as soon as it is available."""

    def close(self) -> None:
        """Stop all games at once; those that are not finished are lost."""


@contextmanager
def open_workers(
    make: Callable[[], GameRunner[Result]], count: int | None = None, ray_address: str | None = None
) -> Iterator[Workers[Result]]:
    """A context with workers, which are closed at its end.

    Args:
        make: Makes a runner; must be picklable unless ``count`` is 1.
        count: How many games run at a time; by default one for each core.
        ray_address: The Ray cluster to use instead of this machine.
    """
    workers = _make_workers(make, count, ray_address)
    try:
        yield workers
    finally:
        workers.close()


def _make_workers(
    make: Callable[[], GameRunner[Result]], count: int | None, ray_address: str | None
) -> Workers[Result]:
    if ray_address is not None:
        from han.play.workers_ray import RayWorkers

        return RayWorkers(make, count, ray_address)
    count = count or usable_cores()
    if count == 1:
        return InProcessWorkers(make())
    from han.play.workers_local import ProcessWorkers

    return ProcessWorkers(make, count)


class InProcessWorkers(Workers[Result]):
    """Runs games in this process."""

    def __init__(self, runner: GameRunner[Result]) -> None:
        """Use a runner."""
        self._runner = runner

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """One after the other."""
        return map(self._runner.play, numbers)

    def close(self) -> None:
        """Close the runner."""
        self._runner.close()


def in_order(
    numbers: Iterable[int],
    submit: Callable[[int], Handle],
    collect: Callable[[Handle], Result],
    ahead: int,
) -> Iterator[Result]:
    """Submit up to ``ahead`` games early and collect the results in order."""
    handles: deque[Handle] = deque()
    for number in numbers:
        handles.append(submit(number))
        if len(handles) >= ahead:
            yield collect(handles.popleft())
    while handles:
        yield collect(handles.popleft())


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
