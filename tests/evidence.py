"""What a failed test shows besides its traceback, so that nobody has to run it again.

Programs say where they write their logs; browsers how to take a picture of themselves. When a
test fails, its report has what was logged since it began, and whatever else was attached.
"""

import os
import re
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / ".artifacts"
"""Where pictures and traces of failed tests are kept."""
LONGEST = 20_000
"""How many characters of a log are shown; the whole of it stays where it is."""

_logs: dict[Path, str] = {}
_sizes: dict[Path, int] = {}
_attached: dict[str, Callable[[], str]] = {}
_test = ""


def follow_log(name: str, path: Path) -> None:
    """Show what is written to a log during a test, if that test fails."""
    _logs[path] = name


def attach(name: str, tell: Callable[[], str]) -> None:
    """Show what ``tell`` answers if the running test fails; it is asked before its teardown."""
    _attached[name] = tell


def artifact(ending: str) -> Path:
    """A file for something of the running test that cannot be shown as text."""
    name = re.sub(r"[^\w.-]+", "-", _test).strip("-")[-150:]
    FOLDER.mkdir(exist_ok=True)
    return FOLDER / f"{name}{ending}"


def begin_test(name: str) -> None:
    """From now on everything belongs to this test."""
    global _test
    _test = name
    _attached.clear()
    _sizes.update({path: path.stat().st_size for path in _logs if path.exists()})


def sections() -> Generator[tuple[str, str]]:
    """The headings and texts that go with a failure."""
    yield "where", f"worker {os.environ.get('PYTEST_XDIST_WORKER', 'none')}, load {os.getloadavg()}"
    for path, name in _logs.items():
        if path.exists() and (text := _since_begin(path)):
            yield f"log of {name} ({path})", text
    for name, tell in _attached.items():
        try:
            yield name, tell()
        except Exception as error:
            yield name, f"not available: {error!r}"


def _since_begin(path: Path) -> str:
    with path.open("rb") as log:
        log.seek(_sizes.get(path, 0))
        return log.read().decode("utf-8", "replace")[-LONGEST:]


def add_to(report: pytest.TestReport) -> None:
    """Let a report of a failure tell all there is."""
    if report.failed:
        report.sections += list(sections())
