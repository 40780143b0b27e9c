"""People at a browser: what they see, click and type."""

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from waiting import wait_until
from web.browser import Faults
from web.play_area import PlayArea, Sight
from web.windows import close_window, open_window

QUICK = {"animation": "none", "sound": False, "confirm": False, "level": "peasant"}
"""Settings of somebody in a hurry."""
CALM = {"reduced_motion": "reduce", "service_workers": "block"}
"""A window of somebody whose system asks for less motion. It does not keep the client for when
there is no network, which would take a fifth of the time that the processor has for a test."""
KEEPING = CALM | {"service_workers": "allow"}
"""A window that keeps the client."""
LIVELY = CALM | {"reduced_motion": "no-preference"}
"""A window of somebody who likes to see things move."""

LAID_OUT = """size => new Promise((resolve) => {
  const look = () => {
    const isThere = innerWidth === size[0] && innerHeight === size[1];
    requestAnimationFrame(isThere ? () => requestAnimationFrame(resolve) : look);
  };
  look();
})"""
"""Waits until a page has drawn itself in a window of another size."""

FREE = """all => all.flatMap((one, number) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const above = document.elementFromPoint(x + width / 2, y + height / 2);
  return above && !above.closest("button, dialog, .tip") ? [number] : [];
})"""
"""Which of some places do not lie below a button, such as those for zooming."""


