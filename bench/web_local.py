"""How soon a game begins that the browser keeps itself, and whether a thinking bot stops the page.

.venv/bin/python bench/web_local.py

Chromium runs on the same machine as the server; the page's processor is slowed down as told. Each
game is somebody's first visit: nothing is kept from the one before.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from statistics import median

import typer

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser
from serving import Serving, serving

from web.browser import Faults, open_browser
from web.people import Person

FRESH = {"service_workers": "block", "reduced_motion": "reduce"}
SIZE = (390, 844)
FOLLOW = """
    window.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(
        ({startTime, duration}) => [startTime, duration]))).observe({type: "longtask"});
    addEventListener("click", () => (window.clickedAt ??= performance.now()), {capture: true});
    const see = () => {
        const board = ".play-area:not([data-state=laying]) .backdrop svg";
        if (window.isSeen || !document.querySelector(board)) return;
        window.isSeen = true;
        requestAnimationFrame(() => setTimeout(() => (window.seenAt = performance.now())));
    };
    new MutationObserver(see).observe(document, {childList: true, subtree: true, attributes: true});
"""
A_FRAME_MS = 50
"""A longer task is one that somebody notices."""


def main(games: int = 7, turns: int = 8) -> None:
    """Print one JSON object with what was measured, and the same as a table."""
    with (
        tempfile.TemporaryDirectory() as name,
        serving(str(Path(name) / "han.sqlite"), Path(name)) as server,
        open_browser() as browser,
    ):
        found: dict[str, float] = {"load average": os.getloadavg()[0]}
        for slow_down in (1, 4):
            waits = sorted(begin(browser, server, slow_down) for _ in range(games))
            what = f"click to board, processor / {slow_down}"
            found |= {
                f"{what}: median of {games}, ms": round(median(waits)),
                f"{what}: slowest, ms": round(waits[-1]),
            }
        for slow_down in (1, 4):
            found |= think(browser, server, slow_down, turns)
    print(json.dumps(found, indent=2))
    print("\n".join(f"{what:<58}{value:>8}" for what, value in found.items()))


def visitor(browser: Browser, server: Serving, slow_down: int, **settings: object) -> Person:
    """Somebody on the start page for the first time, who has looked at it for a moment."""
    person = Person(browser, server.address, Faults(), size=SIZE, window=FRESH, **settings)
    person.page.add_init_script(FOLLOW)
    line = person.context.new_cdp_session(person.page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slow_down})
    person.go()
    person.button("Play now").wait_for()
    person.page.wait_for_load_state("networkidle")
    return person


def begin(browser: Browser, server: Serving, slow_down: int) -> float:
    """Milliseconds from the click on "Play now" until the whole page of the game is painted."""
    person = visitor(browser, server, slow_down)
    person.button("Play now").click()
    person.until(lambda: bool(person.page.evaluate("window.seenAt")))
    wait: float = person.page.evaluate("seenAt - clickedAt")
    assert person.table.startswith("local-")
    person.leave()
    return wait


def think(browser: Browser, server: Serving, slow_down: int, turns: int) -> dict[str, float]:
    """How the page fares while a Chancellor thinks."""
    person = visitor(browser, server, slow_down, level="chancellor", players=2)
    person.button("Play now").click()
    person.at_table()
    tasks: list[float] = []
    thought = 0.0
    for _ in range(turns):
        person.wait()
        while person.is_my_turn:
            person.play_by_keyboard()
        began: float = person.page.evaluate("performance.now()")
        person.wait()
        ended: float = person.page.evaluate("performance.now()")
        thought += ended - began
        longest = (
            "([from, to]) => longTasks.filter(([at]) => at > from && at < to).map(([, ms]) => ms)"
        )
        tasks += person.page.evaluate(longest, [began, ended])
    person.leave()
    what = f"while a Chancellor thinks, processor / {slow_down}"
    return {
        f"{what}: seconds": round(thought / 1000, 1),
        f"{what}: tasks over {A_FRAME_MS} ms": len(tasks),
        f"{what}: longest task, ms": round(max(tasks, default=0)),
    }


if __name__ == "__main__":
    typer.run(main)
