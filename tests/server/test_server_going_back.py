"""Going back: a decision is undone, a turn is taken back, and one looks at what has been."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from han.table.telling import USUAL_LOG
from server.guests import Guest, Wire, live
from server.parties import duel, meet
from server.running import GENEROUS, Server, running


async def place_one(wire: Wire) -> str:
    """Place the first piece that can be; it ends no turn."""
    action = next(action for action in wire.legal if action[0] in "HE")
    assert (await wire.play(action))["type"] == "done"
    return action


def told_actions(wire: Wire) -> list[str]:
    """What was decided and drawn, as far as a client was told."""
    return [action for entry in wire.entries for action in entry.get("actions", [])]


@live
async def test_a_placement_is_undone_until_a_card_comes_out(large_server: Server) -> None:
    party = await duel(large_server)
    wire, other = party.wires[0], party.wires[1]
    assert wire.game is not None
    before, seen = wire.game, other.game
    assert before["can_undo"] is False
    assert (await wire.ask("undo", moment=wire.moment))["key"] == "table.nothing_to_undo"
    await place_one(wire)
    await party.settle()
    assert [w.game and w.game["can_undo"] for w in party.everybody] == [True, False, False]
    refused = await other.ask("undo", moment=other.moment)
    assert refused["key"] == "table.undo_not_your_turn"
    assert (await wire.ask("undo", moment=wire.moment - 1))["key"] == "table.too_late"
    assert (await wire.ask("undo", moment=wire.moment))["type"] == "done"
    assert wire.game is not None
    changed = {"moment": wire.seq, "awaited": wire.game["awaited"]}
    assert wire.game == before | changed
    await party.settle()
    assert [one["type"] for one in wire.entries[-2:]] == ["played", "undone"]
    assert other.entries[-1]["type"] == "started", "nobody else hears of a try"
    assert seen is not None
    assert other.game is not None
    assert other.game == seen | {"awaited": other.game["awaited"]}
    placed = await place_one(wire)
    await wire.play(".")
    await wire.play("*")  # a card that the player has seen
    await party.settle()
    for watching in (other, party.spectator):
        assert told_actions(watching)[:3] == [placed, ".", "*"]
        assert watching.moment == wire.moment
    later = await Guest(large_server).connect(party.table, None, seen=-1)
    history = (await later.expect("history"))["entries"]
    assert [one for one in history if one["type"] in ("played", "undone")] == [
        one for one in other.entries if one["type"] == "played"
    ]
    while wire.game["to_move"] == 0:
        assert (await wire.ask("undo", moment=wire.moment))["key"] == "table.nothing_to_undo"
        await wire.play("*")
    assert wire.game["can_undo"] is False


@live
async def test_a_turn_is_taken_back_when_everybody_agrees(large_server: Server) -> None:
    party = await meet(large_server, "me", "open", "open", start=0)
    anna, ben, cleo = party.wires.values()
    first = anna.game
    assert first is not None
    assert (await anna.ask("take_back", moment=anna.moment))["key"] == "table.nothing_to_take_back"
    while party.mover is anna:
        await party.play(1)
    await party.play(1)
    redrawn = sum(action[0] in "*=" and action != "*" for action in told_actions(cleo))
    assert (await ben.ask("answer", agreed=True))["key"] == "table.no_take_back"
    assert (await anna.ask("take_back", moment=anna.moment))["type"] == "done"
    await party.settle()
    for wire in party.everybody:
        assert wire.game is not None
        assert wire.game["take_back"] == {"seat": 0, "agreed": [0], "redrawn": redrawn}
    again = await ben.ask("take_back", moment=ben.moment)
    assert again["key"] == "table.take_back_pending"
    await ben.ask("answer", agreed=True)
    await party.settle()
    assert cleo.game is not None
    assert cleo.game["take_back"] == {"seat": 0, "agreed": [0, 1], "redrawn": redrawn}
    await cleo.ask("answer", agreed=True)
    await party.settle()
    assert anna.game is not None
    changed = {"moment": anna.seq, "awaited": anna.game["awaited"]}
    assert anna.game == first | changed
    for wire in party.everybody:
        assert wire.game is not None
        assert wire.game["to_move"] == 0


@live
async def test_a_take_back_is_refused_by_one_and_never_asked_in_earnest_games(
    large_server: Server,
) -> None:
    party = await duel(large_server)
    while party.mover is party.wires[0]:
        await party.play(1)
    position = party.spectator.game
    await party.wires[0].ask("take_back", moment=party.wires[0].moment)
    await party.settle()
    await party.wires[1].ask("answer", agreed=False)
    await party.settle()
    assert party.spectator.game == position
    again = await party.wires[0].ask("take_back", moment=party.wires[0].moment)
    assert again["key"] == "table.take_back_declined"
    assert party.wires[0].game is not None
    assert party.wires[0].game["no_take_back"] == "declined"
    earnest = await duel(large_server, casual=False)
    await earnest.play(1)
    asked = await earnest.wires[0].ask("take_back", moment=earnest.wires[0].moment)
    assert asked["key"] == "table.not_casual"


BURST = 10


@pytest.fixture
def forgetful_server(tmp_path: Path) -> Iterator[Server]:
    """A server that goes through the past of usual games ten times for each client."""
    limits = {**GENEROUS, "histories_per_s": 0.0001, "history_burst": BURST}
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1", limits=limits)
    with running(server):
        yield server


@live
async def test_a_long_past_counts_for_several(forgetful_server: Server) -> None:
    party = await duel(forgetful_server)
    wire = party.wires[0]
    while wire.seq < 3 * USUAL_LOG - 1:
        await wire.ask("say", phrase="hello")
    path = f"{party.path}/history"
    assert len(await party.host.get(path)) == 3 * USUAL_LOG  # 3 of 10
    for seq in (3 * USUAL_LOG - 1, 2**31, 0, 1, USUAL_LOG - 1):  # 0.6 twice, then 0.2
        await party.host.get(f"{party.path}/moments/{seq}")
    await party.host.get(path)
    await wire.say({"type": "resync", "seen": -1})  # 2.2 are left
    assert (await wire.expect("refused"))["key"] == "server.too_fast"
    assert await party.host.refusal("GET", path) == (429, "server.too_many_requests")
    await party.host.get(f"{party.path}/moments/1")


@live
async def test_whose_clock_ran_out_is_asked_before_a_turn_is_taken_back(
    small_server: Server,
) -> None:
    clock = {"kind": "turn", "seconds": 5, "increment": 0}
    party = await duel(small_server, clock=clock, stand_in="peasant")
    ann, ben = party.wires[0], party.wires[1]
    first = ann.game
    assert first is not None
    while party.mover is ann:
        await party.play(1)
    await ann.until(lambda: ann.legal)  # the stand-in has finished Ben's turn
    assert ann.entries[-1]["by"] == "stand_in"
    assert (await ann.ask("take_back", moment=ann.moment))["type"] == "done"
    assert ann.game is not None
    assert {**ann.game["take_back"], "redrawn": 0} == {"seat": 0, "agreed": [0], "redrawn": 0}
    assert (await ben.ask("answer", agreed=True))["type"] == "done"
    await party.settle()
    assert ann.game["take_back"] is None
    assert ann.game["view"] == first["view"]
