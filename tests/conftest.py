"""For all tests: what a failed one shows."""

from collections.abc import Generator

import pytest

import evidence


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
