"""A map file that may be faulty: every part that has the right type, whatever the rest.

The checks read a draft, so that one fault does not hide the others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from han.maps.fault import MapFault
from han.maps.line_numbers import LineNumbers, Path
from han.maps.model import Point
from han.maps.plane import is_polygon
from han.maps.schema import MAP_KEYS, TABLE_KEYS, Key, is_pair

TomlTable = Mapping[str, Any]


@dataclass(frozen=True)
class DraftItem:
    """One ``[[province]]``, ``[[space]]`` or ``[[scenery]]``."""

    kind: str
    index: int
    table: TomlTable
    """All that is written there."""

    @cached_property
    def values(self) -> TomlTable:
        """What is written there and has the right type."""
        return fitting(self.table, TABLE_KEYS[self.kind])

    @property
    def path(self) -> Path:
        return (self.kind, self.index)

    @property
    def label(self) -> str:
        """What to call it: its id, or its number among its kind."""
        return str(self.values.get("id", f"#{self.index + 1}"))


@dataclass(frozen=True)
class Pair:
    """A road or an alliance."""

    path: Path
    first: str
    second: str

    @property
    def label(self) -> str:
        """As the file writes it."""
        return f'["{self.first}", "{self.second}"]'

    @property
    def ends(self) -> frozenset[str]:
        return frozenset((self.first, self.second))


class Draft:
    """A map file being checked."""

    def __init__(self, document: TomlTable, lines: LineNumbers, file: str) -> None:
        """Collect what has the right type."""
        self.document = document
        self.values = fitting(document, MAP_KEYS)
        self.provinces = self._read_items("province")
        self.spaces = self._read_items("space")
        self.scenery = self._read_items("scenery")
        self._lines = lines
        self._file = file

    @property
    def items(self) -> list[DraftItem]:
        return [*self.provinces, *self.spaces, *self.scenery]

    @cached_property
    def roads(self) -> list[Pair]:
        return self._pairs("roads")

    @cached_property
    def alliances(self) -> list[Pair]:
        return self._pairs("alliances")

    @cached_property
    def province_by_id(self) -> dict[str, DraftItem]:
        return _by_id(self.provinces)

    @cached_property
    def space_by_id(self) -> dict[str, DraftItem]:
        return _by_id(self.spaces)

    @cached_property
    def drawn(self) -> dict[str, DraftItem]:
        """The provinces, by id, whose outlines are polygons."""
        provinces = self.province_by_id.items()
        return {
            name: province
            for name, province in provinces
            if is_polygon(province.values.get("outline", ()))
        }

    @cached_property
    def centres(self) -> dict[str, Point]:
        """Where the spaces are, by id."""
        spaces = self.space_by_id.items()
        return {name: space.values["at"] for name, space in spaces if "at" in space.values}

    def fault(self, path: Path, name: str, hint: str = "", **params: object) -> MapFault:
        """The fault ``maps.name`` at the line of ``path``."""
        return MapFault(self._file, self._lines[path], f"maps.{name}", params, hint)

    def length(self, key: str) -> int | None:
        """How many elements an array has, faulty ones too; None if it is no array."""
        value = self.document.get(key)
        return len(value) if isinstance(value, list) else None

    def _read_items(self, kind: str) -> list[DraftItem]:
        return [
            DraftItem(kind, index, table)
            for index, table in self._array(kind)
            if isinstance(table, dict)
        ]

    def _pairs(self, key: str) -> list[Pair]:
        return [Pair((key, index), *pair) for index, pair in self._array(key) if is_pair(pair)]

    def _array(self, key: str) -> Iterator[tuple[int, Any]]:
        value = self.document.get(key)
        return enumerate(value if isinstance(value, list) else [])


def fitting(table: TomlTable, keys: Mapping[str, Key]) -> TomlTable:
    """The part of a table whose values have the right types."""
    return {name: table[name] for name in keys if name in table and keys[name].fits(table[name])}


def _by_id(items: list[DraftItem]) -> dict[str, DraftItem]:
    """Items by id; of two with the same id the first, since the second is the fault."""
    found: dict[str, DraftItem] = {}
    for item in items:
        if "id" in item.values:
            found.setdefault(item.values["id"], item)
    return found
