"""The rules beside two referees: a quick one in compiled loops, and the slow one in Python.

Most of the time goes to the quick referee; the slow one, the texts and records, the batches and
the interpreted kernels share the rest.
"""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack

import numpy as np

from han.engine.game import Game
from soak.comparing import DIFFERENCES, SAME
from soak.interpreted import Interpreter, digest
from soak.lockstep import (
    DECISIONS,
    GAMES,
    MOVES,
    REFUSALS,
    TRANSITIONS,
    Pair,
    make_pair,
    play_beside,
)
from soak.part import Part
from soak.slow import check_batch, play_beside_slow_referee
from tables import GAMES as KINDS

CHUNK = 50
"""Games of one kind in a row."""
QUICK_SHARE = 0.7
"""How much of the time goes to the quick referee."""
NICER = 5
"""The servers of the other parts, which somebody waits for, go first."""


def run_rules(part: Part, planted: str) -> None:
    """Play until the time is up."""
    pairs = [make_pair(game) for game in KINDS]
    compile_loops()
    os.nice(NICER)
    chance = part.chance
    quick_s = 0.0
    with ExitStack() as ends:
        interpreter = Interpreter()
        ends.callback(interpreter.end)
        part.begin()
        while not part.is_over:
            kind, seed = chance.randrange(len(KINDS)), chance.getrandbits(32)
            if quick_s <= QUICK_SHARE * part.elapsed:
                start = time.monotonic()
                play_quickly(part, pairs[kind], KINDS[kind], seed, bool(planted))
                quick_s += time.monotonic() - start
            else:
                play_slowly(part, interpreter, kind, seed)


def compile_loops() -> None:
    """Let the compiled games be ready; where they were compiled before, they are read."""
    pair = make_pair(KINDS[0])
    play_beside(pair, np.uint64(0), 0, 0, False, False)


def play_quickly(part: Part, pair: Pair, game: Game, seed: int, is_wrong: bool) -> None:
    """Some games of one kind beside the quick referee."""
    pair.tally[:] = 0
    is_eager = seed % 2 == 1
    chunk = 1 if part.work else CHUNK
    found = play_beside(pair, np.uint64(seed), 0, chunk, is_eager, is_wrong)
    part.work_done("transitions beside the quick referee", int(pair.tally[TRANSITIONS]))
    part.count("decisions whose lists were compared", int(pair.tally[DECISIONS]))
    part.count("codes asked whether they are refused", int(pair.tally[REFUSALS]))
    part.count("whole games", int(pair.tally[GAMES]))
    if found != SAME:
        report_difference(part, pair, game, seed, found)


def report_difference(part: Part, pair: Pair, game: Game, seed: int, found: int) -> None:
    """A fault with all that is needed to see it again."""
    texts = [game.book.texts[int(code)] for code in pair.moves[: pair.tally[MOVES]]]
    told = f"{game!r}\nseed {seed}, game {int(pair.tally[GAMES])}, eager {seed % 2 == 1}\n"
    told += f"position after the last move: {pair.states[0]}\nreferee: {pair.tables[0]}\n"
    part.fault(
        f"the engine and the quick referee differ in {DIFFERENCES[int(found)]}: {game!r}",
        difference=told + "moves:\n" + "\n".join(texts) + "\n",
    )


def play_slowly(part: Part, interpreter: Interpreter, kind: int, seed: int) -> None:
    """One game beside the slow referee, and now and then the other checks."""
    game = KINDS[kind]
    played: list[str] = []

    def evidence() -> dict[str, str | bytes]:
        moves = "\n".join(played)
        return {"game": f"{game!r}\nseed {seed}\nposition: {_last(game, seed, played)}\n{moves}\n"}

    checks: list[Callable[[], None]] = [
        lambda: play_beside_slow_referee(part, game, seed, played),
        lambda: check_batch(part, game, seed),
        lambda: check_interpreted(part, interpreter, kind, seed),
    ]
    check = checks[seed % 8 if seed % 8 < len(checks) else 0]
    with part.watched(f"{game!r}, seed {seed}", evidence):
        check()


def _last(game: Game, seed: int, played: list[str]) -> str:
    """The position before the last of some moves."""
    position = game.deal(seed)
    for action in played[:-1]:
        position, _ = position.play(action)
    return str(position)


def check_interpreted(part: Part, interpreter: Interpreter, kind: int, seed: int) -> None:
    """Interpreted and compiled kernels play the same games."""
    theirs = interpreter.digest(kind, seed, 0)
    assert theirs == digest(kind, seed, 0), f"interpreted: {theirs}"
    part.count("games compiled and interpreted")


if __name__ == "__main__":
    compile_loops()
