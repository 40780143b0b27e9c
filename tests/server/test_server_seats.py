"""People sit down, make place, and come back on another device."""

import asyncio

from server.guests import Guest, live
from server.parties import meet
from server.running import Server


@live
async def test_invited_people_sit_down_with_a_name(large_server: Server) -> None:
    host, ann, bo = Guest(large_server), Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", "open", name="Eva")
    wire = await host.connect(table, 0)
    assert (await ann.get(f"/api/invites/{table['invite']}"))["id"] == table["id"]
    seat = f"/api/invites/{table['invite']}/seat"
    assert await ann.refusal("POST", seat, {"name": " EVA"}) == (409, "table.name_taken")
    assert await ann.refusal("POST", seat, {"name": ""}) == (409, "table.name_missing")
    assert await ann.refusal("POST", seat, {"name": "Ann", "seat": 0}) == (409, "table.seat_taken")
    assert await host.refusal("POST", f"/api/tables/{table['id']}/start") == (
        409,
        "table.seats_open",
    )
    seated = await ann.sit(table, "Ann", seat=2)
    assert (seated["mine"], seated["is_host"]) == ([2], False)
    assert (await bo.sit(table, "Bo"))["mine"] == [1]
    assert await Guest(large_server).refusal("POST", seat, {"name": "Cy"}) == (409, "table.full")
    await wire.until(lambda: [s["name"] for s in wire.table["seats"]] == ["Eva", "Bo", "Ann"])
    sat_down = [entry["now"] for entry in wire.entries if entry["type"] == "seat"]
    assert sat_down[-1] == {"kind": "person", "name": "Bo", "bot": ""}
    assert await Guest(large_server).refusal("POST", f"/api/tables/{table['id']}/start") == (
        403,
        "table.not_your_seat",
    )
    await ann.start(table)
    assert await Guest(large_server).refusal("POST", seat, {"name": "Cy"}) == (
        409,
        "table.has_begun",
    )


@live
async def test_nobody_sits_down_at_a_closed_table(large_server: Server) -> None:
    host, ann = Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", "open")
    path = f"/api/tables/{table['id']}"
    assert await ann.refusal("POST", f"{path}/close") == (403, "table.host_only")
    assert (await host.post(f"{path}/close"))["status"] == "closed"
    seat = f"/api/invites/{table['invite']}/seat"
    assert await ann.refusal("POST", seat, {"name": "Ann"}) == (409, "table.closed")
    assert await host.refusal("POST", f"{path}/start") == (409, "table.closed")
    assert await ann.refusal("GET", "/api/invites/no-such-invitation") == (
        404,
        "server.no_such_table",
    )


