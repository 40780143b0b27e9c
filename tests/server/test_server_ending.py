"""Servers that end, kindly or not, and what is there when they are back."""

import asyncio
import re
import signal

from server.guests import Guest, live
from server.parties import Party, duel, meet
from server.running import Server


async def come_back(party: Party) -> None:
    """Everybody connects again, and says how much they have heard."""
    for seat, guest in party.guests.items():
        seen = party.wires[seat].seq
        wire = party.wires[seat] = await guest.connect(party.table, seat, seen=seen)
        assert (await wire.expect("history"))["entries"] == []
        assert wire.seq == seen
    party.onlooker = await Guest(party.host.server).connect(party.table)


@live
async def test_a_server_says_goodbye_and_the_game_goes_on_after_it(mortal_server: Server) -> None:
    party = await duel(mortal_server)
    await party.play(10)
    games = [wire.game for wire in party.everybody]
    assert await asyncio.to_thread(mortal_server.end, signal.SIGTERM) == 0
    for wire in party.everybody:
        assert await wire.until_closed() == 1012
        assert wire.heard[-1] == {"type": "bye", "retry_ms": 500}
    mortal_server.start()
    await come_back(party)
    assert [wire.game for wire in party.everybody] == games
    await party.play_out()
    told = re.findall('"event": "(ready|ended)"', mortal_server.log.read_text("utf-8"))
    assert told == ["ready", "ended", "ready"]


@live
async def test_a_server_that_is_killed_has_kept_what_it_acknowledged(
    mortal_server: Server,
) -> None:
    party = await duel(mortal_server)
    forsaken = await meet(mortal_server, "me", "peasant", map="ways-of-diplomacy", start=0)
    await party.play(25)
    wish = {"moment": party.mover.moment, "action": party.mover.legal[0], "id": "the last"}
    mover = party.mover.table["mine"][0]
    done = await party.mover.ask("play", **wish)
    await party.settle()
    games = [wire.game for wire in party.everybody]
    left = (await forsaken.wires[0].ask("leave"))["seq"]
    mortal_server.end(signal.SIGKILL)
    mortal_server.start()
    await come_back(party)
    assert [wire.game for wire in party.everybody] == games
    assert await party.wires[mover].ask("play", **wish) == done
    await party.settle()
    await party.play_out()
    await bots_have_gone_on(forsaken, left)


@live
async def test_the_time_without_a_server_is_given_back(mortal_server: Server) -> None:
    party = await duel(mortal_server, clock={"kind": "turn", "seconds": 3600, "increment": 0})
    await party.play(1)
    assert party.onlooker.game is not None
    before, seen = party.onlooker.game["clock"]["deadline"], party.onlooker.seq
    mortal_server.end(signal.SIGKILL)
    mortal_server.start()
    wire = await party.guests[0].connect(party.table, 0, seen=seen)
    (lost,) = (await wire.expect("history"))["entries"]
    assert lost["type"] == "downtime"
    assert wire.game is not None
    assert wire.game["clock"]["deadline"] == before + lost["ms"]
    assert (await wire.play())["type"] == "done"


async def bots_have_gone_on(party: Party, since: int) -> None:
    """Nobody has asked them to: the server knows by itself what waits for it."""
    stranger = Guest(party.host.server)
    wire = await stranger.connect(party.table)
    await wire.until(lambda: wire.is_over)
    entries = await stranger.get(f"{party.path}/history")
    assert entries[since]["type"] == "stood_in"
    assert {entry["by"] for entry in entries[since + 1 :]} == {"bot", "stand_in"}
