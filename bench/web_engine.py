"""How fast the kernels are as WebAssembly in Node, beside those of the processor, and how large.

.venv/bin/python bench/web_engine.py

Both do the same work in turns, several times; the figures are the best seconds of a processor.
"""

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import typer

sys.path.append(str(Path(__file__).parents[1] / "tools"))

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

WEB = Path(__file__).parents[1] / "web"
LEVELS = ("minister", "chancellor")
PARTS = ("games", *LEVELS)

Measured = dict[str, float]


def main(games: int = 20_000, simulations: int = 4_000, rounds: int = 3) -> None:
    """Measure, and print a table in Markdown."""
    game = Game("border-disputes", 4)
    native = [native_seconds(game, games, simulations)]  # the first one compiles
    native, node = [], []
    for _ in range(rounds):
        native.append(native_seconds(game, games, simulations))
        node.append(node_seconds(game, games, simulations))
    amounts = {"games": games} | dict.fromkeys(LEVELS, simulations)
    print("| | native, a second | Node, a second | ratio |\n| --- | ---: | ---: | ---: |")
    for part, title in zip(PARTS, TITLES, strict=True):
        ours, theirs = (amounts[part] / min(run[part] for run in runs) for runs in (native, node))
        print(f"| {title} | {ours:,.0f} | {theirs:,.0f} | {theirs / ours:.2f} |")
    print(f"\ncompiled and started in {min(run['start_ms'] for run in node):.1f} ms")
    print(f"memory with a game and two searches: {node[0]['memory'] / 1e6:.1f} MB")
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


def node_seconds(game: Game, games: int, simulations: int) -> Measured:
    """The same in Node."""
    kind = {"map": game.map.id, "players": game.players, "variant": False, "wild": True}
    work = json.dumps({"kind": kind, "games": games, "simulations": simulations})
    command = ["node", "scripts/engine_bench.mjs", work]
    done = subprocess.run(command, cwd=WEB, env=os.environ, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"Node failed: {done.stderr.strip()}")
    measured: Measured = json.loads(done.stdout)
    return measured


if __name__ == "__main__":
    typer.run(main)
