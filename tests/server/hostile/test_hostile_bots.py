"""Somebody sets up many tables for slow bots; the bots of others go on playing."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from server.guests import Guest, Json, live
from server.hostile.test_hostile_limits import Stranger
from server.running import Server, running

TABLES = 12
MOST_MEANWHILE = TABLES // 2
"""Decisions of others' bots between two of ours. One has begun, and one is in turn; some more are
made while the database stores ours. If all had to wait in one line, each table would have one."""
STOP = ["."]
"""Often the only choice that is left: then it takes a bot no time, and keeps nobody waiting."""


@pytest.fixture
def believing(tmp_path: Path) -> Iterator[Server]:
    """A server that believes what it is told of its clients' addresses; one bot thinks there."""
    database = str(tmp_path / "han.sqlite")
    server = Server(tmp_path, database, "--processes", "1", settings="behind_proxy = true")
    with running(server):
        yield server


@live
async def test_many_tables_of_bots_do_not_stop_the_games_of_others(believing: Server) -> None:
    crowd = Stranger(believing)
    crowded = [await crowd.create(*["chancellor"] * 4) for _ in range(TABLES)]
    for table in crowded:
        await crowd.start(table)
    host = Stranger(believing)
    table = await host.create("me", "peasant", map="ways-of-diplomacy", start=1)
    wire = await host.connect(table, 0)
    await host.start(table)
    await wire.until(lambda: wire.game)
    for _ in range(2):
        await wire.until(lambda: wire.game and wire.game["to_move"] == 0)
        while wire.game and wire.game["to_move"] == 0:
            assert (await wire.play())["type"] == "done"
    await wire.until(lambda: wire.game and wire.game["to_move"] == 0)
    others = [entry for one in crowded for entry in await moves_at(crowd, one)]
    moves = await moves_at(host, table)
    assert any(move["seat"] == 1 for move in moves)
    for before, move in pairwise(moves):
        if move["seat"] == 1:
            meanwhile = [one for one in others if before["at"] < one["at"] < move["at"]]
            thought = [one for one in meanwhile if one["actions"] != STOP]
            assert len(thought) <= MOST_MEANWHILE, f"ours was kept waiting by {thought}"


async def moves_at(guest: Guest, table: Json) -> list[Json]:
    """The decisions at a table, with the time of each."""
    history = await guest.get(f"/api/tables/{table['id']}/history")
    return [entry for entry in history if entry["type"] == "played"]
