"""People at a browser: what they see, click and type."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from web.browser import Faults

PATIENCE_MS = 60_000
QUICK = {"animation": "none", "sound": False, "confirm": False, "level": "peasant"}
"""Settings of somebody in a hurry."""


class Visitor:
    """Somebody with a browser window of their own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        faults: Faults,
        size: tuple[int, int] = (1280, 800),
        **settings: Any,
    ) -> None:
        """Open a window; nothing is remembered from others."""
        width, height = size
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.context.set_default_timeout(PATIENCE_MS)
        kept = json.dumps(json.dumps(QUICK | settings))
        self.context.add_init_script(f"localStorage['han.settings'] ??= {kept};")
        self.page: Page = self.context.new_page()
        faults.watch(self.page)
        self._rng = Random(3)

    def go(self, path: str = "/") -> None:
        """Visit a page."""
        self.page.goto(self.address + path)

    def play_now(self) -> None:
        """Begin a game against bots from the start page."""
        self.go()
        self.page.get_by_role("button", name="Play now").click()
        self.at_table()

    def at_table(self) -> None:
        """Wait for the board of a running game."""
        expect(self.page.locator(".desk .board svg").first).to_be_visible(timeout=PATIENCE_MS)

    @property
    def table(self) -> str:
        """The id of the table that one is at."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found
        return found[1]

    @property
    def is_over(self) -> bool:
        """Whether the score sheet is there."""
        return self.page.get_by_text("The game is over.", exact=True).count() > 0

    @property
    def is_my_turn(self) -> bool:
        """Whether one is asked to do something."""
        return self.page.get_by_text("It is your turn", exact=True).count() > 0

    def wait(self) -> bool:
        """Wait until it is one's turn, or the game is over: whether there is a turn."""
        ready = self.page.get_by_text(re.compile(r"^(It is your turn|The game is over\.)$"))
        expect(ready.first).to_be_visible(timeout=PATIENCE_MS)
        return not self.is_over

    def play_by_mouse(self) -> None:
        """Do one thing with the mouse: whatever is offered first."""
        for offered in (
            self.page.locator("dialog[open] li button"),
            self.page.locator(".display button:enabled"),
            self.page.locator(".target"),
        ):
            if self._click_one(offered):
                return
        stop = self.page.get_by_role("button", name="Done placing")
        if stop.count():
            return self._after(stop.first.click)
        if not self._must_discard:
            return self.page.wait_for_timeout(30)  # an answer is on its way
        self.page.locator(".own li button:enabled").first.click()
        self._after(self.page.get_by_role("button", name=re.compile("^Discard ")).click)

    @property
    def _must_discard(self) -> bool:
        return self.page.get_by_text("To discard, pick one card.").count() > 0

    def _click_one(self, offered: Locator) -> bool:
        count = offered.count()
        if not count:
            return False
        one = offered.nth(self._rng.randrange(count))
        self._after(lambda: one.click(timeout=3_000, force=True))
        return True

    def play_by_keyboard(self) -> None:
        """Do one thing with keys alone."""
        page = self.page
        if page.locator("dialog[open]").count():
            page.keyboard.press("Tab")
            return self._after(lambda: page.keyboard.press("Enter"))
        if page.locator(".display button:enabled").count():
            return self._after(lambda: page.keyboard.press("1"))
        if page.locator(".target").count():
            page.keyboard.press("b")
            page.keyboard.press(self._rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
            return self._after(lambda: page.keyboard.press("Enter"))
        if page.get_by_role("button", name="Done placing").count():
            return self._after(lambda: page.keyboard.press("d"))
        if not self._must_discard:
            return page.wait_for_timeout(30)
        page.keyboard.press("h")
        page.keyboard.press("Enter")
        self._after(lambda: page.keyboard.press("x"))

    def _after(self, act: Callable[[], None]) -> None:
        """Do something, and give the page a moment to answer."""
        act()
        self.page.wait_for_timeout(60)

    def play_to_the_end(self, *, by_keyboard: bool = False) -> None:
        """Play a whole game."""
        for _ in range(2_000):
            if not self.wait():
                return
            (self.play_by_keyboard if by_keyboard else self.play_by_mouse)()
        raise AssertionError("the game does not end")

    def leave(self) -> None:
        """Close the window."""
        self.context.close()
