"""Clocks of the server."""

import asyncio
import time


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def loop_s() -> float:
    """Seconds on the event loop's clock, for durations; a test can let that clock jump."""
    return asyncio.get_running_loop().time()
