"""Games of a device that go on at a server: all or nothing, once, and no secret is told."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from han.records.parse import parse_record
from han.records.replay import verify
from server.guests import Guest, Json, live
from server.running import Server
from table.building import record_of
from table.devices import carried, device

PATH = "/api/imports"
DEVICE = device(40)
RECORD: Json = carried(record_of(DEVICE.table))
BOT: Json = {"kind": "bot", "bot": "peasant"}
OPEN: Json = {"kind": "open"}
ASKED: Json = {"record": RECORD, "seats": [{"kind": "me"}, BOT, BOT], "name": "Ann"}


async def bring(guest: Guest, **changes: Any) -> Json:
    """The table that a guest's game goes on at."""
    table: Json = await guest.post(PATH, **ASKED | changes)
    return table


@live
async def test_a_game_goes_on_and_can_be_verified(server: Server) -> None:
    ann = Guest(server)
    table = await bring(ann)
    assert (table["status"], table["mine"], table["is_host"]) == ("open", [0], True)
    assert table["brought"]["by"] == "Ann"
    assert table["options"]["clock"]["kind"] == "none"
    assert not table["options"]["public"]
    await ann.add_salt(table, "salt of Ann")
    await ann.start(table)
    wire = await ann.connect(table, 0)
    await wire.until(lambda: wire.game)
    await wire.play_out(Random(2))
    await wire.until(lambda: wire.is_over)
    record = parse_record(await ann.record(table))
    assert verify(record).is_over
    begun = len(RECORD["turns"]) - 1
    assert carried(record)["turns"][:begun] == RECORD["turns"][:begun]
    assert record.meta["fair"]["brought"]["seed"] == RECORD["meta"]["fair"]["seed"]
    replay = await ann.get(f"/api/tables/{table['id']}/replay")
    assert len(replay["steps"]) > 40


@live
async def test_the_same_game_leads_to_the_same_table(server: Server) -> None:
    ann, ben = Guest(server), Guest(server)
    await ann.get("/api/me")  # a guest from now on, whatever comes first
    tables = await asyncio.gather(*(bring(ann) for _ in range(4)))
    again = await bring(ann, name="Anna", seats=[{"kind": "me"}, BOT, OPEN])
    assert {table["id"] for table in [*tables, again]} == {tables[0]["id"]}
    assert again["seats"] == tables[0]["seats"]
    assert (await bring(ben))["id"] != tables[0]["id"]
    shorter = {**RECORD, "turns": RECORD["turns"][:-1]}
    assert (await bring(ann, record=shorter))["id"] != tables[0]["id"]
    assert len(await ann.get("/api/me/tables")) == 2


@live
async def test_a_friend_takes_a_seat_and_hears_no_secret(server: Server) -> None:
    ann, ben = Guest(server), Guest(server)
    table = await bring(ann, seats=[{"kind": "me"}, OPEN, BOT])
    assert (await ben.get(f"/api/invites/{table['invite']}"))["brought"]["by"] == "Ann"
    seated = await ben.sit(table, "Ben", "salt of Ben")
    wire = await ben.connect(seated, 1, seen=-1)
    assert wire.game is None
    assert await ben.get(f"/api/tables/{table['id']}/game", seat=1) is None
    history = await wire.expect("history")
    assert [entry["type"] for entry in history["entries"]] == [
        "created",
        "brought",
        "seat",
        "salted",
    ]
    await ann.add_salt(table, "pepper")
    await ann.start(table)
    await wire.until(lambda: wire.game)
    assert wire.game is not None
    assert wire.game["view"]["hand"] == DEVICE.table.position.view(1).hand
    told = await ben.get(f"/api/tables/{table['id']}/history", seat=1)
    (started,) = [entry for entry in told if entry["type"] == "started"]
    assert [hand is None for hand in started["hands"]] == [True, False, True]
    assert len([entry for entry in told if entry["type"] == "played"]) > 20
    heard = "\n".join([*wire.texts, *(answer.text for answer in ben.answers)])
    assert RECORD["meta"]["fair"]["seed"] not in heard
    assert DEVICE.table.salts[0] not in heard


@live
async def test_people_of_the_device_stay_together(server: Server) -> None:
    ann = Guest(server)
    table = await bring(ann, seats=[{"kind": "me"}, {"kind": "here", "name": "Dora"}, BOT])
    assert table["mine"] == [0, 1]
    refused = await ann.refusal("POST", f"/api/tables/{table['id']}/close")
    assert refused == (409, "table.brought_close")


WRONG: list[tuple[Json, int, str]] = [
    ({"seats": [{"kind": "me"}, BOT]}, 409, "table.seat_count"),
    ({"seats": [{"kind": "me"}] * 3}, 409, "server.one_me"),
    (
        {"seats": [{"kind": "me"}, BOT, {"kind": "bot", "bot": "exec:sh"}]},
        409,
        "server.no_such_bot",
    ),
    ({"seats": [{"kind": "me"}, BOT, {"kind": "here", "name": "ann"}]}, 409, "table.name_taken"),
    ({"stand_in": "exec:sh"}, 409, "server.no_such_bot"),
    ({"name": " "}, 409, "table.name_missing"),
    ({"name": "x" * 101}, 422, "server.bad_request"),
    ({"clock": {"kind": "turn", "seconds": 60}}, 422, "server.bad_request"),
    ({"record": []}, 422, "server.bad_request"),
    ({"record": {}}, 409, "records.missing_key"),
    ({"record": RECORD | {"meta": {}}}, 409, "table.brought_seed"),
    ({"record": RECORD | {"map": "/etc/passwd"}}, 409, "table.no_such_map"),
    ({"record": RECORD | {"start": 1}}, 409, "records.refused"),
    ({"record": RECORD | {"more": 1}}, 409, "records.unknown_key"),
]


@pytest.mark.parametrize(("changes", "status", "key"), WRONG)
@live
async def test_nothing_comes_of_a_wrong_request(
    small_server: Server, changes: Json, status: int, key: str
) -> None:
    guest = Guest(small_server)
    assert await guest.refusal("POST", PATH, ASKED | changes) == (status, key)
    assert await guest.get("/api/me/tables") == []


@live
async def test_a_request_that_is_too_large_is_not_read(small_server: Server) -> None:
    padded = RECORD | {"meta": RECORD["meta"] | {"more": "x" * 70_000}}
    refused = await Guest(small_server).refusal("POST", PATH, ASKED | {"record": padded})
    assert refused == (413, "server.too_large")


@live
async def test_whatever_is_changed_in_a_record_no_server_fails(small_server: Server) -> None:
    rng, guest = Random(11), Guest(small_server)
    text = json.dumps(ASKED)
    for _ in range(40):
        at = rng.randrange(len(text))
        spoilt = text[:at] + rng.choice('"{}[],:0a.*=~\\') + text[at + 1 :]
        headers = {"Content-Type": "application/json"}
        answer = await guest.request("POST", PATH, content=spoilt, headers=headers)
        assert answer.status_code in (201, 409, 422), spoilt
