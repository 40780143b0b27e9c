"""Write the schemas that follow from the structs: JSON Schema, and the HTTP description.

    .venv/bin/python tools/schema.py

`npm run types` in `web` makes the browser's types from the first. A test, and `npm run check`, say
when one of them is out of date.
"""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from han.server import answers, wire
from han.server.api.structs import DescribedApp
from han.server.app import make_app
from han.server.schema import schemas_of
from han.server.services import Services

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
SCHEMA = REFERENCE / "schema.json"
OPENAPI = REFERENCE / "openapi.json"
PLACE = "#/$defs/"


def schema() -> dict[str, Any]:
    """All that goes over the network, each struct by its name."""
    parts = _app().components(PLACE, told=[answers.Answer], read=[wire.Message])
    told, _ = schemas_of([answers.Answer, wire.Message], PLACE, is_told=True)
    unions = dict(zip(("ServerMessage", "ClientMessage"), told, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "HAN",
        "description": "What goes over the network. Made by tools/schema.py from msgspec structs.",
        "$defs": dict(sorted((parts | unions).items())),
    }


def openapi() -> dict[str, Any]:
    """The description of the HTTP interface, which a server has at `/api/openapi.json`."""
    return _app().openapi()


def _app() -> DescribedApp:
    """A server's application without a server."""
    return make_app(cast("Services", SimpleNamespace()))


def text_of(described: dict[str, Any]) -> str:
    """A schema as its file has it."""
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(text_of(schema()), "utf-8")
    OPENAPI.write_text(text_of(openapi()), "utf-8")
