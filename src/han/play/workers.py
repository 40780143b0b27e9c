"""Many hands for numbered pieces of work, results in order.

Work is described by what makes a `Worker`: it is carried to every process once, and there
the worker does one piece after the other.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Ticket = TypeVar("Ticket")


class Worker(Protocol[Result_co]):
    """Does pieces of work, each known by its number."""

    def play(self, number: int) -> Result_co:
        """Do one piece."""

    def close(self) -> None:
        """End whatever was started; may come from another thread, in the middle of work."""


class Workers(Protocol[Result_co]):
    """Workers in this process, in others, or on other machines."""

    def results(self, numbers: Iterable[int]) -> Iterator[Result_co]:
        """The results in the order of the numbers, each as soon as it can be had."""

    def close(self) -> None:
        """End all work at once; what is not finished is lost."""


@contextmanager
def open_workers(
    make: Callable[[], Worker[Result]], count: int | None = None, ray_address: str | None = None
) -> Iterator[Workers[Result]]:
    """Workers that are closed at the end, however that comes.

    Args:
        make: Makes one worker; must survive pickling unless ``count`` is 1.
        count: How many work at a time; by default one for each core.
        ray_address: The Ray cluster to work on, if not this machine.
    """
    workers = _make_workers(make, count, ray_address)
    try:
        yield workers
    finally:
        workers.close()


def _make_workers(
    make: Callable[[], Worker[Result]], count: int | None, ray_address: str | None
) -> Workers[Result]:
    if ray_address is not None:
        from han.play.workers_ray import RayWorkers

        return RayWorkers(make, count, ray_address)
    count = count or usable_cores()
    if count == 1:
        return LoneWorker(make())
    from han.play.workers_local import Processes

    return Processes(make, count)


class LoneWorker(Workers[Result]):
    """One worker in this very process."""

    def __init__(self, worker: Worker[Result]) -> None:
        """Employ a worker."""
        self._worker = worker

    def results(self, numbers: Iterable[int]) -> Iterator[Result]:
        """One after the other."""
        return map(self._worker.play, numbers)

    def close(self) -> None:
        """Send the worker home."""
        self._worker.close()


def in_order(
    numbers: Iterable[int],
    submit: Callable[[int], Ticket],
    collect: Callable[[Ticket], Result],
    ahead: int,
) -> Iterator[Result]:
    """Hand work out up to ``ahead`` pieces early and collect the results in order."""
    tickets: deque[Ticket] = deque()
    for number in numbers:
        tickets.append(submit(number))
        if len(tickets) >= ahead:
            yield collect(tickets.popleft())
    while tickets:
        yield collect(tickets.popleft())


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
