"""When a game is over: everything is open to everybody, and the same people play again."""

import asyncio
import json

from server.guests import Guest, live
from server.parties import duel, meet
from server.running import Server


@live
async def test_anybody_reads_a_finished_game_with_everything_open(large_server: Server) -> None:
    party = await duel(large_server)
    stranger = Guest(large_server)
    assert await stranger.refusal("GET", f"{party.path}/record") == (409, "table.not_over")
    assert (await stranger.get(party.path))["seed"] is None
    await party.play_out()
    table = await stranger.get(party.path)
    assert (table["status"], table["mine"]) == ("over", [])
    assert table["invite"] is None
    assert len(table["seed"]) == 64
    game = await stranger.get(f"{party.path}/game")
    assert all(hand is not None for hand in game["hands"])
    assert game["result"]["winners"]
    history = await stranger.get(f"{party.path}/history")
    assert history == await party.host.get(f"{party.path}/history", seat=0)
    assert [entry["seq"] for entry in history] == list(range(len(history)))
    (started,) = [entry for entry in history if entry["type"] == "started"]
    assert all(len(hand) == 3 for hand in started["hands"])
    assert not any("?" in str(entry) for entry in history)
    wire = await stranger.connect(party.table, seen=-1)
    assert (await wire.expect("history"))["entries"] == history


@live
async def test_a_record_is_a_file_to_keep(small_server: Server) -> None:
    party = await duel(small_server)
    await party.play_out()
    answer = await Guest(small_server).request("GET", f"{party.path}/record")
    assert answer.headers["content-type"] == "application/json"
    name = f"han-{party.table['id']}.json"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    meta = json.loads(answer.content)["meta"]
    assert meta["table"] == party.table["id"]
    assert meta["names"] == ["Host", "Guest 1"]


@live
async def test_the_same_people_play_again_when_all_have_accepted(large_server: Server) -> None:
    party = await meet(large_server, "open", "me", "open", variant=True, map="ways-of-diplomacy")
    assert await party.host.refusal("POST", f"{party.path}/rematch") == (409, "table.not_over")
    await party.play_out()
    assert await Guest(large_server).refusal("POST", f"{party.path}/rematch") == (
        403,
        "table.not_your_seat",
    )
    assert party.spectator.game is not None
    first = party.spectator.game["view"]["start"]
    again = await party.guests[2].post(f"{party.path}/rematch")
    assert [seat["name"] for seat in again["seats"]] == ["Guest 0", "Host", "Guest 2"]
    assert [seat["is_invited"] for seat in again["seats"]] == [True, True, False]
    assert again["options"] == party.table["options"] | {"start": (first + 1) % 3}
    assert again["rematch_of"] == party.table["id"]
    assert again["commitment"] != party.table["commitment"]
    assert (again["mine"], again["is_host"], again["status"]) == ([2], True, "open")
    for wire in party.everybody:  # the old table leads everybody to the new one
        await wire.until(lambda wire=wire: wire.table["next_game"])  # type: ignore[misc]
        assert wire.table["next_game"] == again["id"]
    for guest in party.guests.values():
        await guest.add_salt(again, "new")
    path = f"/api/tables/{again['id']}"
    assert await party.guests[2].refusal("POST", f"{path}/start") == (409, "table.not_accepted")
    assert await party.guests[2].refusal("POST", f"{path}/accept") == (409, "table.accepted")
    wire = await party.host.connect(again, 1)
    assert (await party.guests[0].post(f"{path}/accept"))["starting"] is None
    # who would like a rematch too accepts the one that there is
    assert (await party.host.post(f"{party.path}/rematch"))["id"] == again["id"]
    await wire.until(lambda: wire.game)
    assert wire.game is not None
    assert len(wire.game["view"]["hand"]) == 3
    assert wire.game["view"]["start"] == (first + 1) % 3


@live
async def test_whoever_played_bots_alone_need_not_begin_again(small_server: Server) -> None:
    party = await meet(small_server, "me", "scribe", map="ways-of-diplomacy")
    await party.play_out()
    again = await party.host.post(f"{party.path}/rematch")
    assert again["starting"] > again["created"]
    assert [seat["bot"] for seat in again["seats"]] == ["", "scribe"]
    wire = await party.host.connect(again, 0)
    await party.host.add_salt(again)
    await wire.until(lambda: wire.game)


@live
async def test_of_two_who_want_to_play_again_at_once_one_table_stays(large_server: Server) -> None:
    party = await meet(large_server, "me", "peasant", map="ways-of-diplomacy")
    await party.play_out()
    answers = await asyncio.gather(
        *(party.host.request("POST", f"{party.path}/rematch") for _ in range(3))
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    mine = await party.host.get("/api/me/tables")
    tables = [one["table"] for one in mine]
    running = [table["id"] for table in tables if table["status"] in ("open", "running")]
    assert running == [(await party.host.get(party.path))["next_game"]]


@live
async def test_nothing_is_played_after_the_end_but_people_talk(small_server: Server) -> None:
    party = await duel(small_server)
    await party.play_out()
    wire = party.wires[0]
    assert wire.legal == []
    for command in (
        {"kind": "play", "moment": wire.moment, "action": "."},
        {"kind": "undo", "moment": wire.moment},
        {"kind": "take_back", "moment": wire.moment},
        {"kind": "leave"},
    ):
        refused = await wire.ask(**command)
        assert (refused["type"], refused["key"]) == ("refused", "table.is_over")
    assert (await wire.ask("say", phrase="good_game"))["type"] == "done"