@live
async def test_two_who_want_the_last_seat_do_not_both_get_it(large_server: Server) -> None:
    host = Guest(large_server)
    table = await host.create("me", "open", map="ways-of-diplomacy")
    crowd = [Guest(large_server) for _ in range(6)]
    answers = await asyncio.gather(
        *(
            guest.request("POST", f"/api/invites/{table['invite']}/seat", {"name": f"Guest {n}"})
            for n, guest in enumerate(crowd)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]


@live
async def test_the_host_fills_all_open_seats_with_bots(large_server: Server) -> None:
    host, ann, bo = Guest(large_server), Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", "open", "open", "peasant", salt="eva")
    path = f"/api/tables/{table['id']}/bots"
    await ann.sit(table, "Ann", seat=2, salt="ann")
    assert await ann.refusal("POST", path, {"bot": "scribe"}) == (403, "table.host_only")
    assert await host.refusal("POST", path, {"bot": "oracle"}) == (409, "server.no_such_bot")
    full, _ = await asyncio.gather(
        host.post(path, bot="scribe"),
        bo.request("POST", f"/api/invites/{table['invite']}/seat", {"name": "Bo", "seat": 3}),
    )
    seats = [seat["name"] or seat["bot"] for seat in full["seats"]]
    assert seats[:3] == ["Host", "scribe", "Ann"]
    assert seats[3] in ("Bo", "scribe")  # whoever came first
    assert seats[4] == "peasant"


@live
async def test_the_host_places_bots_and_frees_seats(large_server: Server) -> None:
    host, ann = Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", "open")
    path = f"/api/tables/{table['id']}/seats"
    await ann.sit(table, "Ann")
    placed = await host.put(f"{path}/2", kind="bot", bot="scribe")
    assert placed["seats"][2]["bot"] == "scribe"
    freed = await host.put(f"{path}/1", kind="open")
    assert freed["seats"][1]["kind"] == "open"
    assert (await ann.get(f"/api/tables/{table['id']}"))["mine"] == []
    bot = {"kind": "bot", "bot": "scribe"}
    assert await ann.refusal("PUT", f"{path}/2", bot) == (403, "table.host_only")
    assert await host.refusal("PUT", f"{path}/3", bot) == (409, "table.no_such_seat")
    assert await host.refusal("PUT", f"{path}/1", {"kind": "bot", "bot": "exec:sh"}) == (
        409,
        "server.no_such_bot",
    )
    await ann.sit(table, "Ann again")
    stood = await ann.request("DELETE", f"{path}/1")
    assert stood.json()["seats"][1]["kind"] == "open"
    assert await ann.refusal("DELETE", f"{path}/0") == (403, "table.not_your_seat")
    await host.put(f"{path}/1", kind="bot", bot="peasant")
    assert (await host.start(table))["status"] == "running"
    assert await host.refusal("PUT", f"{path}/1", {"kind": "open"}) == (409, "table.has_begun")


@live
async def test_a_host_who_has_gone_keeps_nobody_waiting(large_server: Server) -> None:
    host, ann, bo = Guest(large_server), Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", "open")
    await bo.sit(table, "Bo", seat=2)
    await ann.sit(table, "Ann", seat=1)
    wire = await ann.connect(table, 1)
    assert wire.table["is_host"] is False
    path = f"/api/tables/{table['id']}"
    bot = {"kind": "bot", "bot": "peasant"}
    assert await ann.refusal("PUT", f"{path}/seats/0", bot) == (403, "table.host_only")
    await host.request("DELETE", f"{path}/seats/0")
    await wire.until(lambda: wire.table["is_host"])
    assert (await host.get(path))["is_host"] is False
    assert (await bo.get(path))["is_host"] is False
    assert await host.refusal("PUT", f"{path}/seats/0", bot) == (403, "table.host_only")
    assert await host.refusal("POST", f"{path}/close") == (403, "table.host_only")
    await ann.put(f"{path}/seats/0", **bot)
    assert await host.refusal("POST", f"{path}/start") == (403, "table.not_your_seat")
    assert (await bo.start(table))["status"] == "running"


@live
async def test_who_lost_a_seat_sees_nothing_of_it(large_server: Server) -> None:
    host, ann, bo = Guest(large_server), Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", map="ways-of-diplomacy", start=1)
    await ann.sit(table, "Ann")
    left_open = await ann.connect(table, 1)
    await host.put(f"/api/tables/{table['id']}/seats/1", kind="open")
    await bo.sit(table, "Bo")
    his = await bo.connect(table, 1)
    await host.start(table)
    await his.until(lambda: his.legal)
    assert (await his.play())["type"] == "done"
    await left_open.until(lambda: left_open.seq == his.seq)
    assert his.game is not None
    assert left_open.game is not None
    assert his.game["view"]["hand"]
    assert not left_open.game["view"]["hand"]
    assert left_open.legal == []
    assert (await left_open.ask("play", moment=his.moment, action="."))[
        "key"
    ] == "table.not_your_seat"


@live
async def test_another_device_goes_on_with_a_personal_link(large_server: Server) -> None:
    party = await meet(large_server, "me", "open", "scribe", start=0)
    token = (await party.host.get("/api/me"))["resume"]
    phone = Guest(large_server)
    assert await phone.refusal("POST", "/api/resume", {"token": token + "x"}) == (
        409,
        "server.bad_link",
    )
    answer = await phone.request("POST", "/api/resume", {"token": token})
    assert answer.status_code == 204
    assert answer.headers["set-cookie"].startswith("han_guest=")
    assert all(word in answer.headers["set-cookie"] for word in ("HttpOnly", "SameSite=lax"))
    assert [t["table"]["id"] for t in await phone.get("/api/me/tables")] == [party.table["id"]]
    wire = await phone.connect(party.table, 0, seen=-1)
    assert (await wire.play())["type"] == "done"
    await party.wires[0].until(lambda: party.wires[0].seq == wire.seq)
    assert party.wires[0].game == wire.game
    cookie = phone.cookies["han_guest"]
    assert await Guest(large_server).refusal("POST", "/api/resume", {"token": cookie}) == (
        409,
        "server.bad_link",
    )
