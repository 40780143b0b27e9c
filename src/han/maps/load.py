"""Load maps: packaged ones by their id, others by the path of their file."""

import hashlib
import os
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from han.maps.check import check_map
from han.maps.fault import MapFault
from han.maps.model import Map, Point, Province, Scenery, Space
from han.messages import HanError, message

SUFFIX = ".toml"


class MapError(HanError):
    """A map file that cannot be used; ``faults`` lists all its faults."""

    def __init__(self, faults: Sequence[MapFault]) -> None:
        """Take the message of the first fault, and keep all of them."""
        super().__init__(faults[0].key, **faults[0].params)
        self.faults = tuple(faults)

    def text(self, lang: str = "en") -> str:
        """The first fault, and how many more there are."""
        first, more = self.faults[0].text(lang), len(self.faults) - 1
        return f"{first} {message('maps.more', lang, count=more)}" if more else first


class UnknownMapError(HanError):
    """No packaged map has this id."""

    def __init__(self, name: str) -> None:
        """Name the unknown map and the maps that exist."""
        super().__init__("maps.unknown_map", map=name, maps=", ".join(map_ids()))


def load_map(name_or_path: str | Path) -> Map:
    """The packaged map of this id, or the map in this file.

    A packaged id wins over a file of the same name; ``./name`` means the file.

    Raises:
        UnknownMapError: There is neither a map nor a file of this name.
        MapError: The file cannot be read, or is faulty.
    """
    name = str(name_or_path)
    if name_or_path in map_ids():
        return _load_packaged(name)
    if isinstance(name_or_path, str) and not _is_file_name(name):
        raise UnknownMapError(name)
    return _decode_map(_read_file(name), name)


@cache
def map_ids() -> tuple[str, ...]:
    """The ids of the packaged maps, sorted."""
    names = (entry.name for entry in files("han.maps").iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


def parse_map(text: str, filename: str) -> Map:
    """The map that the text of a map file describes; ``filename`` is for error messages.

    Raises:
        MapError: The text has faults.
    """
    if faults := check_map(text, filename):
        raise MapError(faults)
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return _build_map(tomllib.loads(text), sha256)


@cache
def _load_packaged(map_id: str) -> Map:
    filename = map_id + SUFFIX
    return _decode_map(files("han.maps").joinpath(filename).read_bytes(), filename)


def _is_file_name(name: str) -> bool:
    return name.endswith(SUFFIX) or os.path.basename(name) != name or os.path.exists(name)


def _read_file(filename: str) -> bytes:
    try:
        return Path(filename).read_bytes()
    except FileNotFoundError:
        fault = MapFault(filename, None, "maps.no_file")
    except IsADirectoryError:
        fault = MapFault(filename, None, "maps.is_folder")
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        fault = MapFault(filename, None, "maps.unreadable", {"detail": str(error)})
    raise MapError([fault])


def _decode_map(data: bytes, filename: str) -> Map:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MapError([MapFault(filename, line, "maps.not_utf8")]) from None
    return parse_map(text, filename)


def _build_map(document: dict[str, Any], sha256: str) -> Map:
    """The map of a document without faults."""
    removed = {int(players): cards for players, cards in document["removed"].items()}
    low, high = document["players"]
    return Map(
        id=document["id"],
        name=document["name"],
        about=document["about"],
        canvas=_point(document["canvas"]),
        outlines=document.get("outlines", "curved"),
        players=(low, high),
        display=document["display"],
        removed=removed,
        variant=document["variant"],
        provinces=tuple(_province(table) for table in document["province"]),
        spaces=tuple(_space(table) for table in document["space"]),
        roads=_pairs(document["roads"]),
        alliances=_pairs(document["alliances"]),
        scenery=tuple(_scenery(table) for table in document.get("scenery", [])),
        sha256=sha256,
        editions=tuple(document.get("editions", ())),
    )


def _province(table: dict[str, Any]) -> Province:
    return Province(
        id=table["id"],
        colour=table["colour"],
        name=table["name"],
        dragon=_point(table["dragon"]),
        label=_point(table.get("label", table["dragon"])),
        outline=_points(table["outline"]),
    )


def _space(table: dict[str, Any]) -> Space:
    provinces = tuple(table["provinces"])
    return Space(table["id"], _point(table["at"]), provinces, table.get("port", False))


def _scenery(table: dict[str, Any]) -> Scenery:
    return Scenery(table["kind"], _points(table["points"]), table.get("name"))


def _point(values: Sequence[float]) -> Point:
    x, y = values
    return float(x), float(y)


def _points(values: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    return tuple(_point(value) for value in values)


def _pairs(values: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in values)
