"""How fast the kernels are as WebAssembly, in Node and in Chromium, beside those of the processor.

.venv/bin/python bench/web_engine.py

All do the same work in turns, several times; the figures are the best seconds of a processor. It
also says how large the files are, how long they take to start and how much memory they need.
"""

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import typer
from playwright.sync_api import CDPSession, Page, Route

sys.path.append(str(Path(__file__).parents[1] / "tools"))
sys.path.append(str(Path(__file__).parents[1] / "tests"))

from wasm.build import BUILT, KERNELS
from wasm.proof import searcher

from han.bots.budget import Budget
from han.engine.chance import Chance
from han.engine.game import Game
from han.rules.generator import new_generator
from han.rules.playout import play_random_games
from han.rules.scratch import new_scratch
from han.rules.state import new_states
from han.rules.tape import NO_TAPE
from web.browser import open_browser

WEB = Path(__file__).parents[1] / "web"
ADDRESS = "http://engine.test/"
LEVELS = ("minister", "chancellor")
PARTS = ("games", *LEVELS)

Measured = dict[str, float]
Work = dict[str, Any]


def main(games: int = 20_000, simulations: int = 4_000, rounds: int = 3) -> None:
    """Measure, and print a table in Markdown."""
    game = Game("border-disputes", 4)
    native = [native_seconds(game, games, simulations)]  # the first one compiles
    kind = {"map": game.map.id, "players": game.players, "variant": False, "wild": True}
    work = {"kind": kind, "games": games, "simulations": simulations}
    native, node, chromium = [], [], []
    with bench_page() as page:
        for _ in range(rounds):
            native.append(native_seconds(game, games, simulations))
            node.append(node_seconds(work))
            chromium.append(page.seconds(work))
    amounts = {"games": games} | dict.fromkeys(LEVELS, simulations)
    print("| | native, a second | Node | ratio | Chromium | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for part, title in zip(PARTS, TITLES, strict=True):
        best = [min(run[part] for run in runs) for runs in (native, node, chromium)]
        ours, *theirs = (amounts[part] / seconds for seconds in best)
        compared = (f"{one:,.0f} | {one / ours:.2f}" for one in theirs)
        print(f"| {title} | {ours:,.0f} | {' | '.join(compared)} |")
    for name, runs in (("Node", node), ("Chromium", chromium)):
        started = min(run["start_ms"] for run in runs)
        memory = runs[0]["memory"] / 1e6
        print(f"\n{name}: compiled and started in {started:.1f} ms, {memory:.1f} MB of memory")
    for name in (KERNELS, "games.bin", *(f"tables-{players}.bin" for players in (2, 3, 4, 5))):
        content = (BUILT / name).read_bytes()
        print(f"{name}: {len(content):,} bytes, {len(gzip.compress(content, 9)):,} gzipped")


TITLES = ("random games", "simulations of a Minister", "simulations of a Chancellor")


def native_seconds(game: Game, games: int, simulations: int) -> Measured:
    """The seconds of a processor for each part."""
    position = game.deal(Chance(1))
    view = position.view(position.turn)
    memory = new_states(games), new_scratch(), new_generator(), NO_TAPE
    work: dict[str, Callable[[], object]] = {
        "games": lambda: play_random_games(game.board, game.new_setup(), *memory, np.uint64(7), 0)
    }
    for level in LEVELS:
        bot = searcher(level, Budget(simulations))
        work[level] = lambda bot=bot: bot.choose(view, Chance(1))  # type: ignore[misc]
    measured = {}
    for part, run in work.items():
        began = time.process_time()
        run()
        measured[part] = time.process_time() - began
    return measured


def node_seconds(work: Work) -> Measured:
    """The same in Node."""
    command = ["node", "scripts/engine_bench.mjs", json.dumps(work)]
    done = subprocess.run(command, cwd=WEB, env=os.environ, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"Node failed: {done.stderr.strip()}")
    measured: Measured = json.loads(done.stdout)
    return measured


@dataclass
class BenchPage:
    """A page with the kernels, and the process that it runs in."""

    page: Page
    cdp: CDPSession

    def seconds(self, work: Work) -> Measured:
        """The same in this page; each round starts it anew."""
        self.page.goto(ADDRESS)
        measured: Measured = self.page.evaluate("work => begin(work)", work)
        for part in PARTS:
            run = f"() => void parts.{part}()"
            self.page.evaluate(run)  # until the optimising compiler is done
            measured[part] = min(self._seconds_of(run) for _ in range(3))
        return measured

    def _seconds_of(self, run: str) -> float:
        before = self._spent()
        self.page.evaluate(run)
        return self._spent() - before

    def _spent(self) -> float:
        """What all processes of pages have used of a processor."""
        found = self.cdp.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(float(one["cpuTime"]) for one in found if one["type"] == "renderer")


@contextmanager
def bench_page() -> Iterator[BenchPage]:
    """A page of Chromium; its files come from here."""
    with TemporaryDirectory() as folder, open_browser() as browser:
        command = ["node", "scripts/bundle.mjs", "scripts/engine_bench_page.mjs", folder]
        subprocess.run(command, cwd=WEB, check=True)

        def answer(route: Route) -> None:
            name = route.request.url.removeprefix(ADDRESS)
            if not name:
                route.fulfill(body='<script type="module" src="run.js"></script>')
            elif name.startswith("built/"):
                route.fulfill(path=BUILT / name.removeprefix("built/"))
            else:
                route.fulfill(path=Path(folder, name))

        page = browser.new_page()
        page.route(f"{ADDRESS}**", answer)
        yield BenchPage(page, browser.new_browser_cdp_session())


if __name__ == "__main__":
    typer.run(main)
