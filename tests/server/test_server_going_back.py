"""Going back: a decision is undone, a turn is taken back."""

from server.guests import Wire, live
from server.parties import duel, meet
from server.running import Server


async def place_one(wire: Wire) -> str:
    """Place the first piece that can be; it ends no turn."""
    action = next(action for action in wire.legal if action[0] in "HE")
    assert (await wire.play(action))["type"] == "done"
    return action


@live
async def test_a_placement_is_undone_until_a_card_comes_out(server: Server) -> None:
    party = await duel(server)
    wire, other = party.wires[0], party.wires[1]
    assert wire.game is not None
    before = wire.game
    assert before["can_undo"] is False
    assert (await wire.ask("undo", moment=wire.moment))["key"] == "table.nothing_to_undo"
    await place_one(wire)
    await party.settle()
    assert [w.game and w.game["can_undo"] for w in party.everybody] == [True, False, False]
    refused = await other.ask("undo", moment=other.moment)
    assert refused["key"] == "table.undo_not_your_turn"
    assert (await wire.ask("undo", moment=wire.moment - 1))["key"] == "table.too_late"
    assert (await wire.ask("undo", moment=wire.moment))["type"] == "done"
    assert wire.game == before | {"moment": wire.seq}
    assert (await other.expect("update", seq=wire.seq))["entries"][0]["type"] == "undone"
    await place_one(wire)
    await wire.play(".")
    await wire.play("*")  # a card that the player has seen
    await party.settle()
    while wire.game["to_move"] == 0:
        assert (await wire.ask("undo", moment=wire.moment))["key"] == "table.nothing_to_undo"
        await wire.play("*")
    assert wire.game["can_undo"] is False


@live
async def test_a_turn_is_taken_back_when_everybody_agrees(server: Server) -> None:
    party = await meet(server, "me", "open", "open", start=0)
    asker, ben, cleo = party.wires.values()
    first = asker.game
    assert first is not None
    assert (await asker.ask("take_back", moment=asker.moment))[
        "key"
    ] == "table.nothing_to_take_back"
    while party.mover is asker:
        await party.play(1)
    await party.play(1)
    assert (await ben.ask("answer", agreed=True))["key"] == "table.no_take_back"
    assert (await asker.ask("take_back", moment=asker.moment))["type"] == "done"
    await party.settle()
    for wire in party.everybody:
        assert wire.game is not None
        assert wire.game["take_back"] == {"seat": 0, "agreed": [0]}
    again = await ben.ask("take_back", moment=ben.moment)
    assert again["key"] == "table.take_back_pending"
    await ben.ask("answer", agreed=True)
    await party.settle()
    assert cleo.game is not None
    assert cleo.game["take_back"] == {"seat": 0, "agreed": [0, 1]}
    await cleo.ask("answer", agreed=True)
    await party.settle()
    assert asker.game == first | {"moment": asker.seq}
    for wire in party.everybody:
        assert wire.game is not None
        assert wire.game["to_move"] == 0


@live
async def test_a_take_back_is_refused_by_one_and_never_asked_in_earnest_games(
    server: Server,
) -> None:
    party = await duel(server)
    while party.mover is party.wires[0]:
        await party.play(1)
    position = party.onlooker.game
    await party.wires[0].ask("take_back", moment=party.wires[0].moment)
    await party.settle()
    await party.wires[1].ask("answer", agreed=False)
    await party.settle()
    assert party.onlooker.game == position
    earnest = await duel(server, casual=False)
    await earnest.play(1)
    asked = await earnest.wires[0].ask("take_back", moment=earnest.wires[0].moment)
    assert asked["key"] == "table.not_casual"
