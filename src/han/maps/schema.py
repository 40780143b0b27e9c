"""The keys of a map file and the type of each value."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

LARGEST = 1_000_000
"""The largest number that is accepted, far larger than any canvas."""


@dataclass(frozen=True)
class Key:
    """A key that a table may have."""

    example: str
    """An example of a correct value, the same in every language."""
    fits: Callable[[object], bool]
    item: "Key | None" = None
    """The type of an array's elements, if faults of elements have lines of their own."""
    is_required: bool = True


def is_text(value: object) -> bool:
    """Whether it is a text that is not blank."""
    return isinstance(value, str) and value.strip() != ""


def is_digest(value: object) -> bool:
    """Whether it is a SHA-256 in hex."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def is_flag(value: object) -> bool:
    """Whether it is true or false."""
    return isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Whether it is a whole number; Python's ``True`` is none here."""
    return isinstance(value, int) and not is_flag(value) and abs(value) < LARGEST


def is_number(value: object) -> bool:
    """Whether it is a number of at most `LARGEST`."""
    return is_whole(value) or (isinstance(value, float) and abs(value) < LARGEST)


def is_table(value: object) -> bool:
    """Whether it is a table."""
    return isinstance(value, dict)


def list_of(fits: Callable[[object], bool], length: int | None = None) -> Callable[[object], bool]:
    """A function that says whether a value is an array whose elements all fit."""

    def is_list(value: object) -> bool:
        return (
            isinstance(value, list)
            and (length is None or len(value) == length)
            and all(fits(entry) for entry in value)
        )

    return is_list


def table_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    """A function that says whether a value is a table whose values all fit."""
    return lambda value: isinstance(value, dict) and all(fits(entry) for entry in value.values())


is_point = list_of(is_number, 2)
is_pair = list_of(is_text, 2)

POINT = Key("[120, 250]", is_point)
POINTS = Key("[[120, 250], [180, 250], [150, 300]]", list_of(is_point), POINT)
NAMES = Key('{ en = "…", de = "…", fr = "…", it = "…" }', table_of(is_text))
TABLES = list_of(is_table)

MAP_KEYS: Mapping[str, Key] = {
    "format": Key("1", is_whole),
    "id": Key('"my-map"', is_text),
    "name": NAMES,
    "about": Key('"…"', is_text),
    "players": Key("[3, 5]", list_of(is_whole, 2)),
    "display": Key("4", is_whole),
    "removed": Key("{ 3 = 2, 4 = 1, 5 = 0 }", table_of(is_whole)),
    "variant": Key('"fortifications"', is_text),
    "canvas": Key("[1600, 1000]", is_point),
    "outlines": Key('"curved"', is_text, is_required=False),
    "editions": Key('["630dcd29…"]', list_of(is_digest), is_required=False),
    "alliances": Key('[["wei", "han"], …]', list_of(is_pair), Key('["wei", "han"]', is_pair)),
    "roads": Key('[["wei-1", "wei-2"], …]', list_of(is_pair), Key('["wei-1", "wei-2"]', is_pair)),
    "province": Key("[[province]]", TABLES),
    "space": Key("[[space]]", TABLES),
    "scenery": Key("[[scenery]]", TABLES, is_required=False),
}

TABLE_KEYS: Mapping[str, Mapping[str, Key]] = {
    "province": {
        "id": Key('"wei"', is_text),
        "colour": Key('"red"', is_text),
        "name": NAMES,
        "dragon": POINT,
        "label": Key(POINT.example, is_point, is_required=False),
        "outline": POINTS,
    },
    "space": {
        "id": Key('"wei-1"', is_text),
        "at": POINT,
        "provinces": Key('["wei"]', list_of(is_text)),
        "port": Key("true", is_flag, is_required=False),
    },
    "scenery": {
        "kind": Key('"river"', is_text),
        "points": POINTS,
        "name": Key(NAMES.example, NAMES.fits, is_required=False),
    },
}
"""The keys of the tables in arrays of tables."""
