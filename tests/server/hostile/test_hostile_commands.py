"""Right requests for things that are none of a stranger's business."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from han.maps.load import load_map
from server.guests import Guest, Json, live
from server.hostile.messages import WRONG
from server.running import Server

RECORD = Path(__file__).parents[2] / "records" / "games" / "border-disputes-3-greedy.json"


@live
async def test_a_spoilt_record_is_refused_or_shown(target: Server) -> None:
    rng = Random(4)
    record = json.loads(RECORD.read_text("utf-8"))
    record["turns"] = record["turns"][:3]
    guest = Guest(target)
    statuses = Counter[int]()
    for _ in range(150):
        text = json.dumps(_spoilt(rng, record), ensure_ascii=True)
        headers = {"Content-Type": "application/json"}
        answer = await guest.request("POST", "/api/replay", content=text, headers=headers)
        statuses[answer.status_code] += 1
    assert {200, 409} <= statuses.keys() <= {200, 409, 422}


def _spoilt(rng: Random, value: Any) -> Any:
    """A value with something wrong somewhere inside."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        rest = {name: one for name, one in value.items() if name != key}
        new = rng.choice((key, key, key, key, "\ud800", ""))
        return {**rest, new: _spoilt(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], _spoilt(rng, value[place]), *value[place + 1 :]]
    return rng.choice((*WRONG, "/etc/passwd", "han-record/1", "~", "=", "*?", 0, 3, True, None))


@live
async def test_a_record_names_no_file(target: Server) -> None:
    record = json.loads(RECORD.read_text("utf-8"))
    for name in ("/etc/passwd", "../border-disputes", ""):
        refused = await Guest(target).refusal("POST", "/api/replay", {**record, "map": name})
        assert refused == (409, "table.no_such_map")


MAPS = ("../../etc/passwd", "/etc/passwd", "border-disputes.toml", "./border-disputes", "", "\0")
BOTS = ("exec:sh -c id", "exec:true", "mcts:ms=100000", "random", "governor:x=1", "", "\0")


@pytest.mark.parametrize("name", MAPS)
@live
async def test_only_the_maps_of_the_list_are_maps(target: Server, name: str) -> None:
    refused = await Guest(target).refusal("POST", "/api/play-now", {"name": "A", "map": name})
    assert refused == (409, "table.no_such_map")


@live
async def test_a_map_of_somebodys_own_is_none(target: Server) -> None:
    with TemporaryDirectory() as folder:
        own = Path(folder, "map.toml")
        own.write_text(files("han.maps").joinpath("border-disputes.toml").read_text("utf-8"))
        assert load_map(str(own)).id == "border-disputes"  # for others it would do
        body = {"name": "A", "map": str(own)}
        refused = await Guest(target).refusal("POST", "/api/play-now", body)
    assert refused in [(409, "table.no_such_map"), (422, "server.bad_request")]


@pytest.mark.parametrize("name", BOTS)
@live
async def test_only_the_bots_of_the_list_are_bots(target: Server, name: str) -> None:
    host = Guest(target)
    table = await host.create("me", "open", "peasant")
    bodies: list[tuple[str, str, Json]] = [
        ("POST", "/api/play-now", {"name": "A", "bot": name}),
        ("POST", "/api/tables", host_body({"kind": "bot", "bot": name})),
        ("POST", "/api/tables", host_body({"kind": "open"}) | {"stand_in": name}),
        ("PUT", f"/api/tables/{table['id']}/seats/1", {"kind": "bot", "bot": name}),
    ]
    for method, path, body in bodies:
        assert await host.refusal(method, path, body) == (409, "server.no_such_bot")
    assert len(await host.get("/api/me/tables")) == 1


def host_body(seat: Json) -> Json:
    return {"map": "border-disputes", "name": "A", "seats": [{"kind": "me"}, seat, seat]}
