"""Clients whose commands wait for the database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.guests import Guest, Wire, live
from server.running import Server, running
from server.store.scenes import blocked


@pytest.fixture
def lone_server(tmp_path: Path, database_url: str) -> Iterator[Server]:
    """A server whose database belongs to the test."""
    with running(Server(tmp_path, database_url, "--processes", "1")) as server:
        yield server


async def at_a_table(server: Server) -> Wire:
    """Somebody at a table that waits for others."""
    host = Guest(server)
    return await host.connect(await host.create("me", "open", "open"), 0)


@live
async def test_a_ping_is_answered_while_a_command_waits(
    lone_server: Server, database_url: str
) -> None:
    wire = await at_a_table(lone_server)
    with blocked(database_url):
        await wire.say({"type": "say", "id": "1", "text": "Is anybody there?"})
        for _ in range(3):
            await wire.say({"type": "ping"})
            await wire.expect("pong")
        assert "done" not in {message["type"] for message in wire.heard}
    await wire.expect("done", id="1")


@live
async def test_commands_are_carried_out_in_their_order_and_after_hanging_up(
    lone_server: Server, database_url: str
) -> None:
    wire, words = await at_a_table(lone_server), [f"word {n}" for n in range(5)]
    spectator = await Guest(lone_server).connect(wire.table)
    with blocked(database_url):
        for word in words:
            await wire.say({"type": "say", "id": word, "text": word})
        await wire.close()
    await spectator.until(lambda: len(said_in(spectator)) == len(words))
    assert said_in(spectator) == words


def said_in(wire: Wire) -> list[str]:
    """What was said at a table, in the order in which it was heard."""
    return [entry["text"] for entry in wire.entries if entry["type"] == "said"]
