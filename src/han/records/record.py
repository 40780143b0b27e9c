"""Records as plain values, and their text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from han.engine.game import Game
from han.engine.result import Result
from han.maps.load import UnknownMapError, load_map, map_ids
from han.maps.model import Map

FORMAT = "han-record/1"


@dataclass(frozen=True)
class Turn:
    """One turn: the seat's actions, the outcomes of chance, the provinces that were scored."""

    seat: int
    atoms: tuple[str, ...]
    scored: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """Everything that an independent program needs to replay a game."""

    map: str
    map_sha256: str
    players: int
    start: int
    variant: bool
    wild_in_prices: bool
    hands: tuple[str, ...]
    display: str
    turns: tuple[Turn, ...]
    result: Result | None
    """None while the game is not over."""
    meta: Mapping[str, Any] = field(default_factory=dict)
    """Anything else worth keeping, such as the players' names; no rule reads it."""

    def game(self, map_file: str | None = None) -> Game:
        """The game that was played; ``map_file`` is for a map that is not a packaged one.

        Raises:
            UnknownMapError: If neither the map in the file nor a packaged one has the record's
                id. The id is never opened as a file.
        """
        return Game(
            self._map(map_file),
            self.players,
            variant=self.variant,
            wild_in_prices=self.wild_in_prices,
        )

    def _map(self, map_file: str | None) -> Map:
        if map_file and (named := load_map(map_file)).id == self.map:
            return named
        if self.map not in map_ids():
            raise UnknownMapError(self.map)
        return load_map(self.map)


def format_record(record: Record) -> str:
    """The record as JSON with one turn a line, so that two records can be compared by line."""
    return "\n".join(record_lines(record)) + "\n"


def record_lines(record: Record) -> list[str]:
    """The lines of a record's text."""
    head = {
        "format": FORMAT,
        "map": record.map,
        "map_sha256": record.map_sha256,
        "players": record.players,
        "start": record.start,
        "options": {"variant": record.variant, "wild_in_prices": record.wild_in_prices},
        "deal": {"hands": list(record.hands), "display": record.display},
    }
    if record.meta:
        head["meta"] = dict(record.meta)
    turns = [_json(_turn(turn)) for turn in record.turns]
    return [
        "{",
        *(f"  {_json(key)}: {_json(value)}," for key, value in head.items()),
        '  "turns": [',
        *(f"    {line}," for line in turns[:-1]),
        *(f"    {line}" for line in turns[-1:]),
        "  ],",
        f'  "result": {_json(record.result and structs.asdict(record.result))}',
        "}",
    ]


def _turn(turn: Turn) -> dict[str, Any]:
    return {"seat": turn.seat, "atoms": list(turn.atoms), "scored": dict(turn.scored)}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
