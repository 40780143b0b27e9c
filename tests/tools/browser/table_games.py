"""Whole games at tables whose people share one device, told to everybody who looks."""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from han.table.entry import Seat, encode_entry
from han.table.options import Options
from han.table.shapes import OptionsShape
from tools.browser.games import digest
from tools.browser.table_script import DEVICE, Script
from tools.browser.table_told import record_of, told_of_past


def _person(name: str) -> Seat:
    return Seat("person", name, DEVICE)


def _bot(level: str) -> Seat:
    return Seat("bot", bot=level)


TABLES: Final = (
    (Options("border-disputes", 3), (_person("  Ann\u200b  B. "), _bot("scribe"), _person("Ben"))),
    (
        Options("border-disputes", 4, variant=True, wild_in_prices=False, memory_aid=False),
        (_bot("peasant"), _bot("peasant"), _person("Carla"), _bot("governor")),
    ),
    (
        Options("border-disputes", 5, variant=True, start=3, stand_in="peasant"),
        (*map(_person, ("Ann", "Ben", "Carla", "Dan")), _bot("minister")),
    ),
    (
        Options("ways-of-diplomacy", 2, variant=True, casual=False, public=True),
        (_person("Ann"), _bot("scribe")),
    ),
    (
        Options("ways-of-diplomacy", 3, start=1),
        (_person("Zoë"), _person("太郎"), _bot("chancellor")),
    ),
    (
        Options("ways-of-diplomacy", 4, wild_in_prices=False),
        (_bot("scribe"), _person("Ann"), _person("Ben"), _bot("scribe")),
    ),
)
"""The options, and who sits where; the last seat is freed and taken again."""


def table_cases() -> Iterator[dict[str, Any]]:
    """A game at each of these tables."""
    return (
        _case(Script(options, seats, number).play())
        for number, (options, seats) in enumerate(TABLES)
    )


def _case(script: Script) -> dict[str, Any]:
    options = script.created.options
    return {
        "id": script.table.id,
        "seed": script.seed.hex(),
        "options": msgspec.convert(options, OptionsShape, from_attributes=True),
        "seats": [
            {name: getattr(seat, name) for name in ("kind", "name", "guest", "bot")}
            for seat in script.seats
        ],
        "steps": script.steps,
        "past": told_of_past(script.table, script.entries),
        "record": record_of(script.table),
        "created": digest(json.loads(encode_entry(script.created))),
    }
