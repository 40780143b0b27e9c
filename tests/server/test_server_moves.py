"""Live play: moves, moments, repeated commands, several on one device."""

import asyncio

from server.guests import live
from server.parties import duel, meet
from server.running import Server


@live
async def test_a_repeated_command_is_accepted_once(small_server: Server) -> None:
    party = await duel(small_server)
    wire = party.wires[0]
    command = {"moment": wire.moment, "action": wire.legal[0], "id": "my first move"}
    first = await wire.ask("play", **command)
    assert first["seq"] == wire.seq
    assert await wire.ask("play", **command) == first
    await wire.hang_up()
    again = await party.host.connect(party.table, 0)
    assert await again.ask("play", **command) == first
    assert again.seq == first["seq"]
    # somebody else's command may have the same name
    await party.wires[1].until(lambda: party.wires[1].seq == again.seq)
    other = await party.wires[1].ask("say", text="hello", id="my first move")
    assert other["seq"] == first["seq"] + 1


@live
async def test_a_command_sent_again_after_the_line_was_cut_is_accepted_once(
    small_server: Server,
) -> None:
    party = await duel(small_server)
    wire = party.wires[0]
    command = {"type": "play", "id": "x", "moment": wire.moment, "action": wire.legal[0]}
    await wire.say(command)
    await wire.hang_up()  # before the answer came
    again = await party.host.connect(party.table, 0, seen=-1)
    await again.say(command)
    done = await again.expect("done", id="x")
    history = await party.host.get(f"{party.path}/history", seat=0)
    assert [e["seq"] for e in history if e["type"] == "played"] == [done["seq"]]


@live
async def test_of_two_devices_that_decide_at_once_one_is_late(small_server: Server) -> None:
    party = await duel(small_server)
    phone = await party.host.connect(party.table, 0)
    seen = phone.seq
    replies = await asyncio.gather(party.wires[0].play(), phone.play(phone.legal[-1]))
    assert sorted(reply.get("key", "") for reply in replies) == ["", "table.too_late"]
    late = phone if replies[1]["type"] == "refused" else party.wires[0]
    index = late.heard.index(next(m for m in late.heard if m["type"] == "refused"))
    await late.until(lambda: len(late.heard) > index + 1)
    welcome = late.heard[index + 1]  # a fresh one follows at once
    assert (welcome["type"], welcome["seq"]) == ("welcome", seen + 1)
    assert welcome["game"]["moment"] == seen + 1


@live
async def test_a_decision_for_a_moment_that_has_passed_changes_nothing(
    small_server: Server,
) -> None:
    party = await duel(small_server)
    wire = party.wires[0]
    for moment in (wire.moment - 1, wire.moment + 1, 0, -1):
        seen = wire.seq
        refused = await wire.play(moment=moment)
        assert (refused["type"], refused["key"]) == ("refused", "table.too_late")
        assert (await wire.expect("welcome"))["seq"] == seen


@live
async def test_talk_does_not_make_a_decision_stale(small_server: Server) -> None:
    party = await duel(small_server)
    await party.wires[1].ask("say", text="take your time")
    await party.wires[0].until(lambda: party.wires[0].seq == party.wires[1].seq)
    assert party.wires[0].moment < party.wires[0].seq
    assert (await party.wires[0].play())["type"] == "done"


@live
async def test_nobody_decides_for_others(small_server: Server) -> None:
    party = await duel(small_server)
    mover, other = party.wires[0], party.wires[1]
    # whatever the command, the answer is the same: it tells nothing about the mover's cards
    tried = [*mover.legal, "H wei-1 R", "X V", "+R", "*", "."]
    refused = [await other.play(action, moment=mover.moment) for action in tried]
    assert {(r["key"], r["rule"], r["text"]) for r in refused} == {
        ("rules.wrong_seat", "S4", refused[0]["text"])
    }
    for number, action in enumerate(tried):
        await other.say({"type": "why", "id": str(number), "action": action})
        why = await other.expect("why", id=str(number))
        assert (why["rule"], why["text"]) == ("S4", refused[0]["text"])
    looked_on = await party.spectator.ask("play", moment=mover.moment, action=mover.legal[0])
    assert looked_on["key"] == "table.not_your_seat"
    assert mover.seq == other.seq == party.spectator.seq


@live
async def test_refusals_come_in_the_readers_language_with_their_rule(small_server: Server) -> None:
    party = await duel(small_server)
    texts = set()
    for lang in ("en", "de", "fr", "it"):
        wire = await party.host.connect(party.table, 0, lang=lang)
        refused = await wire.play("+R")
        assert (refused["type"], bool(refused["rule"])) == ("refused", True)
        texts.add(refused["text"])
    assert len(texts) == 4
    looked = await wire.look(0, lang="en")
    assert looked["seat"] == 0
    assert (await wire.play("+R"))["text"] in texts


@live
async def test_why_explains_what_is_not_legal(small_server: Server) -> None:
    party = await duel(small_server)
    wire = party.wires[0]
    for action in ("+R", "H nowhere R", "not an action", wire.legal[0]):
        await wire.say({"type": "why", "id": action, "action": action})
        why = await wire.expect("why", id=action)
        assert (why["text"] is None) is (action in wire.legal)
    assert wire.seq == wire.moment


@live
async def test_people_on_one_device_look_one_after_the_other(small_server: Server) -> None:
    party = await meet(small_server, "me", "here", map="ways-of-diplomacy", start=0)
    wire = party.wires[0]
    assert wire.game is not None
    hand = wire.game["view"]["hand"]
    other = await wire.look(1)
    assert (other["seat"], other["game"]["view"]["seat"], other["game"]["legal"]) == (1, 1, [])
    hidden = await wire.look(None)
    assert (hidden["seat"], hidden["game"]["view"]["hand"]) == (None, "")
    assert (await wire.look(0))["game"]["view"]["hand"] == hand
    await wire.say({"type": "look", "seat": 4})
    assert (await wire.expect("refused"))["key"] == "table.not_your_seat"
    await party.spectator.say({"type": "look", "seat": 0})
    assert (await party.spectator.expect("refused"))["key"] == "table.not_your_seat"
    assert (await wire.play())["type"] == "done"
