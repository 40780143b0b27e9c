"""The page about HTTP is true: its tables are made from the server's own description."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from han.server.config import Config, Limits
from pages import REFERENCE, check_parts, section, table
from server.guests import Guest, Json, live
from server.running import Server

PAGE = REFERENCE / "http-api.md"
ELSEWHERE = {
    "Table": "table-protocol.md#the-table",
    "Moment": "table-protocol.md#the-game",
    "Clock": "table-protocol.md#the-table",
    "Entry": "table-protocol.md#entries",
    "GameEvent": "table-protocol.md#events",
    "Overview": "table-protocol.md#the-game",
    "PublicView": "bot-protocol.md#choose",
    "Refusal": "#errors",
}
"""Shapes of answers that are explained there."""


@live
async def test_routes_and_values_are_those_of_the_server(small_server: Server) -> None:
    described = await Guest(small_server).get("/api/openapi.json")
    description = Description(described)
    parts = {
        "routes": description.routes(),
        "bodies": description.shapes("Body"),
        "answers": description.shapes(""),
    }
    check_parts(PAGE, parts)
    told = set(re.findall(r"^\| (\d{3}) \|", section(PAGE, "Errors"), re.MULTILINE))
    assert told == description.refusals() | {"405", "500"}  # which any server has


def test_settings_are_all_explained_with_their_defaults() -> None:
    assert settings("Settings") == defaults(Config(), "limits")
    assert settings("Limits") == defaults(Limits())


def settings(heading: str) -> dict[str, Any]:
    """The names and defaults in a table of settings."""
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", section(PAGE, heading), re.MULTILINE)
    return {name: msgspec.json.decode(default) for name, default in rows}


def defaults(values: msgspec.Struct, without: str = "") -> dict[str, Any]:
    """What a server has that nothing was set for."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values))
    return {name: value for name, value in found.items() if name != without}


class Description:
    """The server's OpenAPI description, as tables for people."""

    def __init__(self, described: Json) -> None:
        """Take it apart."""
        self._schemas: Json = described["components"]["schemas"]
        self._routes = [
            (method.upper(), path, route)
            for path, methods in described["paths"].items()
            for method, route in methods.items()
        ]

    def routes(self) -> str:
        """What can be asked."""
        rows = [
            [
                f"`{method} {path}`",
                _query(route),
                self._body(route),
                self._answer(route),
                _does(route),
            ]
            for method, path, route in self._routes
        ]
        return table(["request", "query", "body", "answer", "what it does"], rows)

    def refusals(self) -> set[str]:
        """All statuses of errors."""
        return {
            status for _, _, route in self._routes for status in route["responses"] if status >= "4"
        }

    def _body(self, route: Json) -> str:
        content = route.get("requestBody", {}).get("content", {})
        return self._value(content["application/json"]["schema"]) if content else ""

    def _answer(self, route: Json) -> str:
        (status,) = [status for status in route["responses"] if status < "4"]
        content = route["responses"][status].get("content", {})
        shown = [
            self._value(kind["schema"]) if kind.get("schema") else name
            for name, kind in content.items()
        ]
        return f"{status} {', '.join(shown)}".strip()

    def shapes(self, ending: str) -> str:
        """The values that clients send, or those that they get."""
        names = [name for name in self._used() if name.endswith("Body") == (ending == "Body")]
        return "\n".join(map(self._shape, names))

    def _used(self) -> list[str]:
        """All shapes that some route uses, itself or within others, but none of other pages."""
        found: dict[str, None] = {}
        waiting = [name for *_, route in self._routes for name in _refs(route)]
        while waiting:
            name = waiting.pop(0)
            is_elsewhere = _called(name) in ELSEWHERE and not name.endswith("Body")
            if name not in found and not is_elsewhere and "properties" in self._schemas[name]:
                found[name] = None
                waiting += _refs(self._schemas[name])
        return list(found)

    def _shape(self, name: str) -> str:
        shape = self._schemas[name]
        needed = shape.get("required", [])
        rows = [
            [f"`{key}`", self._value(kind), _absent(kind, key in needed)]
            for key, kind in shape["properties"].items()
        ]
        heads = ["key", "value", "if left out"]
        if not name.endswith("Body"):
            heads, rows = heads[:2], [row[:2] for row in rows]
        about = shape["description"].splitlines()[0]
        return f"### {_called(name)}\n{about}\n\n{table(heads, rows)}"

    def _value(self, kind: Json) -> str:
        """A value in words."""
        if "$ref" in kind:
            target = kind["$ref"].rpartition("/")[2]
            if "enum" in self._schemas[target]:
                return self._value(self._schemas[target])
            name = _called(target)
            is_body = kind["$ref"].endswith("Body")
            return (
                f"[{name}]({ELSEWHERE[name]})"
                if name in ELSEWHERE and not is_body
                else f"[{name}](#{name.lower()})"
            )
        if "anyOf" in kind:
            return " or ".join(self._value(one) for one in kind["anyOf"])
        if "enum" in kind:
            return ", ".join(f"`{value}`" for value in kind["enum"])
        if "prefixItems" in kind:
            return f"list of {len(kind['prefixItems'])} times {self._value(kind['prefixItems'][0])}"
        if kind.get("type") == "array":
            return f"list of {self._value(kind['items'])}"
        if isinstance(kind.get("additionalProperties"), dict):
            return f"object of {self._value(kind['additionalProperties'])}"
        return _plain(kind)


def _plain(kind: Json) -> str:
    words = {
        "string": "text",
        "integer": "number",
        "number": "number",
        "boolean": "true or false",
        "null": "null",
    }
    word = words.get(kind.get("type", ""), "object")
    if "maxLength" in kind:
        return f"{word}, at most {kind['maxLength']}"
    if "maximum" in kind:
        return f"{word} from {kind['minimum']:.0f} to {kind['maximum']:.0f}"
    return word


def _absent(kind: Json, is_needed: bool) -> str:
    if is_needed:
        return "is refused"
    return f"`{msgspec.json.encode(kind.get('default')).decode()}`"


def _called(name: str) -> str:
    return name.removesuffix("Body")


def _query(route: Json) -> str:
    return ", ".join(f"`{p['name']}`" for p in route.get("parameters", []) if p["in"] == "query")


def _does(route: Json) -> str:
    return " ".join(route["description"].split())


def _refs(value: object) -> Iterator[str]:
    """The names of all shapes that a description mentions."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"].rpartition("/")[2]
        for inner in value.values():
            yield from _refs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _refs(inner)
