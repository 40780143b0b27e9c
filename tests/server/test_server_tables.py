"""Setting tables up over HTTP, finding them, and sitting down."""

from typing import Any

import pytest

from han.maps.load import map_ids
from han.messages import message
from server.guests import Guest, Json, live
from server.running import Server

OPTIONS: Json = {
    "map": "ways-of-diplomacy",
    "variant": True,
    "wild_in_prices": False,
    "start": 2,
    "clock": {"kind": "fischer", "seconds": 600, "increment": 30},
    "casual": False,
    "public": True,
    "memory_aid": False,
    "stand_in": "scribe",
}


@live
async def test_a_table_is_set_up_as_asked_for(small_server: Server) -> None:
    host = Guest(small_server)
    here = {"kind": "here", "name": " Bo\t "}
    table = await host.create("peasant", "me", here, name="Ann", salt="sel", **OPTIONS)
    assert table["options"] == OPTIONS | {"players": 3}
    assert (table["status"], table["mine"], table["is_host"]) == ("open", [1, 2], True)
    assert [(s["kind"], s["name"], s["bot"], s["is_mine"]) for s in table["seats"]] == [
        ("bot", "", "peasant", False),
        ("person", "Ann", "", True),
        ("person", "Bo", "", True),
    ]
    assert (table["salts"], table["seed"]) == (None, None)
    started = await host.start(table)
    assert (started["status"], started["salts"]) == ("running", ["", "sel", ""])
    assert started["commitment"] == table["commitment"]
    game = await host.get(f"/api/tables/{table['id']}/game", seat=2)
    assert (game["to_move"], game["view"]["start"], game["view"]["seat"]) == (2, 2, 2)
    assert game["view"]["game"] == {
        "map": "ways-of-diplomacy",
        "players": 3,
        "variant": "market-places",
        "wild_in_prices": False,
    }
    assert game["clock"]["left"] == [600_000] * 3
    assert game["clock"]["deadline"] == game["clock"]["turn_began"] + 600_000


@live
async def test_a_start_player_is_drawn_if_none_is_named(small_server: Server) -> None:
    host = Guest(small_server)
    starts = set()
    for _ in range(40):
        table = await host.create("me", {"kind": "here", "name": "Bo"}, map="ways-of-diplomacy")
        await host.start(table)
        game = await host.get(f"/api/tables/{table['id']}/game")
        starts.add(game["view"]["start"])
        if len(starts) == 2:
            return
    raise AssertionError(f"always {starts}")


