"""A real Chromium for tests: an installed one, or one that is installed now."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
NEEDLESS = (
    # pages of the browser's own, loaded with every window: two thirds of what a window costs
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # what Playwright would switch off; it is the last list that counts
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = [
    f"--disable-features={','.join(NEEDLESS)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 60_000
"""How long a test waits for anything; far longer than it ever takes."""
MISSING = (
    "Chromium is missing and could not be installed: install it with the system's package "
    "manager, or name it in HAN_CHROMIUM."
)


def find_browser() -> str | None:
    """The path of an installed browser; none for Playwright's own."""
    named = os.environ.get("HAN_CHROMIUM")
    if named:
        return named
    found = _installed()
    if found:
        return found
    if shutil.which("apt-get") and os.geteuid() == 0:
        _try(["apt-get", "update", "--quiet"])
        _try(["apt-get", "install", "--quiet", "--yes", "--no-install-recommends", "chromium"])
        if found := _installed():
            return found
    _fetch()
    return None


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _fetch() -> None:
    """Let Playwright fetch its own browser."""
    if not _try([sys.executable, "-m", "playwright", "install", "chromium"]):
        pytest.fail(MISSING, pytrace=False)


def _try(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser, and patience with what it shows."""
    path = find_browser()
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each opens windows of its own."""
    with open_browser() as browser:
        yield browser


class Faults(list[str]):
    """What went wrong in a page, for all to see at the end."""

    expected: tuple[str, ...] = ()
    """Words of errors that a test is about."""

    def watch(self, page: Page) -> None:
        """Collect the errors of a page."""
        page.on("pageerror", self._note_error)
        page.on("console", self._note_words)

    def _note_error(self, error: Error) -> None:
        self._note(str(error))

    def _note_words(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._note(said.text)

    def _note(self, fault: str) -> None:
        if not any(words in fault for words in self.expected):
            self.append(fault)


@pytest.fixture
def faults() -> Iterator[Faults]:
    """No test may leave an error in the console."""
    found = Faults()
    yield found
    assert not found, "\n".join(found)
