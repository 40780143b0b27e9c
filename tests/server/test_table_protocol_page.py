"""The page about `han-table/1` is true: its examples went over the wire, its keys are all."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from han.engine.event import Event
from han.engine.sentence import Param
from han.server.wire import PROTOCOL, Message
from pages import REFERENCE, check_parts, section, table
from server.guests import Json, live
from server.running import Server, running
from server.story import COMMAND, Story, keys_of

PAGE = REFERENCE / "table-protocol.md"
REFUSALS = (
    "malformed",
    "too_fast",
    "talks_too_much",
    "cannot_save",
    "busy",
    "no_such_table",
    "too_many_sockets",
    "too_many_requests",
    "failed",
)
"""What the server itself refuses over a websocket."""
DESCRIBED_ELSEWHERE = {"view", "no_piece"}
"""Keys of a game whose inner keys have tables of their own."""


@pytest.fixture
def fixed_server(tmp_path: Path) -> Iterator[Server]:
    """A server whose tables all get the same cards."""
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    server.command = COMMAND
    with running(server):
        yield server


@live
async def test_examples_went_over_the_wire_and_keys_are_explained(fixed_server: Server) -> None:
    story = Story(fixed_server)
    await story.tell()
    parts = {name: story.text(name) for name in story.examples}
    check_parts(PAGE, parts | {"refusals": refusals()})
    heard = [message for wire in story.wires for message in [*wire.heard, wire.presence]]
    check_messages(heard)
    check_entries([entry for wire in story.wires for entry in wire.entries])


def refusals() -> str:
    """Why commands are refused, in English."""
    catalogues = {
        name: json.loads(files("han.messages").joinpath(f"en/{name}.json").read_text("utf-8"))
        for name in ("table", "server")
    }
    keys = [f"table.{key}" for key in catalogues["table"]]
    keys += [f"server.{key}" for key in REFUSALS]
    texts = [catalogues[key.split(".")[0]][key.split(".")[1]] for key in keys]
    shown = [text if isinstance(text, str) else text["other"] for text in texts]
    return table(["key", "text"], [[f"`{k}`", text] for k, text in zip(keys, shown, strict=True)])


def documented(heading: str) -> list[str]:
    """The keys in the table below a heading."""
    return re.findall(r"^\| `([^`]+)` \|", section(PAGE, heading), re.MULTILINE)


def check_messages(heard: list[Json]) -> None:
    """Every key of every message is in the page's tables, and nothing else is."""
    found: dict[str, set[str]] = defaultdict(set)
    for message in heard:
        assert message.get("protocol", PROTOCOL) == PROTOCOL
        found[f"`{message['type']}`"] |= set(message)
        found["The table"] |= set(keys_of(message.get("table")))
        game = message.get("game") or {}
        found["The game"] |= set(keys_of({k: game[k] for k in game.keys() - DESCRIBED_ELSEWHERE}))
    found["The game"] |= DESCRIBED_ELSEWHERE
    for heading, keys in found.items():
        assert keys == set(documented(heading)), heading


def explained(heading: str) -> dict[str, set[str]]:
    """The rows of a table: a name, and the keys that go with it."""
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|", section(PAGE, heading), re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", keys)) for name, keys in rows}


def check_entries(entries: list[Json]) -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        found[entry["type"]] |= set(entry) - {"seq", "at", "type", "told", "length"}
    assert found == explained("Entries")


def test_every_event_is_explained() -> None:
    kinds = get_args(Event)
    events = {
        str(kind.__struct_config__.tag): set(kind.__struct_fields__) - {"told"} for kind in kinds
    }
    assert explained("Events") == events


def test_everything_that_fills_a_gap_is_explained() -> None:
    kinds = [kind for kind in get_args(Param) if kind is not int]
    assert explained("Sentences") == {
        kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in kinds
    }


def test_every_message_of_a_client_is_explained() -> None:
    kinds = {
        msgspec.inspect.type_info(kind).tag: set(kind.__struct_encode_fields__)  # type: ignore[attr-defined]
        for kind in get_args(Message)
    }
    assert explained("What a client says") == kinds