WRONG: list[tuple[Json, int, str]] = [
    ({"map": "atlantis"}, 409, "table.no_such_map"),
    ({"map": "../maps/border-disputes.toml"}, 409, "table.no_such_map"),
    ({"seats": [{"kind": "me"}, {"kind": "open"}]}, 409, "setup.players"),
    ({"seats": [{"kind": "me"}] * 3}, 409, "server.one_me"),
    ({"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]}, 409, "server.no_such_bot"),
    ({"seats": [{"kind": "open"}] * 6}, 422, "server.bad_request"),
    ({"stand_in": "exec:sh"}, 409, "server.no_such_bot"),
    ({"start": 3}, 409, "table.start"),
    ({"clock": {"kind": "turn", "seconds": 4}}, 409, "table.clock_seconds"),
    (
        {"clock": {"kind": "fischer", "seconds": 60, "increment": 2_000_000}},
        409,
        "table.clock_increment",
    ),
    ({"clock": {"kind": "hourglass"}}, 422, "server.bad_request"),
    ({"name": " \t\n "}, 409, "table.name_missing"),
    ({"name": "x" * 25}, 409, "table.name_too_long"),
    ({"variant": "yes"}, 422, "server.bad_request"),
    ({"seed": "mine"}, 422, "server.bad_request"),
]


@pytest.mark.parametrize(("change", "status", "key"), WRONG, ids=lambda v: str(v)[:40])
@live
async def test_a_table_that_cannot_be_is_refused(
    small_server: Server, change: Json, status: int, key: str
) -> None:
    seats: list[Json] = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    body = {"map": "border-disputes", "name": "Ann", "seats": seats} | change
    assert await Guest(small_server).refusal("POST", "/api/tables", body) == (status, key)


@live
async def test_play_now_begins_with_ones_salt_against_bots(large_server: Server) -> None:
    guest = Guest(large_server)
    table = await guest.post("/api/play-now", name="Ann", players=5, bot="peasant", variant=True)
    assert table["status"] == "open"
    assert table["starting"] > table["created"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", *["bot"] * 4]
    wire = await guest.connect(table, 0)
    await guest.add_salt(table, "salt")
    await wire.until(lambda: wire.game and wire.legal)
    assert (await wire.play())["type"] == "done"
    assert {seat["bot"] for seat in wire.table["seats"]} == {"", "peasant"}


async def lobby(guest: Guest) -> dict[str, Any]:
    return {table["id"]: table for table in await guest.get("/api/lobby")}


@live
async def test_the_lobby_shows_public_tables_until_they_end(server: Server) -> None:
    host, stranger = Guest(server), Guest(server)
    shown = await host.create("me", "open", map="ways-of-diplomacy", public=True)
    hidden = await host.create("me", "open", map="ways-of-diplomacy", public=False)
    listed = await lobby(stranger)
    assert hidden["id"] not in listed
    assert listed[shown["id"]] == {
        "id": shown["id"],
        "status": "open",
        "map": "ways-of-diplomacy",
        "players": 2,
        "variant": False,
        "clock": {"kind": "none", "seconds": 0, "increment": 0},
        "seats": [
            {"kind": "person", "name": "Host", "bot": ""},
            {"kind": "open", "name": "", "bot": ""},
        ],
        "to_move": None,
        "scores": None,
        "winners": None,
        "created": shown["created"],
        "changed": shown["changed"],
        "deadline": None,
        "invited": [],
    }
    await stranger.sit(await stranger.get(f"/api/tables/{shown['id']}"), "Bo")
    await host.start(shown)
    listed = await lobby(stranger)
    assert listed[shown["id"]]["status"] == "running"
    assert listed[shown["id"]]["scores"] == [0, 0]
    assert listed[shown["id"]]["to_move"] in (0, 1)
    closed = await host.create("me", "open", map="ways-of-diplomacy", public=True)
    await host.post(f"/api/tables/{closed['id']}/close")
    assert closed["id"] not in await lobby(stranger)


@live
async def test_a_public_table_is_open_to_whoever_comes_and_a_private_one_is_not(
    small_server: Server,
) -> None:
    host, stranger = Guest(small_server), Guest(small_server)
    for public in (True, False):
        table = await host.create("me", "open", map="ways-of-diplomacy", public=public)
        seen = await stranger.get(f"/api/tables/{table['id']}")
        assert (seen["invite"] == table["invite"]) is public
        assert not seen["mine"]


@live
async def test_everybody_finds_their_own_tables(server: Server) -> None:
    host, guest = Guest(server), Guest(server)
    first = await host.create("me", "open", "open")
    second = await host.create("open", {"kind": "here", "name": "Bo"}, "me")
    await guest.sit(first, "Cem", seat=2)
    assert [(t["table"]["id"], t["mine"]) for t in await host.get("/api/me/tables")] == [
        (first["id"], [0]),  # somebody has sat down there
        (second["id"], [1, 2]),
    ]
    assert [(t["table"]["id"], t["mine"]) for t in await guest.get("/api/me/tables")] == [
        (first["id"], [2])
    ]
    assert await Guest(server).get("/api/me/tables") == []
    await host.post(f"/api/tables/{second['id']}/close")
    for status, ids in {"open": [first], "closed": [second], "over": []}.items():
        found = await host.get("/api/me/tables", status=status)
        assert [t["table"]["id"] for t in found] == [table["id"] for table in ids]
    assert (await host.request("GET", "/api/me/tables?status=lost")).status_code == 422


@pytest.mark.parametrize("path", ["/api/maps/atlantis", "/api/maps/atlantis/board.svg"])
@live
async def test_a_map_that_is_none_is_not_found(small_server: Server, path: str) -> None:
    answer = await Guest(small_server).request("GET", path)
    sentence = message("table.no_such_map", known=", ".join(map_ids()))
    assert answer.status_code == 404
    assert answer.json() == {"key": "table.no_such_map", "text": sentence, "rule": None}
