"""Servers that end, kindly or not, and what is there when they are back."""

import asyncio
import re
import signal
from functools import partial
from pathlib import Path

import httpx
import pytest

from han.server import services
from han.server.app import make_app
from han.server.config import Config
from han.server.run import TableServer, listen, make_uvicorn_config
from han.server.store import Store
from server.databases import PostgresServer, away
from server.guests import Guest, live
from server.parties import Party, duel, meet
from server.running import Server, running
from server.store.scenes import opened, watching
from waiting import HUNG_S, run, until


async def come_back(party: Party) -> None:
    """Everybody connects again, and says how much they have heard."""
    for seat, guest in party.guests.items():
        seen = party.wires[seat].seq
        wire = party.wires[seat] = await guest.connect(party.table, seat, seen=seen)
        assert (await wire.expect("history"))["entries"] == []
        assert wire.seq == seen
    party.spectator = await Guest(party.host.server).connect(party.table)


@live
async def test_a_server_says_goodbye_and_the_game_goes_on_after_it(mortal_server: Server) -> None:
    party = await duel(mortal_server)
    await party.play(10)
    games = [wire.game for wire in party.everybody]
    assert await asyncio.to_thread(mortal_server.end, signal.SIGTERM) == 0
    for wire in party.everybody:
        assert await wire.until_closed() == 1012
        assert wire.heard[-1] == {"type": "bye", "retry_ms": 500}
    mortal_server.start()
    await come_back(party)
    assert [wire.game for wire in party.everybody] == games
    await party.play_out()
    told = re.findall('"event": "(ready|ended)"', mortal_server.log.read_text("utf-8"))
    assert told == ["ready", "ended", "ready"]


@live
async def test_a_server_that_is_killed_has_kept_what_it_acknowledged(
    mortal_server: Server,
) -> None:
    party = await duel(mortal_server)
    forsaken = await meet(mortal_server, "me", "peasant", map="ways-of-diplomacy", start=0)
    await party.play(25)
    command = {"moment": party.mover.moment, "action": party.mover.legal[0], "id": "the last"}
    mover = party.mover.table["mine"][0]
    done = await party.mover.ask("play", **command)
    await party.settle()
    games = [wire.game for wire in party.everybody]
    left = (await forsaken.wires[0].ask("leave"))["seq"]
    mortal_server.end(signal.SIGKILL)
    mortal_server.start()
    await come_back(party)
    assert [wire.game for wire in party.everybody] == games
    assert await party.wires[mover].ask("play", **command) == done
    await party.settle()
    await party.play_out()
    await bots_have_gone_on(forsaken, left)


@live
async def test_the_time_without_a_server_is_given_back(mortal_server: Server) -> None:
    party = await duel(mortal_server, clock={"kind": "turn", "seconds": 3600, "increment": 0})
    await party.play(1)
    assert party.spectator.game is not None
    before, seen = party.spectator.game["clock"]["deadline"], party.spectator.seq
    mortal_server.end(signal.SIGKILL)
    mortal_server.start()
    wire = await party.guests[0].connect(party.table, 0, seen=seen)
    await wire.expect("history")
    said = await wire.ask("say", text="hello")  # waits until the lease of the dead has run out
    assert said["type"] == "done"
    lost, _ = [entry for entry in wire.entries if entry["seq"] > seen]
    assert lost["type"] == "downtime"
    assert wire.game is not None
    assert wire.game["clock"]["deadline"] == before + lost["ms"]
    assert (await wire.play())["type"] == "done"


NOBODY_WAITS_SO_LONG_S = 2 * HUNG_S
"""How long the database may be away in a test whose server must not wait for it."""


def test_a_server_told_to_stop_does_not_wait_for_its_database(
    postgres_server: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "Store", partial(Store, retry_for_s=NOBODY_WAITS_SO_LONG_S))
    body = {"name": "Ann", "map": "ways-of-diplomacy", "players": 2}
    failures: list[object] = []

    async def scene() -> None:
        parts = services.make_services(Config(database=postgres_url, processes=1))
        await parts.start()
        transport = httpx.ASGITransport(make_app(parts))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            kept = (await client.post("/api/play-now", json=body)).json()["id"]
            with away(postgres_server, postgres_url):
                with watching("handle_error", failures.append):
                    waiting = asyncio.create_task(client.post("/api/play-now", json=body))
                    await until(lambda: len(failures) > 5, "tries that failed")
                await parts.announce_shutdown()
                refused = await waiting
                assert (refused.status_code, refused.json()["key"]) == (503, "server.cannot_save")
                await parts.stop()
        async with opened(postgres_url) as store:
            found = await store.find(kept)
            assert found is not None
            rows = await store.rows(kept)
            assert [row.seq for row in rows] == list(range(found.last_seq + 1))

    run(scene())


def test_a_server_told_to_stop_while_it_starts_does_not_wait_for_its_database(
    postgres_server: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database may go away while the rules are compiled."""
    monkeypatch.setattr(services, "Store", partial(Store, retry_for_s=NOBODY_WAITS_SO_LONG_S))
    failures: list[object] = []
    told: list[str] = []

    async def scene() -> None:
        config = Config(database=postgres_url, port=0, processes=1)
        parts = services.make_services(config)
        uvicorn_config = make_uvicorn_config(make_app(parts), config)
        server = TableServer(uvicorn_config, parts, lambda: told.append("ready"))
        with listen(config) as listener, away(postgres_server, postgres_url):
            with watching("handle_error", failures.append):
                serving = asyncio.create_task(server.serve([listener]))
                await until(lambda: len(failures) > 2, "tries that failed")
            server.handle_exit(signal.SIGTERM, None)
            await serving

    run(scene())
    assert told == []


@live
async def test_a_server_ends_well_without_its_database(
    tmp_path: Path, postgres_server: PostgresServer, postgres_url: str
) -> None:
    with running(Server(tmp_path, postgres_url, "--processes", "1")) as server:
        party = await duel(server)
        await party.play(5)
        games = [wire.game for wire in party.everybody]
        with away(postgres_server, postgres_url):
            await party.mover.say({"type": "say", "id": "lost", "text": "Can you hear me?"})
            assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0
        server.start()
        await come_back(party)
        assert [wire.game for wire in party.everybody] == games


async def bots_have_gone_on(party: Party, since: int) -> None:
    """Nobody has asked them to: the server knows by itself what waits for it."""
    stranger = Guest(party.host.server)
    wire = await stranger.connect(party.table)
    await wire.until(lambda: wire.is_over)
    entries = await stranger.get(f"{party.path}/history")
    assert entries[since]["type"] == "stood_in"
    assert {entry["by"] for entry in entries[since + 1 :]} == {"bot", "stand_in"}
