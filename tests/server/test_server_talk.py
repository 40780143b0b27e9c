"""What people say to one another, and what strangers put into names."""

import json
from time import monotonic

import pytest

from server.guests import Guest, Json, Wire, live
from server.parties import duel, meet
from server.running import Server

HOSTILE = "<script>alert('漢')</script>"


def heard(wire: Wire) -> list[Json]:
    """All that was said, as one client heard it."""
    return [e for e in wire.entries if e["type"] == "said"]


@live
async def test_texts_and_phrases_reach_everybody(small_server: Server) -> None:
    party = await duel(small_server)
    await party.wires[0].ask("say", text="  Well,\n  hello! ")
    await party.wires[1].ask("say", phrase="good_game")
    await party.settle()
    for wire in party.everybody:
        assert [(s["seat"], s["text"], s["phrase"]) for s in heard(wire)] == [
            (0, "Well, hello!", None),
            (1, None, "good_game"),
        ]
    assert "good_game" in await party.host.get("/api/phrases")
    later = await Guest(small_server).connect(party.table, seen=-1)
    entries = (await later.expect("history"))["entries"]
    assert [entry for entry in entries if entry["type"] == "said"] == heard(party.spectator)


@live
async def test_people_talk_before_the_game_begins(small_server: Server) -> None:
    host = Guest(small_server)
    table = await host.create("me", "open", "open")
    wire = await host.connect(table, 0)
    assert (await wire.ask("say", phrase="hello"))["type"] == "done"
    assert wire.game is None


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"text": "x" * 301}, "table.text_too_long"),
        ({"text": ""}, "table.nothing_said"),
        ({"text": " \t\u200b\n"}, "table.nothing_said"),
        ({"phrase": "insult"}, "table.no_such_phrase"),
    ],
)
@live
async def test_what_cannot_be_said(small_server: Server, said: Json, key: str) -> None:
    party = await duel(small_server)
    assert (await party.wires[0].ask("say", **said))["key"] == key
    assert (await party.wires[0].ask("say", text="x" * 300))["type"] == "done"


@live
async def test_spectators_are_silent(small_server: Server) -> None:
    party = await duel(small_server)
    refused = await party.spectator.ask("say", text="play the house!")
    assert refused["key"] == "table.not_your_seat"
    assert heard(party.wires[0]) == []


@live
async def test_whoever_is_muted_is_not_heard_by_that_one_guest(small_server: Server) -> None:
    party = await meet(small_server, "me", "open", "open")
    ann, ben, cleo = party.wires.values()
    phone = await party.host.connect(party.table)  # the same person
    assert (await ann.ask("mute", seat=1, muted=True))["type"] == "done"
    assert ann.table["muted"] == [1]
    await ben.ask("say", text="blah")
    await ann.ask("say", text="peace")
    await party.settle()
    await phone.until(lambda: phone.seq == ann.seq)
    assert [s["text"] for s in heard(ann)] == ["peace"]
    assert [s["text"] for s in heard(phone)] == ["peace"]
    for wire in (ben, cleo, party.spectator):
        assert [s["text"] for s in heard(wire)] == ["blah", "peace"]
        assert wire.table["muted"] == []
        assert "muted" not in {e["type"] for e in wire.entries}
    await ann.ask("mute", seat=1, muted=False)
    history = await party.host.get(f"{party.path}/history")
    assert [e["text"] for e in history if e["type"] == "said"] == ["blah", "peace"]
    assert (await ann.ask("mute", seat=4, muted=True))["key"] == "table.no_such_seat"


@live
async def test_who_talks_too_much_must_wait(plain_server: Server) -> None:
    party = await duel(plain_server)
    wire = party.wires[0]
    began = monotonic()
    for number in range(20):
        await wire.say({"type": "say", "id": str(number), "text": "blah"})
    await wire.until(lambda: any(message.get("id") == "19" for message in wire.heard))
    replies = [message for message in wire.heard if "id" in message]
    refused = [reply for reply in replies if reply["type"] == "refused"]
    assert {reply["key"] for reply in refused} == {"server.talks_too_much"}
    assert 5 <= len(replies) - len(refused) <= 6 + (monotonic() - began) / 2
    assert (await wire.play())["type"] == "done"  # moves are no talk
    assert (await party.wires[1].ask("say", text="I may"))["type"] == "done"


@live
async def test_markup_comes_back_as_the_plain_text_that_it_is(small_server: Server) -> None:
    host = Guest(small_server)
    name = '<b>Ann</b> & "Bo" \''
    table = await host.create("me", "scribe", "scribe", name=name, public=True)
    assert table["seats"][0]["name"] == name
    wire = await host.connect(table, 0)
    await wire.ask("say", text=HOSTILE)
    assert heard(wire)[0]["text"] == HOSTILE
    for path in ("/api/lobby", "/api/me/tables", f"/api/tables/{table['id']}/history"):
        answer = await host.request("GET", path)
        assert answer.headers["content-type"].split(";")[0] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        texts = json.dumps(json.loads(answer.content), ensure_ascii=False)
        assert json.dumps(name, ensure_ascii=False) in texts or HOSTILE in texts
    refused = await host.request("GET", f"/api/tables/{HOSTILE.replace('/', '')}")
    assert refused.headers["content-type"] == "application/json"
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert "script" not in refused.text
