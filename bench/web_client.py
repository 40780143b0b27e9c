"""How soon a browser shows the client, how much it loads, and how soon others' moves are seen.

.venv/bin/python bench/web_client.py

Chromium runs on the same machine as the server. For the first views its processor is slowed down
four times, and every view is somebody's first: nothing is kept from the one before.
"""

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import typer

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser
from serving import Serving, serving
from web_moves import measure_moves

from web.browser import Faults, open_browser
from web.people import Person

SLOW_DOWN = 4
UNDISTURBED_MS = 2_500
"""How long the page is not queried, since answering would slow it down."""
START = "form .button.main"
BOARD = ".play-area:has(.backdrop svg) .overlay .pieces .house"
FRESH = {"service_workers": "block", "reduced_motion": "reduce"}
SEE = """
    const see = () => {
        if (window.found || !document.querySelector(%s)) return;
        window.found = true;
        requestAnimationFrame(() => setTimeout(() => (window.seenAt = performance.now())));
    };
    new MutationObserver(see).observe(document, {childList: true, subtree: true});
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
LOADED = """
    performance.getEntriesByType("resource")
        .filter(({name}) => /[.](js|css)$/.test(name))
        .map(({name, encodedBodySize}) => [new URL(name).pathname, encodedBodySize])
"""


@dataclass(frozen=True)
class PageLoad:
    """The loading of a page: milliseconds since the request, and bytes of code."""

    painted: float
    shown: float
    code: int


def main(views: int = 9, moves: int = 60) -> None:
    """Print one JSON object with what was measured, and the same as a table."""
    with (
        tempfile.TemporaryDirectory() as name,
        serving(str(Path(name) / "han.sqlite"), Path(name)) as server,
        open_browser() as browser,
    ):
        found = measure(browser, server, views, moves)
    print(json.dumps(found, indent=2))
    print("\n".join(f"{what:<34}{value:>10}" for what, value in found.items()))


def measure(browser: Browser, server: Serving, views: int, moves: int) -> dict[str, float]:
    """All figures by their names; times in milliseconds."""
    start = [look_at(browser, server, START) for _ in range(views)]
    game = [look_at(browser, server, BOARD, is_game=True) for _ in range(views)]
    latencies = measure_moves(browser, server.address, moves)
    return {
        "load average": os.getloadavg()[0],
        **summary("start page, first paint", [view.painted for view in start]),
        **summary("start page, content", [view.shown for view in start]),
        **summary("game, first paint", [view.painted for view in game]),
        **summary("game, board with pieces", [view.shown for view in game]),
        "JS and CSS of the start page, bytes": start[0].code,
        "JS and CSS of a game, bytes": game[0].code,
        **summary("commit to screen", latencies),
        "moves": len(latencies),
    }


def summary(what: str, values: Sequence[float]) -> dict[str, float]:
    """The median and the worst of several values."""
    return {f"{what}, median": round(median(values)), f"{what}, worst": round(max(values))}


def look_at(browser: Browser, server: Serving, content: str, *, is_game: bool = False) -> PageLoad:
    """Open a page with an empty cache and a slowed-down processor."""
    person = Person(browser, server.address, Faults(), window=FRESH)
    path = "/"
    if is_game:  # others begin, so that there is something on the board
        bots = ["peasant"] * 3
        path = f"/t/{person.make_table('me', *bots, start=1)['id']}"
        person.wait()
        person.page.close()
    page = person.page = person.context.new_page()
    page.add_init_script(SEE % json.dumps(content))
    tools = person.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
    page.wait_for_timeout(UNDISTURBED_MS)  # a new window keeps the browser itself busy for a while
    page.goto(server.address + path, wait_until="commit")
    page.wait_for_timeout(UNDISTURBED_MS)
    person.until(lambda: bool(page.evaluate("window.seenAt")))
    code = sum(size for _, size in page.evaluate(LOADED))
    view = PageLoad(page.evaluate(PAINTED), page.evaluate("window.seenAt"), code)
    person.leave()
    return view


if __name__ == "__main__":
    typer.run(main)
