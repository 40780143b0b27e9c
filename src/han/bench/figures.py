"""The speed of the rules, of compilation and of starting, and all figures together."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from statistics import median
from typing import Any

import numpy as np

from han.bench.searches import middle_of_a_game, time_levels, time_simulations
from han.engine.game import Game
from han.maps.load import load_map, map_ids
from han.rules.board import Board, build_board
from han.rules.compile import kernel
from han.rules.generator import new_generator
from han.rules.playout import play_random_games
from han.rules.roads import find_rows
from han.rules.scratch import new_scratch
from han.rules.state import HOUSES, STATE, States, copy_state, new_states
from han.rules.tape import NO_TAPE
from han.rules.types import Number

_BATCH = 512


@dataclass(frozen=True)
class Effort:
    """How much is measured for each figure."""

    seconds: float = 1.0
    games: int = _BATCH
    copies: int = 2_000_000
    groups: int = 1000
    matches: int = 2
    answers: int = 1_000_000
    starts: int = 3
    interpreted_s: float = 1.0
    kernels: str = "from han.play.warm import compile_all; print(compile_all())"
    """A program that compiles kernels and prints how long that took."""


LEAST = Effort(
    seconds=0.0,
    games=1,
    copies=1,
    groups=1,
    matches=1,
    answers=1,
    starts=1,
    interpreted_s=0.0,
    kernels="from han.bench.figures import time_first_copy; print(time_first_copy())",
)
"""Measure everything once, to test the benchmarks; the figures mean nothing."""


@dataclass(frozen=True)
class Rate:
    """Complete random games and decisions a second."""

    map: str
    players: int
    variant: bool
    games_per_s: float
    decisions_per_s: float


def every_game() -> Iterator[Game]:
    """Each map with each number of players, without and with its variant."""
    for map_id in map_ids():
        fewest, most = load_map(map_id).players
        for players in range(fewest, most + 1):
            for variant in (False, True):
                yield Game(map_id, players, variant=variant)


def time_random_games(game: Game, seconds: float = 0.0, games: int = _BATCH) -> Rate:
    """Play random games on one core for at least ``seconds``."""
    states = new_states(games)
    scratch, generator, setup = new_scratch(), new_generator(), game.new_setup()
    played = decisions = 0
    began = time.perf_counter()
    while True:
        decisions += play_random_games(
            game.board, setup, states, scratch, generator, NO_TAPE, np.uint64(0), played
        )
        played += games
        spent = time.perf_counter() - began
        if spent >= seconds:
            return _rate(game, played, decisions, spent)


def _rate(game: Game, games: int, decisions: int, seconds: float) -> Rate:
    return Rate(
        game.map.id,
        game.players,
        game.variant,
        round(games / seconds, 1),
        round(decisions / seconds, 1),
    )


def time_gpu_games(game: Game, games: int = 1 << 19, rounds: int = 5) -> Rate:
    """Play random games on the GPU, after one round to warm up."""
    from han.play.gpu import GpuPlayer

    player = GpuPlayer(game, games)
    player.play(0)
    decisions = 0
    seconds = 0.0
    for round_number in range(1, rounds + 1):
        began = time.perf_counter()
        player.play(0, round_number * games)
        seconds += time.perf_counter() - began
        decisions += int(player.decisions.sum())
    return _rate(game, games * rounds, decisions, seconds)


@kernel
def copy_back_and_forth(states: States, times: Number) -> None:
    """Copy whole states."""
    for turn in range(times):
        copy_state(states, (turn + 1) % 4, states[turn % 4])


def time_first_copy() -> float:
    """Seconds to compile or load one small kernel and run it."""
    began = time.perf_counter()
    copy_back_and_forth(new_states(4), 1)
    return time.perf_counter() - began


def time_copy(times: int) -> float:
    """Nanoseconds that a copy of a state takes inside a kernel."""
    states = new_states(4)
    copy_back_and_forth(states, 1)
    began = time.perf_counter()
    copy_back_and_forth(states, times)
    return round(1e9 * (time.perf_counter() - began) / times, 1)


def time_rows(groups: int) -> dict[str, float]:
    """Median and worst time in microseconds to find the best rows of 20 connected houses."""
    rng = Random(0)
    scratch = new_scratch()
    times = []
    for map_id in map_ids():
        board = build_board(load_map(map_id))
        for _ in range(groups):
            houses = np.uint64(_connected_houses(board, rng))
            began = time.perf_counter()
            find_rows(board, houses, np.uint64(0), scratch)
            times.append(1e6 * (time.perf_counter() - began))
    return {"median_us": round(median(times), 1), "worst_us": round(max(times), 1)}


def _connected_houses(board: Board, rng: Random) -> int:
    """A mask of 20 spaces joined by roads, grown from a random one."""
    spaces = int(board.spaces).bit_count()
    houses = 1 << rng.randrange(spaces)
    while houses.bit_count() < HOUSES:
        around = 0
        for space in range(spaces):
            if houses >> space & 1:
                around |= int(board.neighbours[space])
        free = [space for space in range(spaces) if (around & ~houses) >> space & 1]
        houses |= 1 << rng.choice(free)
    return houses


def run_python(code: str, **environment: str) -> str:
    """What another interpreter prints."""
    env = os.environ | environment
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    return done.stdout.decode().strip()


def time_compilation(code: str) -> float:
    """Seconds that a program takes to compile its kernels with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        return round(float(run_python(code, HAN_CACHE_DIR=empty)), 2)


