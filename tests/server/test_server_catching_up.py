"""Whoever comes late or comes back hears all that has happened."""

import asyncio

import pytest

from han.messages import message
from server.guests import Guest, Json, live
from server.parties import Party, duel
from server.running import Server
from server.wires import Wire


@pytest.mark.parametrize("seat", [None, 0, 1])
@live
async def test_the_history_from_anywhere_is_the_tail_of_the_whole(
    server: Server, seat: int | None
) -> None:
    party = await duel(server)
    await party.play(12)
    await party.play_until_told()
    guest = Guest(server) if seat is None else party.guests[seat]
    wire = await guest.connect(party.table, seat, seen=-1)
    whole = (await wire.expect("history"))["entries"]
    assert [entry["seq"] for entry in whole] == list(range(wire.seq + 1))
    live_ones = party.spectator.entries
    if seat is None:
        assert whole[-len(live_ones) :] == live_ones
    for seen in (-1, 0, 5, wire.seq - 1, wire.seq, wire.seq + 7):
        await wire.say({"type": "resync", "seen": seen})
        assert (await wire.expect("welcome"))["seq"] == wire.seq
        tail = (await wire.expect("history"))["entries"]
        assert [entry for entry in tail if entry["seq"] > seen] == whole[seen + 1 :]
        earlier = [entry for entry in tail if entry["seq"] <= seen]
        assert all(entry in whole and entry["seat"] != seat for entry in earlier)
    params = {} if seat is None else {"seat": seat}
    tail = await guest.get(f"{party.path}/history", seen=5, **params)
    assert [entry for entry in tail if entry["seq"] > 5] == whole[6:]


@live
async def test_whoever_reconnects_misses_nothing(server: Server) -> None:
    party = await duel(server)
    told: dict[int, Json] = {}
    for _ in range(5):
        seen = max(told, default=-1)
        wire = party.wires[1] = await party.guests[1].connect(party.table, 1, seen=seen)
        await wire.expect("history")
        await party.play(4)
        await party.play_until_told()
        told |= {entry["seq"]: entry for entry in wire.entries}
        assert sorted(told) == list(range(wire.seq + 1))
        await wire.hang_up()
        await _play_past(party)
    whole = await party.guests[1].get(f"{party.path}/history", seat=1)
    assert [told[seq] for seq in sorted(told)] == whole[: len(told)]


async def _play_past(party: Party) -> None:
    """Something happens while one player is away."""
    wire = party.wires[0]
    if wire.legal:
        await wire.play()
    await wire.ask("say", text="where are you?")
    await party.spectator.until(lambda: party.spectator.seq == wire.seq)


@live
async def test_whoever_connects_while_much_happens_misses_nothing(server: Server) -> None:
    party = await duel(server, stand_in="peasant")
    await party.wires[1].ask("leave")
    player = party.wires[0]
    wires = []
    for _ in range(6):
        await player.until(lambda: player.legal)
        wire, _ = await asyncio.gather(_follow(party), player.play())
        wires.append(wire)
    await player.ask("leave")  # and now without a pause, to the end
    wires += await asyncio.gather(*(_follow(party) for _ in range(4)))
    await party.spectator.until(lambda: party.spectator.is_over)
    whole = await party.host.get(f"{party.path}/history")
    for wire in wires:
        await wire.expect("history")
        await wire.until(lambda wire=wire: wire.is_over)  # type: ignore[misc]
        told = {entry["seq"] for entry in wire.entries}
        assert sorted(told) == [entry["seq"] for entry in whole]


async def _follow(party: Party) -> Wire:
    """Somebody new who wants to hear everything."""
    return await Guest(party.host.server).connect(party.table, seen=-1)


@live
async def test_there_is_nothing_to_hear_at_a_table_that_is_none(small_server: Server) -> None:
    wire = await Guest(small_server).open("no-such-table", lang="de")
    assert await wire.until_closed() == 4404
    (refused,) = wire.heard
    assert (refused["type"], refused["key"]) == ("refused", "server.no_such_table")
    assert refused["text"] == message("server.no_such_table", "de")
