"""People at a browser: what they see, click and type."""

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from web.browser import PATIENCE_MS, Faults

QUICK = {"animation": "none", "sound": False, "confirm": False, "level": "peasant"}
"""Settings of somebody in a hurry."""
CALM = {"reduced_motion": "reduce"}
"""A window of somebody whose system asks for less motion."""


class Visitor:
    """Somebody with a browser window of their own."""

    def __init__(
        self,
        browser: Browser | BrowserContext,
        address: str,
        faults: Faults,
        size: tuple[int, int] = (1280, 800),
        window: Mapping[str, Any] = CALM,
        **settings: Any,
    ) -> None:
        """Open a window; nothing is remembered from others, unless they share a context."""
        self.address = address
        self.context = (
            browser if isinstance(browser, BrowserContext) else _open(browser, size, window)
        )
        self.context.set_default_timeout(PATIENCE_MS)
        kept = json.dumps(json.dumps(QUICK | settings))
        self.context.add_init_script(f"localStorage['han.settings'] ??= {kept};")
        self.name = settings.get("name", "Ada")
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

    def post(self, path: str, **body: object) -> Any:
        """Ask the server for something, as the same person and without a page."""
        answer = self.context.request.post(self.address + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def make_table(self, *seats: str, begin: bool = True, **options: object) -> Any:
        """Set a table up and go there. A seat is ``me``, ``open``, or a bot's name."""
        kinds = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
        body = {"map": "border-disputes", "name": self.name, "start": 0, "seats": kinds}
        table = self.post("/api/tables", **body | options)
        if begin:
            self.post(f"/api/tables/{table['id']}/start")
        self.go(f"/t/{table['id']}")
        return table

    def at_table(self) -> None:
        """Wait for the board of a running game."""
        expect(self.page.locator(".desk .board svg").first).to_be_visible()

    @property
    def table(self) -> str:
        """The id of the table that one is at."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found
        return found[1]

    def button(self, name: str) -> Locator:
        """A button that says exactly this."""
        return self.page.get_by_role("button", name=name, exact=True)

    def open_tab(self, name: str) -> Locator:
        """Look at a panel beside the board."""
        self.page.get_by_role("tab", name=name, exact=True).click()
        return self.page.get_by_role("tabpanel")

    def choose_in_menu(self, name: str) -> None:
        """Open the game's menu and press one of its buttons."""
        self.button("Menu").click()
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()

    @property
    def hand(self) -> list[str]:
        """The colours of one's cards."""
        cards = self.page.get_by_role("list", name="Your cards").get_by_role("button")
        found: list[str] = cards.evaluate_all("all => all.map(one => one.ariaLabel)")
        return found

    def place_piece(self) -> None:
        """Place something on the first space that glows, in the first way it can be paid."""
        before = self.hand
        self.page.locator(".target").first.click(force=True)
        self.page.wait_for_timeout(150)
        ways = self.page.locator("dialog[open] li button")
        if ways.count():
            ways.first.click()
        self.until(lambda: self.hand != before)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Look again and again until something is so."""
        for _ in range(PATIENCE_MS // 50):
            if is_so():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it never comes to that")

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
        expect(ready.first).to_be_visible()
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


def _open(browser: Browser, size: tuple[int, int], window: Mapping[str, Any]) -> BrowserContext:
    width, height = size
    return browser.new_context(viewport={"width": width, "height": height}, **window)
