"""The speed limit: `limit.c` built with the machine's compiler, checked and timed beside us.

    .venv/bin/python bench/limit/limit.py [--json]

Both play the same random games of Border Disputes with four players on one core.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from han.engine.game import Game
from han.rules.generator import mix, new_generator
from han.rules.hands import HANDS, NUMBER_OF_HAND, handful
from han.rules.playout import play_random_games
from han.rules.scratch import new_scratch
from han.rules.state import new_states
from han.rules.tape import NO_TAPE

HERE = Path(__file__).parent
SEED = 5
CHECKED = 20_000
BATCH = 1_000


def constants_of(game: Game) -> dict[str, object]:
    """What is a number."""
    setup, board = game.new_setup(), game.board
    return {
        "SEED": SEED,
        "PLAYERS": game.players,
        "SPACES": len(game.map.spaces),
        "PROVINCES": len(board["province_spaces"]),
        "COLOURS": len(game.deck),
        "ALLIANCES": len(board["alliances"]),
        "HOUSES": setup.houses_left[0],
        "EMISSARIES": setup.emissaries_left[0],
        "HAND_SIZE": 3,
        "SHORTEST_ROW": 4,
        "DISPLAY": board.display_size,
        "EMISSARY_WORD": 23,
        "DECK_SIZE": sum(game.deck),
        "DECK": f"{sum(cards << 8 * colour for colour, cards in enumerate(game.deck))}u",
        "ALL_SPACES": f"{board.spaces}u",
        "PORTS": f"{board.ports}u",
        "FOR_EVERY_COLOUR": "0x1008040201u",
    }


def tables_of(game: Game) -> dict[str, tuple[str, object]]:
    """What is a table, with its type in C; the words of markers are left out."""
    board = game.board
    rows = [
        [(word, int(mask)) for word, mask in enumerate(board["payable"][1, hand]) if mask]
        for hand in range(len(HANDS))
    ]
    rows = [[row for row in one if not 5 <= row[0] < 10] for one in rows]
    most = max(map(len, rows))
    padded = [one + [(0, 0)] * (most - len(one)) for one in rows]
    colours = range(len(game.deck))
    return {
        "row_count": ("uint8_t", [len(one) for one in rows]),
        "row_word": ("uint8_t", [[word for word, _ in one] for one in padded]),
        "payable": ("uint64_t", [[mask for _, mask in one] for one in padded]),
        "prices": ("uint8_t", board["prices"].tolist()),
        "hand_size": ("uint8_t", [len(hand) for hand in HANDS]),
        "hand_colours": ("uint8_t", [sum(1 << c for c in set(hand)) for hand in HANDS]),
        "cards_of": ("uint64_t", [sum(1 << 8 * c for c in hand) for hand in HANDS]),
        "more": ("uint8_t", [[_more(hand, c) for c in colours] for hand in HANDS]),
        "fewer": ("uint8_t", [[_less(hand, (c,)) for c in colours] for hand in HANDS]),
        "less": ("uint8_t", [[_less(hand, price) for price in HANDS] for hand in HANDS]),
        "province_spaces": ("uint64_t", board["province_spaces"].tolist()),
        "space_provinces": ("uint16_t", board["space_provinces"].tolist()),
        "neighbours": ("uint64_t", board["neighbours"].tolist()),
        "alliances": ("uint8_t", board["alliances"].tolist()),
    }


def _more(hand: tuple[int, ...], colour: int) -> int:
    return NUMBER_OF_HAND.get(handful(*hand, colour), 0)


def _less(hand: tuple[int, ...], price: tuple[int, ...]) -> int:
    rest = list(hand)
    for colour in price:
        if colour in rest:
            rest.remove(colour)
    return NUMBER_OF_HAND[tuple(rest)]


def header_of(game: Game) -> str:
    """All of it as C."""
    tables = tables_of(game)
    lines = [f"#define {name} {value}" for name, value in constants_of(game).items()]
    lines.append(f"#define MOST_ROWS {np.array(tables['payable'][1]).shape[1]}")
    for name, (kind, values) in tables.items():
        sizes = "".join(f"[{size}]" for size in np.array(values).shape)
        lines.append(f"static const {kind} {name}{sizes} = {_braces(values)};")
    return "\n".join(lines) + "\n"


def _braces(values: object) -> str:
    if isinstance(values, list):
        return "{" + ", ".join(map(_braces, values)) + "}"
    return f"{values}u"


def build(game: Game, folder: Path) -> Path | None:
    """The program, or none where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("clang", "gcc", "cc"))), None)
    if compiler is None:
        return None
    (folder / "tables.h").write_text(header_of(game), "utf-8")
    program = folder / "limit"
    options = ["-O3", "-march=native", "-std=gnu11", "-I", str(folder)]
    subprocess.run([compiler, *options, str(HERE / "limit.c"), "-o", str(program)], check=True)
    return program


def our_digest(game: Game, games: int) -> int:
    """What `limit check` prints, of the kernels' games."""
    digest = np.uint64(0)
    states, setup = new_states(1), game.new_setup()
    scratch, generator = new_scratch(), new_generator()
    rest = (states, scratch, generator, NO_TAPE, np.uint64(SEED))
    with np.errstate(over="ignore"):
        for number in range(games):
            decisions = play_random_games(game.board, setup, *rest, number)
            digest = mix(digest + np.uint64(decisions))
            for points in states[0].points[:, : game.players].ravel():
                digest = mix(digest + np.uint64(points))
    return int(digest)


def our_rate(game: Game, seconds: float) -> float:
    """Games a second of the kernels, by processor time."""
    states, setup = new_states(BATCH), game.new_setup()
    scratch, generator = new_scratch(), new_generator()
    rest = (states, scratch, generator, NO_TAPE, np.uint64(SEED))
    play_random_games(game.board, setup, *rest, 0)
    games, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        play_random_games(game.board, setup, *rest, games)
        games += BATCH
    return games / (time.process_time() - began)


def measure(seconds: float = 2.0, rounds: int = 3) -> dict[str, float] | None:
    """Both rates, measured in turns, and our share of the limit."""
    game = Game("border-disputes", 4)
    with tempfile.TemporaryDirectory() as name:
        program = build(game, Path(name))
        if program is None:
            return None
        theirs = subprocess.run([program, "check", str(CHECKED)], capture_output=True, check=True)
        if int(theirs.stdout) != our_digest(game, CHECKED):
            raise SystemExit("limit.c plays other games than the kernels: mend it first.")
        pairs = []
        for _ in range(rounds):
            told = subprocess.run([program, "time", str(seconds)], capture_output=True, check=True)
            pairs.append((our_rate(game, seconds), json.loads(told.stdout)["games_per_s"]))
    ours, limit = (max(rates) for rates in zip(*pairs, strict=True))
    return {"games_per_s": ours, "limit_games_per_s": limit, "share": ours / limit}


def main() -> None:
    """Print it."""
    found = measure()
    if "--json" in sys.argv:
        print(json.dumps(found))
    elif found is None:
        print("There is no C compiler here.")
    else:
        print(
            f"{found['games_per_s']:,.0f} games/s; in C {found['limit_games_per_s']:,.0f}; "
            f"{found['share']:.0%} of the limit"
        )


if __name__ == "__main__":
    main()
