"""Windows of the browser: all are opened here, so that a failed test can tell what was in them."""

import os
from collections import deque
from collections.abc import Callable
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    WebSocket,
)

import evidence
from waiting import HUNG_S
from web.js_coverage import Coverage

TIMEOUT_MS = 1000 * HUNG_S
"""How long a test waits for anything."""
PICTURE_MS = 10_000
"""A page that hangs cannot be pictured; its other traces are told all the same."""
FRAMES = 50
"""How many of the last messages of websockets are kept."""
LONGEST = 400
"""How much of such a message is told."""

_windows: list["Window"] = []


def open_window(browser: Browser, **options: Any) -> BrowserContext:
    """A window of somebody's own: nothing is remembered from others."""
    context = browser.new_context(**options)
    context.set_default_timeout(TIMEOUT_MS)
    if "PYTEST_CURRENT_TEST" in os.environ:
        _windows.append(Window(context, f"window {len(_windows) + 1}"))
    return context


def close_window(context: BrowserContext) -> None:
    """Close somebody's window, and keep what is measured in it."""
    for window in _windows:
        if window.context is context:
            window.coverage.keep()
    context.close()


def close_windows() -> None:
    """Close all windows that a test has left open."""
    for window in _windows:
        close_window(window.context)
    _windows.clear()


class Window:
    """One window with all its pages, and what happened in them."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        """Follow all that happens from now on."""
        self.context = context
        self._name = name
        self._diaries: list[Diary] = []
        self.coverage = Coverage(context)
        context.on("page", self._follow)
        # Calls and their logs alone cost nothing that can be measured; with pictures of every
        # step a browser needs two thirds more processor time.
        context.tracing.start(screenshots=False, snapshots=False, sources=False)
        evidence.attach(name, self._tell)

    def _follow(self, page: Page) -> None:
        self._diaries.append(Diary(page))

    def _tell(self) -> str:
        told = [
            diary.tell(f"-{self._name}-{number}".replace(" ", "-"))
            for number, diary in enumerate(self._diaries, 1)
        ]
        return "\n".join([*told, f"trace: {attempt(self._keep_trace)}"])

    def _keep_trace(self) -> str:
        path = evidence.artifact(f"-{self._name}-trace.zip".replace(" ", "-"))
        self.context.tracing.stop(path=path)
        return f"{path} (playwright show-trace)"


class Diary:
    """What a page said, asked for and heard."""

    def __init__(self, page: Page) -> None:
        """Begin it."""
        self._page = page
        self._lines: list[str] = []
        self._frames: deque[str] = deque(maxlen=FRAMES)
        page.on("console", self._note_words)
        page.on("pageerror", self._note_error)
        page.on("requestfailed", self._note_failure)
        page.on("response", self._note_refusal)
        page.on("websocket", self._follow_socket)

    def _note_words(self, said: ConsoleMessage) -> None:
        self._lines.append(f"console {said.type}: {said.text}")

    def _note_error(self, error: Error) -> None:
        self._lines.append(f"error: {error.stack or error}")

    def _note_failure(self, request: Request) -> None:
        self._lines.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _note_refusal(self, response: Response) -> None:
        if response.status >= 400:
            self._lines.append(f"{response.status}: {response.request.method} {response.url}")

    def _follow_socket(self, socket: WebSocket) -> None:
        self._frames.append(f"opened {socket.url}")
        socket.on("framesent", lambda frame: self._note_frame(">", frame))
        socket.on("framereceived", lambda frame: self._note_frame("<", frame))
        socket.on("close", lambda _: self._frames.append(f"closed {socket.url}"))

    def _note_frame(self, way: str, frame: str | bytes) -> None:
        self._frames.append(f"{way} {frame!s}")

    def tell(self, ending: str) -> str:
        """All of it as text, with the path of a picture."""
        frames = [frame[:LONGEST] for frame in self._frames]
        parts = {
            "page": [self._page.url],
            "picture": [attempt(lambda: self._take_picture(ending))],
            "said and failed": self._lines,
            "last messages of websockets": frames,
            "what is to be read": [attempt(self._read)],
        }
        return "\n".join(f"{name}:\n  " + "\n  ".join(lines) for name, lines in parts.items())

    def _take_picture(self, ending: str) -> str:
        path = evidence.artifact(f"{ending}.png")
        self._page.screenshot(path=path, timeout=PICTURE_MS)
        return str(path)

    def _read(self) -> str:
        return self._page.locator("body").aria_snapshot(timeout=PICTURE_MS)


def attempt(tell: Callable[[], str]) -> str:
    """What can be told of a page, or why it cannot."""
    try:
        return tell()
    except Exception as error:
        return f"not available: {error}"