def time_program(code: str, starts: int) -> float:
    """Seconds that another interpreter takes from start to end, the best of several runs."""
    times = []
    for _ in range(starts):
        began = time.perf_counter()
        run_python(code)
        times.append(time.perf_counter() - began)
    return round(min(times), 3)


def time_interpreted(seconds: float, games: int = 3) -> Rate:
    """Random games with the kernels left as Python, in another interpreter."""
    code = (
        "import json; from dataclasses import asdict; from han.engine.game import Game; "
        "from han.bench.figures import time_random_games; game = Game('border-disputes', 4); "
        f"print(json.dumps(asdict(time_random_games(game, {seconds}, {games}))))"
    )
    return Rate(**json.loads(run_python(code, HAN_INTERPRET="1")))


def time_catanatron(seconds: float) -> float | None:
    """Games a second of catanatron with four random players; none if it is not installed."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return None
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    games = 0
    began = time.perf_counter()
    while not games or time.perf_counter() - began < seconds:
        Catan([RandomPlayer(colour) for colour in colours]).play()
        games += 1
    return round(games / (time.perf_counter() - began), 1)


def _measure_search(effort: Effort) -> dict[str, Any]:
    """Simulations a second in the middle of a game, and how long the levels think."""
    game = Game("border-disputes", 4)
    middle = middle_of_a_game(game)
    levels = time_levels(game, effort.matches, effort.answers)
    return {
        "guided_simulations_per_s": time_simulations(middle, effort.seconds, guided=True),
        "uniform_simulations_per_s": time_simulations(middle, effort.seconds, guided=False),
        "levels": [asdict(answers) for answers in levels],
    }


def measure(
    effort: Effort, gpu: bool, advance: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """All figures, as `han bench --json` prints them; a second or two each."""
    from han.play.warm import compile_all, load_all

    compile_all()
    load_all()
    rates = []
    for game in every_game():
        rates.append(asdict(time_random_games(game, effort.seconds, effort.games)))
        advance()
    figures = {
        "random_games": rates,
        "state_bytes": STATE.itemsize,
        "copy_ns": time_copy(effort.copies),
        "rows": time_rows(effort.groups),
        "search": _measure_search(effort),
        "compile_s": time_compilation(effort.kernels),
        "cached_start_s": time_program(
            "import han; from han.bench.figures import time_random_games; "
            "time_random_games(han.Game('border-disputes', 4), games=1)",
            effort.starts,
        ),
        "version_s": time_program(
            "import sys; sys.argv = ['han', '--version']; from han.cli.main import run; run()",
            effort.starts,
        ),
        "interpreted": asdict(time_interpreted(effort.interpreted_s)),
        "catanatron_games_per_s": time_catanatron(effort.seconds),
    }
    if gpu:
        figures["gpu"] = [asdict(time_gpu_games(game)) for game in every_game()]
    return figures
