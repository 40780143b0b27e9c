"""Servers that would like to choose the cards, and people who add their salts."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from han.table.opening import SALT_TIMEOUT_MS
from server.guests import Guest, Json, Wire, live
from server.parties import meet
from server.running import Server, running

GRINDING = """
from han.cli.main import run
from han.records.fair import FairCards
from han.server import table_factory
from han.table.options import game_of

new_seed, set_up = table_factory.new_seed, table_factory.TableFactory.set_up

def seed_for(options, seats):
    (person,) = (i for i, seat in enumerate(seats) if seat.kind == "person")
    while True:
        seed = new_seed()
        first = FairCards(seed, [seat.salt for seat in seats]).deal(game_of(options))
        if first.hands[person] == "RRR":
            return seed

async def set_up_unfairly(self, options, seats, *rest, **more):
    table_factory.new_seed = lambda: seed_for(options, seats)
    return await set_up(self, options, seats, *rest, **more)

table_factory.TableFactory.set_up = set_up_unfairly
run()
"""
"""A server that tries seeds, with all that it knows by then, until the person gets `RRR`."""


@pytest.fixture
def grinding_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, str(tmp_path / "grinding.sqlite"), name="grinding")
    server.command = (sys.executable, "-c", GRINDING)
    with running(server):
        yield server


async def first_hand(guest: Guest, table: Json) -> str:
    """The hand that the person of a table gets."""
    wire = await guest.connect(table, table["mine"][0])
    await wire.until(lambda: wire.game)
    history = await guest.get(f"/api/tables/{table['id']}/history", seat=table["mine"][0])
    (started,) = [entry for entry in history if entry["type"] == "started"]
    hand: str = started["hands"][table["mine"][0]]
    return hand


@live
async def test_no_seed_can_be_chosen_for_the_only_person(grinding_server: Server) -> None:
    guest = Guest(grinding_server)
    hands = []
    for number in range(5):
        table = await guest.post("/api/play-now", name="Ann", bot="peasant")
        await guest.add_salt(table, f"salt {number}")
        hands.append(await first_hand(guest, table))
    assert set(hands) != {"RRR"}  # by chance that happens once in 10 ** 10


@live
async def test_without_a_salt_the_server_chooses(grinding_server: Server) -> None:
    """What is not proven for a seat without a salt: this server deals what it likes."""
    guest = Guest(grinding_server)
    table = await guest.post("/api/play-now", name="Ann", bot="peasant")
    await guest.add_salt(table, "")
    assert await first_hand(guest, table) == "RRR"


@pytest.mark.parametrize("path", ["/api/tables", "/api/play-now"])
@live
async def test_no_salt_comes_with_the_command_that_makes_the_seed(
    small_server: Server, path: str
) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "peasant"}]
    table: Json = {"map": "ways-of-diplomacy", "seats": seats} if path == "/api/tables" else {}
    body = {"name": "Ann", "salt": "too early"} | table
    assert await Guest(small_server).refusal("POST", path, body) == (422, "server.bad_request")


@live
async def test_cards_are_dealt_only_when_everybodys_salt_is_in(large_server: Server) -> None:
    host, guest = Guest(large_server), Guest(large_server)
    table = await host.create("me", "open", map="ways-of-diplomacy", salt="of the host")
    seated = await guest.sit(table, "Guest", salt=None)
    wire = await host.connect(table, 0)
    waiting = await host.start(table)
    assert (waiting["status"], waiting["salts"]) == ("open", None)
    assert [seat["salt"] for seat in waiting["seats"]] == ["own", "none"]
    last = waiting["starting"]
    assert 0 < last - waiting["changed"] <= SALT_TIMEOUT_MS
    assert await guest.refusal("POST", f"/api/tables/{table['id']}/start") == (
        409,
        "table.starting",
    )
    await guest.add_salt(seated, "of the guest")
    await wire.until(lambda: wire.game)
    assert wire.table["starting"] is None
    assert wire.table["salts"] == ["of the host", "of the guest"]
    assert wire.entries[-1]["at"] < last


@live
async def test_a_salt_counts_once_and_only_for_the_commitment_that_was_seen(
    small_server: Server,
) -> None:
    guest = Guest(small_server)
    table = await guest.post("/api/play-now", name="Ann", bot="peasant", players=3)
    path, bound = f"/api/tables/{table['id']}/salt", table["commitment"]
    for body, refused in (
        ({"commitment": "0" * 64, "salt": "a"}, (409, "table.other_commitment")),
        ({"commitment": bound, "salt": "x" * 65}, (422, "server.bad_request")),
        ({"commitment": bound}, (422, "server.bad_request")),
    ):
        assert await guest.refusal("PUT", path, body) == refused
    stranger = Guest(small_server)
    assert await stranger.refusal("PUT", path, {"commitment": bound, "salt": "s"}) == (
        403,
        "table.not_your_seat",
    )
    again = await asyncio.gather(*(guest.add_salt(table, "a") for _ in range(3)))
    assert {one["seats"][0]["salt"] for one in again} == {"own"}
    assert (await guest.get(f"/api/tables/{table['id']}"))["salts"] in (None, ["a", "", ""])
    refusal = await guest.refusal("PUT", path, {"commitment": bound, "salt": "b"})
    assert refusal[1] in ("table.salt_given", "table.has_begun")


@live
async def test_a_rematch_takes_new_salts(small_server: Server) -> None:
    party = await meet(small_server, "me", "here", "peasant")
    await party.play_out()
    again = await party.host.post(f"/api/tables/{party.table['id']}/rematch")
    assert (again["status"], again["salts"]) == ("open", None)
    assert again["starting"]
    wire: Wire = await party.host.connect(again, 0)
    await party.host.add_salt(again, "another")
    await wire.until(lambda: wire.game)
    assert wire.table["salts"] == ["another", "", ""]
    assert [seat["salt"] for seat in wire.table["seats"]] == ["own", "shared", "bot"]


@live
async def test_a_record_says_whose_salts_are_in(small_server: Server) -> None:
    party = await meet(small_server, "here", "me", "peasant", "open")
    await party.play_out()
    fair = json.loads(await party.host.record(party.table))["meta"]["fair"]
    assert fair["commitment"] == party.table["commitment"]
    assert fair["salts"] == ["Salz 盐", "", "", "salt 3"]
    assert fair["origins"] == ["own", "shared", "bot", "own"]
