"""The files, what is in them, and how they are written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from maps.test_check import VALID
from tools.browser.entries import entry_cases
from tools.browser.fair import fair_cases, salt_cases
from tools.browser.fair_games import fair_game_cases
from tools.browser.games import FOREIGN, LOOK, game_cases
from tools.browser.map_files import drawing_cases, fault_cases
from tools.browser.rare import rare_cases
from tools.browser.records import BASE, record_cases
from tools.browser.refusals import refusal_cases
from tools.browser.table_games import table_cases
from tools.browser.table_told import PAST
from tools.browser.verdicts import base, verdict_cases

FOLDER: Final = Path(__file__).parents[3] / "web" / "tests"
Content = dict[str, Any]

RECORDED: Final = "engine/told_games.json"
"""What is told of all recorded games, which takes half a minute."""


def recorded(step: int = 1) -> Content:
    """Each recorded game, or one of so many; and what they lack."""
    return {
        "look": LOOK,
        "foreign": FOREIGN,
        "cases": list(game_cases(step)),
        "refused": refusal_cases(),
        "rare": list(rare_cases()),
    }


FILES: Final[dict[str, Callable[[], Content]]] = {
    RECORDED: recorded,
    "local/tables.json": lambda: {"past": PAST, "cases": list(table_cases())},
    "local/told.json": lambda: {"cases": entry_cases()},
    "maps/files.json": lambda: {
        "valid": VALID,
        "broken": fault_cases(),
        "drawn": drawing_cases(),
    },
    "records/fair.json": lambda: {"cases": list(fair_cases()), "salts": salt_cases()},
    "records/fair_games.json": lambda: {"cases": list(fair_game_cases())},
    "records/verified.json": lambda: {"base": base(), "cases": list(verdict_cases())},
    "records/parsed.json": lambda: {"base": BASE, "cases": record_cases()},
}
"""Below `web/tests`."""


def spell(content: Content) -> str:
    """A file's text: each case on a line of its own, in ASCII for halves of characters."""
    parts = []
    for name, value in content.items():
        lines = ",\n".join(map(_line, value)) if isinstance(value, list) else None
        parts.append(f'"{name}": ' + (_line(value) if lines is None else f"[\n{lines}\n]"))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value))
