"""What kernels read: settings and learned tables, as the bytes of records.

One file has everything but the tables, of which a game needs those for its number of players only.
Boards and set-ups are made by kernels, of the maps' places (`wasm.maps`).
"""

from collections.abc import Iterator
from typing import Any, Final

from han.bots.budget import Budget
from han.bots.levels import (
    CHANCELLOR,
    CHANCELLOR_CHANGES,
    CHANCELLOR_ROUNDS,
    MINISTER,
    MINISTER_CHANGES,
)
from han.bots.mcts import STEP, horizon_of
from han.engine.game import Game
from han.engine.view import OPEN
from han.maps.load import load_map, map_ids
from han.rules.records import KernelRecord
from han.search.tables.record import FEWEST_PLAYERS, MOST_PLAYERS, load_tables
from han.search.tree.settings import make_settings

GAMES: Final = "games.bin"
SEARCHES: Final[dict[str, Budget]] = {"minister": MINISTER, "chancellor": CHANCELLOR}
"""The levels that search; the others are numbers for `compiled_code`."""
PLAYERS: Final = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)

Named = Iterator[tuple[str, str, KernelRecord]]
"""A record's place in the index, its type, and itself."""
Files = dict[str, bytes]
Index = dict[str, dict[str, dict[str, Any]]]


def every_game() -> list[Game]:
    """All set-ups of the maps of this package."""
    return [
        Game(map_id, players, variant=variant, wild_in_prices=wild)
        for map_id in map_ids()
        for players in range(load_map(map_id).players[0], load_map(map_id).players[1] + 1)
        for variant in (False, True)
        for wild in (True, False)
    ]


def pack() -> tuple[Files, Index]:
    """The files, and where each record lies in them."""
    files, index = {}, {}
    for file, records in (
        (GAMES, _games()),
        *((f"tables-{players}.bin", _tables(players)) for players in PLAYERS),
    ):
        content, places = b"", {}
        for name, kind, record in records:
            places[name] = {"type": kind, "at": len(content)}
            content += record.tobytes()
        files[file], index[file] = content, places
    return files, index


def searches() -> dict[str, dict[str, int | None]]:
    """The budgets of the levels that search, and how many nodes they need."""
    return {
        level: {
            "sims": budget.sims,
            "ms": budget.ms,
            "steps": budget.steps,
            "nodes": budget.nodes + 2 * STEP,
        }
        for level, budget in SEARCHES.items()
    }


def _games() -> Named:
    yield "open", "State", OPEN[0]
    for players in PLAYERS:
        yield f"settings/minister/{players}", "Settings", make_settings(**MINISTER_CHANGES)
        settings = make_settings(**CHANCELLOR_CHANGES)
        settings.horizon = horizon_of(CHANCELLOR_ROUNDS, players)
        yield f"settings/chancellor/{players}", "Settings", settings


def _tables(players: int) -> Named:
    yield f"tables/{players}", "Tables", load_tables(players)
