"""The schemas in `docs/reference` follow from the structs, and what is told keeps to them."""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schema

from han.server.answers import Answer
from han.server.api.bodies import ClockBody, TableBody
from han.server.schema import refs_in
from han.table.options import Clock, Options
from han.table.shapes import ClockShape, OptionsShape

MADE = {schema.SCHEMA: schema.schema, schema.OPENAPI: schema.openapi}


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.name)
def test_the_files_are_current(path: Path) -> None:
    made = schema.text_of(MADE[path]())
    if os.environ.get("HAN_UPDATE_DOCS"):
        path.write_text(made, "utf-8")
    assert path.read_text("utf-8") == made, "tools/schema.py brings it up to date"


def parts() -> dict[str, Any]:
    found: dict[str, Any] = schema.schema()["$defs"]
    return found


def test_every_part_that_is_referred_to_is_there() -> None:
    assert {f"#/$defs/{name}" for name in parts()} >= refs_in(schema.schema())
    described = schema.openapi()
    found = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert found >= refs_in(described)


def test_options_are_declared_once() -> None:
    """What is stored, told and asked for has the same fields with the same types."""
    names = set(Options.__struct_fields__)
    assert set(OptionsShape.__struct_fields__) == names
    assert set(TableBody.__struct_fields__) == names - {"players"} | {"seats", "name"}
    fields = Clock.__struct_fields__
    assert ClockShape.__struct_fields__ == ClockBody.__struct_fields__ == fields


def test_told_options_leave_nothing_out_and_stored_ones_what_is_usual() -> None:
    options = Options("border-disputes", 3)
    assert json.loads(msgspec.json.encode(options)) == {"map": "border-disputes", "players": 3}
    told = msgspec.convert(options, OptionsShape, from_attributes=True)
    as_told = json.loads(msgspec.json.encode(told))
    assert set(as_told) == set(parts()["Options"]["required"]) == set(Options.__struct_fields__)
    assert set(as_told["clock"]) == set(parts()["Clock"]["required"])


def test_what_a_client_may_leave_out_is_not_required() -> None:
    assert set(parts()["TableBody"]["required"]) == {"map", "seats", "name"}
    assert "required" not in parts()["ClockBody"] or not parts()["ClockBody"]["required"]


def test_only_the_table_of_an_update_may_be_missing() -> None:
    for kind in Answer.__args__:
        part = parts()[kind.__name__]
        missing = set(part["properties"]) - set(part["required"])
        assert missing == ({"table"} if kind.__name__ == "Update" else set())
