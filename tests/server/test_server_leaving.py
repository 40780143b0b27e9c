"""People leave, their time runs out, and they come back."""

import asyncio

from server.guests import live
from server.parties import duel
from server.running import Server


@live
async def test_a_bot_stands_in_for_whoever_leaves_until_they_are_back(large_server: Server) -> None:
    party = await duel(large_server, stand_in="scribe")
    ann, ben = party.wires[0], party.wires[1]
    assert (await ann.ask("back"))["key"] == "table.not_away"
    assert (await ann.ask("leave"))["type"] == "done"
    assert ann.table["seats"][0]["away"] == "left"
    assert (await ann.play("."))["key"] == "table.away"
    await ben.until(lambda: ben.legal)
    by = [e["by"] for e in ben.entries if e["type"] == "played"]
    assert by
    assert set(by) == {"stand_in"}
    assert (await ann.ask("back"))["type"] == "done"
    assert ann.table["seats"][0]["away"] is None
    while ben.legal:
        await ben.play()
    await ann.until(lambda: ann.legal)
    assert (await ann.play())["type"] == "done"


@live
async def test_when_all_have_left_bots_end_the_game(server: Server) -> None:
    party = await duel(server, stand_in="peasant")
    for wire in party.wires.values():
        await wire.ask("leave")
    await party.onlooker.until(lambda: party.onlooker.is_over)
    result = (await party.host.get(f"{party.path}/game"))["result"]
    assert result["winners"]


@live
async def test_a_clock_that_runs_out_hands_over_to_the_stand_in(
    small_server: Server, large_server: Server
) -> None:
    await asyncio.gather(_run_out(small_server), _run_out(large_server))


async def _run_out(server: Server) -> None:
    clock = {"kind": "turn", "seconds": 5, "increment": 0}
    party = await duel(server, clock=clock, stand_in="scribe")
    ann, ben = party.wires[0], party.wires[1]
    assert ann.game is not None
    face = ann.game["clock"]
    assert face["left"] == [5000, 5000]
    await ben.until(lambda: ben.table["seats"][0]["away"])
    assert ben.table["seats"][0]["away"] == "clock"
    (stood,) = [e for e in ben.entries if e["type"] == "stood_in"]
    assert (stood["seat"], stood["reason"]) == (0, "clock")
    assert stood["at"] >= face["deadline"]
    assert (await ann.play("."))["key"] == "table.away"
    await ben.until(lambda: ben.legal)
    assert ben.game is not None
    assert ben.game["clock"]["deadline"] == ben.game["clock"]["turn_began"] + 5000
    await ben.ask("leave")  # no clock shall run any more
    await ben.until(lambda: ben.is_over)
