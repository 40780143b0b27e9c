"""For all tests: what a failed one shows, and which ones stay together."""

import gc
import os
import signal
from collections.abc import Generator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

import evidence
import profiles

TOGETHER = {
    "tests/web/": "browser",
    "tests/server/faults/": "cluster",
    "tests/server/hostile/": "targets",
    "tests/server/bot_pool/": "bot_pools",
    "tests/server/": "servers",
    "tests/cli/test_arena_ray.py": "ray",
    "tests/rules/test_compile.py": "compiling",
}
"""Folders and files whose tests run in one worker each, as what they share takes long to start."""

__all__ = ["profiles"]


class Together(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out the tests of `TOGETHER` whole, and first; then all other tests one by one."""

    def _split_scope(self, nodeid: str) -> str:
        """What a test is handed out with."""
        starts = (group for start, group in TOGETHER.items() if nodeid.startswith(start))
        return next(starts, nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Share the tests out among the workers."""
    return Together(config, log)


def pytest_configure() -> None:
    """Speak English whatever the machine speaks, and hear Ctrl-C, so that our programs do.

    A shell's background jobs do not.
    """
    os.environ["HAN_LANG"] = "en"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Leave all that was loaded out of every garbage collection to come: it stays anyway."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test begins."""
    evidence.begin_test(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A part of a test is over; nothing has been cleared away yet."""
    report = yield
    evidence.add_to(report)
    return report
