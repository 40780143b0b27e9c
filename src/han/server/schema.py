"""JSON Schema of what goes over the network, made from the structs that are sent and read.

`tools/schema.py` writes it into files; the description of the HTTP interface is made of the same
parts.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

import msgspec

from han.engine.encoding import schema_of_action
from han.engine.event import Event
from han.engine.view_json import Colour
from han.maps.model import Variant
from han.notation.position import Phase
from han.records.fair import SaltOrigin
from han.table.shapes import ToldEntry
from han.table.state import Status

Schema: TypeAlias = dict[str, Any]

NAMED = {
    "GameEvent": Event,
    "Entry": ToldEntry,
    "Colour": Colour,
    "Phase": Phase,
    "SaltOrigin": SaltOrigin,
    "Status": Status,
    "Variant": Variant,
}
"""Types that are no structs, but have a name in the schema."""
_OWN_NAMES = ("MapShape",)
"""``Map`` would be a class of JavaScript's."""


def public_name(name: str) -> str:
    """What a struct is called outside of Python, where no class has the shorter name."""
    return name if name in _OWN_NAMES else name.removesuffix("Shape")


def schemas_of(
    kinds: Sequence[Any], place: str, *, is_told: bool
) -> tuple[list[Schema], dict[str, Schema]]:
    """The schema of each kind, and the parts that they refer to.

    Args:
        kinds: Structs, or types made of them.
        place: Where the parts will be found, such as ``#/$defs/``.
        is_told: Whether the server writes these values. Then every field is there that has a
            default, since none is left out.
    """
    found, parts = msgspec.json.schema_components(
        kinds, schema_hook=schema_of_action, ref_template=place + "{name}"
    )
    rename = partial(_renamed, place=place)
    named = {public_name(name): rename(part) for name, part in parts.items()}
    assert len(named) == len(parts), "two structs have one name"
    if is_told:
        named = {name: _in_full(part) for name, part in named.items()}
    return [rename(schema) for schema in found], named


def _renamed(value: Any, place: str) -> Any:
    """A schema with the names that parts have outside of Python."""
    if isinstance(value, dict):
        inner = {key: _renamed(item, place) for key, item in value.items()}
        return inner | {"title": public_name(inner["title"])} if _is_part(inner) else inner
    if isinstance(value, list | tuple):
        return [_renamed(item, place) for item in value]
    if isinstance(value, str) and value.startswith(place):
        return place + public_name(value.removeprefix(place))
    return value


def _is_part(value: Schema) -> bool:
    return isinstance(value.get("title"), str) and value.get("type") == "object"


def _in_full(part: Schema) -> Schema:
    """A struct whose fields are all written, but those that may be unset."""
    fields: Schema = part["properties"]
    needed = [name for name in fields if name in part["required"] or "default" in fields[name]]
    without = {
        name: {key: item for key, item in field.items() if key != "default"}
        for name, field in fields.items()
    }
    return part | {"properties": without, "required": needed}


def with_names(value: Any, place: str) -> tuple[Any, dict[str, Schema]]:
    """A schema in which types of `NAMED` are referred to, and those among them that it uses."""
    found, _ = schemas_of(list(NAMED.values()), place, is_told=True)
    names = dict(zip(NAMED, found, strict=True))
    used: dict[str, Schema] = {}

    def named(value: Any) -> Any:
        for name, schema in names.items():
            if value == schema:
                used[name] = schema
                return {"$ref": place + name}
        if isinstance(value, dict):
            return {key: named(item) for key, item in value.items()}
        return [named(item) for item in value] if isinstance(value, list) else value

    return named(value), used


def refs_in(value: Any) -> set[str]:
    """The places of all parts that a schema refers to."""
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(refs_in, value.values()))
    return set().union(*map(refs_in, value)) if isinstance(value, list) else set()
