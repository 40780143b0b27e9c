"""A real Chromium for tests, and the errors that its pages must not have."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

from web.chromium import MISSING, find_browser
from web.windows import TIMEOUT_MS, close_windows

__all__ = ["ARGUMENTS", "TIMEOUT_MS", "Faults", "browser", "faults", "find_browser"]

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
    # all windows in one process: starting one for each costs a tenth of the browser's time
    "--renderer-process-limit=1",
    "--in-process-gpu",
]


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser, and enough time for what it shows."""
    path = find_browser()
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        if path is None and not Path(playwright.chromium.executable_path).exists():
            pytest.fail(MISSING, pytrace=False)
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
def faults(browser: Browser) -> Iterator[Faults]:
    """No test may leave an error in the console, nor a window open."""
    found = Faults()
    yield found
    close_windows()
    assert not found, "\n".join(found)
