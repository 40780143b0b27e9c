"""Deferring Ctrl-C."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def ctrl_c_deferred() -> Iterator[None]:
    """Defer a Ctrl-C until the block has ended."""
    if current_thread() is not main_thread():  # which Ctrl-C never reaches
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
