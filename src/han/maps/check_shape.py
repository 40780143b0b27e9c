"""Faults of form: keys missing or misspelt, values of the wrong type."""

import json
from collections.abc import Iterator, Mapping

from han.maps.draft import Draft, TomlTable
from han.maps.fault import MapFault, closest
from han.maps.line_numbers import Path
from han.maps.schema import MAP_KEYS, TABLE_KEYS, Key

LONGEST = 40
"""Characters of a wrong value that a message repeats."""

Keys = Mapping[str, Key]


def check_keys(draft: Draft) -> Iterator[MapFault]:
    """Every table has the keys it must have and no others."""
    for path, table, keys in _tables(draft):
        yield from _missing(draft, path, table, keys)
        for name in table:
            if name not in keys:
                yield _unknown(draft, path, name, keys)


def check_types(draft: Draft) -> Iterator[MapFault]:
    """Every value is a text, number, point … as its key demands."""
    for path, table, keys in _tables(draft):
        for name, value in table.items():
            if name in keys:
                yield from _wrong(draft, (*path, name), value, keys[name])


def _tables(draft: Draft) -> Iterator[tuple[Path, TomlTable, Keys]]:
    yield (), draft.document, MAP_KEYS
    for item in draft.items:
        yield item.path, item.table, TABLE_KEYS[item.kind]


def _missing(draft: Draft, path: Path, table: TomlTable, keys: Keys) -> Iterator[MapFault]:
    for name, key in keys.items():
        if key.is_required and name not in table:
            yield draft.fault(path, "missing_key", key=name, example=_line(name, key))


def _line(name: str, key: Key) -> str:
    """How the missing line could look."""
    return key.example if name in TABLE_KEYS else f"{name} = {key.example}"


def _unknown(draft: Draft, path: Path, name: str, keys: Keys) -> MapFault:
    """The fault of an unknown key; in a table it is often one that belongs to the top level."""
    if path and name in MAP_KEYS:
        return draft.fault((*path, name), "misplaced_key", key=name)
    return draft.fault((*path, name), "unknown_key", closest(name, keys), key=name)


def _wrong(draft: Draft, path: Path, value: object, key: Key) -> Iterator[MapFault]:
    if key.fits(value):
        return
    if key.item is not None and isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _wrong(draft, (*path, index), entry, key.item)
    else:
        name = next(part for part in reversed(path) if isinstance(part, str))
        yield draft.fault(path, "wrong_type", key=name, value=_short(value), example=key.example)


def _short(value: object) -> str:
    """The beginning of a wrong value."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
