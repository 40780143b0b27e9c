"""Somebody sets up many tables for slow bots; the bots of others go on playing."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.guests import live
from server.hostile.test_hostile_limits import Stranger
from server.running import Server, running

TABLES = 12


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
    for _ in range(TABLES):
        table = await crowd.create("chancellor", "chancellor", "chancellor", "chancellor")
        await crowd.start(table)
    host = Stranger(believing)
    table = await host.create("me", "peasant", map="ways-of-diplomacy", start=1)
    wire = await host.connect(table, 0)
    await host.start(table)
    await wire.until(lambda: wire.game)
    for _ in range(2):
        began = time.monotonic()
        await wire.until(lambda: wire.game and wire.game["to_move"] == 0)
        assert time.monotonic() - began < 10
        while wire.game and wire.game["to_move"] == 0:
            assert (await wire.play())["type"] == "done"
