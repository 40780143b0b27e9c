"""Whole games over real sockets: every kind of game, every mixture of people and bots."""

import hashlib
import json
from itertools import pairwise

import pytest

from han.engine.encoding import encode
from han.records.fair import claims_fair
from han.records.parse import parse_record
from han.records.replay import verify
from server.guests import Guest, Json, Wire, live
from server.parties import Party, meet, replayed
from server.running import Server
from tables import SEATINGS

MIXTURES = {
    "people": ("me", "open", "open", "open", "open"),
    "people and bots": ("scribe", "me", "peasant", "open", "scribe"),
    "one device": ("here", "me", "here", "here", "here"),
    "everything": ("open", "me", "here", "peasant", "open"),
}
KINDS = [(*seating, variant) for seating in SEATINGS for variant in (False, True)]
STACKS = ("small", "large")
GAMES = [
    pytest.param(
        STACKS[(number + number // 4) % 2],
        kind,
        number,
        id="{}-{}{}".format(*kind[:2], "-variant" * kind[2]),
    )
    for number, kind in enumerate(KINDS)
]
"""Every kind of game once, every seating and every mixture at both kinds of server."""


@pytest.mark.parametrize(("server", "kind", "number"), GAMES, indirect=["server"])
@live
async def test_a_whole_game_is_played_heard_and_proven(
    server: Server, kind: tuple[str, int, bool], number: int
) -> None:
    map_id, players, variant = kind
    is_large = "--nats" in server.arguments
    mixture = list(MIXTURES)[number % len(MIXTURES)]
    party = await meet(
        server,
        *MIXTURES[mixture][:players],
        map=map_id,
        variant=variant,
        wild_in_prices=number % 3 > 0,
        start=None if is_large else players - 1,
    )
    await party.play_out(number)
    await check_record(party)
    history = await party.host.get(f"{party.path}/history")
    for wire in party.everybody:
        check_heard(wire, history)


async def check_record(party: Party) -> None:
    """The record is true, its cards are those of the seed, and the log tells the same game."""
    record = parse_record(await Guest(party.host.server).record(party.table))
    fair = record.meta["fair"]
    assert claims_fair(record)
    last = verify(record)
    assert fair["commitment"] == party.table["commitment"]
    assert hashlib.sha256(bytes.fromhex(fair["seed"])).hexdigest() == fair["commitment"]
    assert fair["start_drawn"] == (party.table["options"]["start"] is None)
    for seat in party.guests:
        own = party.table["mine"]
        added = (own[0], "Salz 盐") if seat in own else (seat, f"salt {seat}")
        assert fair["salts"][added[0]] == added[1]
    history = await party.host.get(f"{party.path}/history")
    assert replayed(party.table, history)[-1][1] == last
    for wire in party.everybody:
        assert wire.game is not None
        assert wire.game["hands"] == list(last.hands)
        assert wire.game["result"] == _as_json(last.result)
        assert wire.table["seed"] == fair["seed"]
        assert wire.table["commitment"] == fair["commitment"]


def _as_json(result: object) -> Json:
    told: Json = json.loads(encode(result))
    return told


def check_heard(wire: Wire, history: list[Json]) -> None:
    """A client heard each entry once, in order, and with each the position after it."""
    updates = [message for message in wire.heard if message["type"] == "update"]
    numbers = [update["seq"] for update in updates]
    assert all(after == before + 1 for before, after in pairwise(numbers))
    assert numbers[-1] == history[-1]["seq"]
    told = [entry for update in updates for entry in update["entries"]]
    assert [entry["seq"] for entry in told] == numbers
    for entry, truth in zip(told, history[numbers[0] :], strict=True):
        assert {**entry, "actions": 0, "events": 0, "hands": 0} == {
            **truth,
            "actions": 0,
            "events": 0,
            "hands": 0,
        }
        assert truth.get("fault") is None
    assert told[-1] == history[-1]
    assert updates[-1]["table"]["status"] == "over"
