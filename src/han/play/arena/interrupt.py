"""Ctrl-C at a moment of our choosing."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put a Ctrl-C off until the block is done: what belongs together stays together."""
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