class Person:
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
        width, height = size
        self.context = (
            browser
            if isinstance(browser, BrowserContext)
            else open_window(browser, viewport={"width": width, "height": height}, **window)
        )
        kept = json.dumps(json.dumps(QUICK | settings))
        self.context.add_init_script(f"localStorage['han.settings'] ??= {kept};")
        self.name = settings.get("name", "Ada")
        self.page: Page = self.context.new_page()
        faults.watch(self.page)
        self._rng = Random(3)

    @property
    def play_area(self) -> PlayArea:
        """The game on the page."""
        return PlayArea(self.page)

    def go(self, path: str = "/") -> None:
        """Visit a page."""
        self.page.goto(self.address + path)

    def play_now(self) -> None:
        """Begin a game against bots from the start page; it is kept in the browser."""
        self.go()
        self.button("Play now").click()
        self.at_table()

    def play_on_server(self, **body: object) -> None:
        """Begin a game against bots that the server keeps."""
        made = self.post("/api/play-now", **{"name": self.name, "bot": "peasant"} | body)
        self.go(f"/t/{made['id']}")
        self.at_table()

    def post(self, path: str, **body: object) -> Any:
        """Ask the server for something, as the same person and without a page."""
        answer = self.context.request.post(self.address + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def add_salt(self, table: Any) -> None:
        """Add to the shuffle without a page, which would do it by itself."""
        body = {"commitment": table["commitment"], "salt": self.name}
        answer = self.context.request.put(
            f"{self.address}/api/tables/{table['id']}/salt", data=body
        )
        assert answer.ok, answer.text()

    def make_table(self, *seats: str, begin: bool = True, **options: object) -> Any:
        """Set a table up and go there."""
        table = self.set_up(*seats, begin=begin, **options)
        self.go(f"/t/{table['id']}")
        return table

    def set_up(self, *seats: str, begin: bool = True, **options: object) -> Any:
        """Set a table up. A seat is ``me``, ``open``, or a bot's name."""
        kinds = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
        body = {"map": "border-disputes", "name": self.name, "start": 0, "seats": kinds}
        table = self.post("/api/tables", **body | options)
        if begin:
            self.post(f"/api/tables/{table['id']}/start")
        return table

    def at_table(self) -> None:
        """Wait until a game is there with all that belongs to it."""
        expect(self.page.locator(".play-area")).to_be_visible()
        self.play_area.wait_for_rest()

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, and wait until the page has followed."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(LAID_OUT, [width, height])

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
        """Look at a panel beside the board; on a phone that opens a sheet."""
        # some tabs count what is new behind their names
        tab = self.page.get_by_role("tab", name=re.compile(rf"^{re.escape(name)}\s*\d*$"))
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        return self.page.get_by_role("tabpanel", name=re.compile(rf"^{re.escape(name)}\s*\d*$"))

    def choose_language(self, code: str) -> None:
        """Change the language where every page has it: in the header, or in a game's menu."""
        box = self.page.locator('select[id$="-language"]:visible')
        box.select_option(code)
        expect(self.page.locator("html")).to_have_attribute("lang", code)

    def choose_in_menu(self, name: str) -> None:
        """Open the game's menu and press one of its buttons."""
        self.button("Menu").click()
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()

    def leave_to_a_bot(self) -> None:
        """Let a bot play on for oneself."""
        self.choose_in_menu("Leave (a bot takes over)")
        self.button("Let a bot play").click()

    @property
    def hand(self) -> list[str]:
        """The colours of one's cards."""
        self.play_area.wait_for_rest()
        cards = self.page.get_by_role("list", name="Your cards").get_by_role("button")
        found: list[str] = cards.evaluate_all("all => all.map(one => one.ariaLabel)")
        return found

    def place_piece(self) -> None:
        """Place something on the first highlighted space, in the first way it can be paid."""
        before = self.play_area.wait_for_turn()
        assert before.targets, "there is nothing to place"
        self._act(before, lambda: self._click_target(0))
        if (now := self.play_area.wait_for_rest()).ways:
            self._act(now, self._way(0).click)

    def finish_turn(self, *, by_keyboard: bool = False) -> None:
        """Play until one's turn is over; quick bots may have brought the next one by then."""
        has_drawn = False
        while (sight := self.play_area.wait_for_rest()).state == "yours":
            if has_drawn and not sight.cards:
                return  # cards come last: this is another turn
            has_drawn = sight.cards > 0 and not sight.targets
            (self.play_by_keyboard if by_keyboard else self.play_by_mouse)()

    def until(self, is_so: Callable[[], object], what: str = "what was waited for") -> None:
        """Look again and again until something is so."""
        wait_until(is_so, what)

    @property
    def is_my_turn(self) -> bool:
        """Whether one is asked to do something, once the page shows all that it knows."""
        return self.play_area.wait_for_rest().state == "yours"

    def wait_for_others(self) -> None:
        """Wait until it is somebody else's turn."""
        expect(self.page.locator('.play-area[data-state="others"]')).to_be_visible()

    def wait_for_moment_of(self, other: "Person") -> None:
        """Wait until one sees what another person sees."""
        moment = other.play_area.wait_for_rest().moment
        expect(self.page.locator(f'.play-area[data-moment="{moment}"]')).to_be_visible()
        self.play_area.wait_for_rest()

    def wait(self) -> bool:
        """Wait until it is one's turn, or the game is over: whether there is a turn."""
        return self.play_area.wait_for_turn().state == "yours"

    def play_by_mouse(self) -> None:
        """Do one thing with the mouse, of those that are offered."""
        sight = self.play_area.wait_for_turn()
        self._act(sight, self._choice_by_mouse(sight))

    def _choice_by_mouse(self, sight: Sight) -> Callable[[], None]:
        assert sight.state == "yours", sight
        if sight.ways:
            return self._way(self._rng.randrange(sight.ways)).click
        if sight.has_choice:
            return self.page.locator('[data-key="confirm"]').click
        if sight.targets:
            free = self._free_targets()
            if not free:  # all of them lie below buttons: whoever has a mouse would move the board
                return lambda: self._press_for(sight)
            chosen = self._rng.choice(free)
            return lambda: self._click_target(chosen)
        if sight.cards:  # also after placing: taking one ends that
            cards = self.page.locator(".display .card:enabled")
            return cards.nth(self._rng.randrange(sight.cards)).click
        if sight.picked:
            return self.page.get_by_role("button", name=re.compile("^Discard ")).click
        if sight.must_discard:
            return self.page.locator(".own li button:enabled").first.click
        return self.button("Finish placing").click

    def _way(self, number: int) -> Locator:
        return self.page.locator(".payment li button").nth(number)

    def _free_targets(self) -> list[int]:
        """The numbers of the highlighted places that a click reaches."""
        found: list[int] = self.page.locator(".target .hit").evaluate_all(FREE)
        return found

    def _click_target(self, number: int) -> None:
        # The middle of a place lies under its own drawing: Playwright would wait for that to go.
        self.page.locator(".target .hit").nth(number).click(force=True)

    def undo(self) -> None:
        """Take one's last step back."""
        self._act(self.play_area.wait_for_turn(), self.button("Undo").click)

    def play_by_keyboard(self) -> None:
        """Do one thing with keys alone."""
        sight = self.play_area.wait_for_turn()
        self._act(sight, lambda: self._press_for(sight))

    def _press_for(self, sight: Sight) -> None:
        assert sight.state == "yours", sight
        if sight.ways:
            self._press("Enter")
        elif sight.targets:
            self._press("b", self._rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]), "Enter")
        elif sight.cards:
            self._press("1")
        elif sight.picked:
            self._press("x")
        elif sight.must_discard:
            self._press("h", "Enter")
        else:
            self._press("d")

    def _press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _act(self, before: Sight, act: Callable[[], None]) -> None:
        """Do something, and see what comes of it."""
        act()
        self.play_area.wait_for_change(before)

    def play_to_the_end(self, *, by_keyboard: bool = False) -> None:
        """Play a whole game."""
        for _ in range(2_000):
            if not self.wait():
                return
            (self.play_by_keyboard if by_keyboard else self.play_by_mouse)()
        raise AssertionError("the game does not end")

    def leave(self) -> None:
        """Close the window."""
        close_window(self.context)
