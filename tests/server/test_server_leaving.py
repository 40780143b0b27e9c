"""People leave, their time runs out, and they come back."""

import asyncio

from server.guests import live
from server.parties import Party, duel
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
    await party.spectator.until(lambda: party.spectator.is_over)
    result = (await party.host.get(f"{party.path}/game"))["result"]
    assert result["winners"]


@live
async def test_a_clock_that_runs_out_hands_one_turn_to_the_stand_in(
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
    await ben.until(lambda: ben.legal)
    (stood,) = [e for e in ben.entries if e["type"] == "stood_in"]
    assert (stood["seat"], stood["reason"]) == (0, "clock")
    assert stood["at"] >= face["deadline"]
    assert {e["by"] for e in ben.entries if e["type"] == "played"} == {"stand_in"}
    assert ben.table["seats"][0]["away"] is None, "the next turn is Ann's again"
    assert ben.game is not None
    assert ben.game["clock"]["deadline"] == ben.game["clock"]["turn_began"] + 5000
    await _wait_for_one_of_them(party)


async def _wait_for_one_of_them(party: Party) -> None:
    """Ben misses his deadline too: nothing happens by itself until one of them is back."""
    ann, ben = party.wires[0], party.wires[1]
    await ben.until(lambda: ben.game and ben.game["is_waiting"])
    assert ben.game is not None
    assert (ben.game["to_move"], ben.game["clock"]["deadline"]) == (1, None)
    assert (await ben.play("."))["key"] == "table.waiting"
    before = ben.seq
    assert (await ann.ask("back"))["type"] == "done"
    await ann.until(lambda: ann.legal)
    assert ann.game is not None
    assert not ann.game["is_waiting"]
    kinds = [e["type"] for e in ann.entries if e["seq"] > before]
    assert kinds[0] == "came_back"
    assert set(kinds[1:]) == {"played"}
    for wire in (ann, ben):  # no clock shall run any more
        await wire.ask("leave")
    await ben.until(lambda: ben.is_over)
