"""For all tests: what a failed one shows, and which ones stay together."""

from collections.abc import Generator
from pathlib import Path

import pytest

import evidence
import profiles

TOGETHER = {"web/": "browser", "server/faults/": "cluster"}
"""Folders whose tests run in one worker each, because what they share takes long to start."""

__all__ = ["profiles"]


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Tell pytest-xdist which tests stay together."""
    if group := _group_of(item):
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After the shuffle: those that stay together begin, so that no worker is left with them."""
    items.sort(key=lambda item: _group_of(item) == "")


def _group_of(item: pytest.Item) -> str:
    path = item.path.relative_to(Path(__file__).parent).as_posix()
    return next((group for start, group in TOGETHER.items() if path.startswith(start)), "")


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
