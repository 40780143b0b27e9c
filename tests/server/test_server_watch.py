"""What whoever watches over a server sees: health, numbers, logs."""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from http.client import TOO_MANY_REQUESTS
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from han.messages import message
from program import environment
from server.databases import PostgresServer, away, only_reading
from server.guests import Guest, Json, live
from server.parties import duel
from server.running import Server, running
from waiting import pace

WELL = {"started": True, "database": True, "bus": True, "chores": True}

Numbers = Mapping[tuple[str, frozenset[tuple[str, str]]], float]


async def numbers_of(guest: Guest) -> Numbers:
    """All numbers, by their name and labels."""
    answer = await guest.request("GET", "/metrics")
    while answer.status_code == TOO_MANY_REQUESTS:  # it may be asked again a moment later
        answer = await guest.request("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def number(numbers: Numbers, name: str, **labels: str) -> float:
    return numbers.get((name, frozenset(labels.items())), 0)


async def until_none(guest: Guest, name: str) -> Numbers:
    """The numbers, once one of them is nought."""
    while number(numbers := await numbers_of(guest), name):
        pass
    return numbers


@live
async def test_a_server_that_is_well_says_so(server: Server) -> None:
    guest = Guest(server)
    assert await guest.get("/healthz") == {"status": "ok"}
    assert await guest.get("/readyz") == WELL
    assert not guest.cookies  # whoever watches is nobody's guest


async def until_ready(guest: Guest, is_ready: bool) -> Json:
    """What a server says once it is ready, or is not any more."""
    while (answer := await guest.request("GET", "/readyz")).is_success != is_ready:
        await pace()
    assert answer.status_code in (200, 503)
    told: Json = answer.json()
    return told


@contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Let a process write nothing to any file, as if no space were left on the device."""
    usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)


@live
async def test_a_server_with_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    with running(Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")) as server:
        guest = Guest(server)
        with full_disk(server.pid):
            told = await until_ready(guest, is_ready=False)
            assert (told["database"], told["bus"]) == (False, True)
            assert told["reason"] == message("server.database_not_writable")
            assert isinstance(await guest.get("/api/lobby"), list)  # what is there can be read
        assert await until_ready(guest, is_ready=True) == WELL


@live
async def test_a_server_whose_database_only_reads_is_not_ready(
    tmp_path: Path, postgres_server: PostgresServer, postgres_url: str
) -> None:
    with running(Server(tmp_path, postgres_url, "--processes", "1")) as server:
        guest = Guest(server)
        with only_reading(postgres_server, postgres_url):
            told = await until_ready(guest, is_ready=False)
            assert told["database"] is False
            assert told["reason"] == message("server.database_not_writable")
        assert await until_ready(guest, is_ready=True) == WELL
        with away(postgres_server, postgres_url):
            await until_ready(guest, is_ready=False)
            german = await guest.request("GET", "/readyz", params={"lang": "de"})
            assert german.json()["reason"] == message("server.database_away", "de")


@pytest.fixture(scope="module")
def counted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which nothing happens but what these tests do."""
    folder = tmp_path_factory.mktemp("counted")
    with running(Server(folder, str(folder / "han.sqlite"), "--processes", "1")) as server:
        yield server


@live
async def test_numbers_move_with_what_happens(counted_server: Server) -> None:
    guest = Guest(counted_server)
    before = await until_none(guest, "han_sockets")
    party = await duel(counted_server)
    await party.play(3)
    refused = await party.spectator.ask("say", text="hello")
    assert refused["type"] == "refused"
    during = await numbers_of(guest)

    def change(name: str, **labels: str) -> float:
        return number(during, name, **labels) - number(before, name, **labels)

    assert change("han_moves_total", by="person") == 3
    assert change("han_sockets") == 3
    assert change("han_refusals_total") == 1
    assert change("han_move_seconds_count") == 7  # with a sitting down, two salts and a start
    assert change("han_requests_total", route="/api/tables", status="201") == 1
    assert change("han_requests_total", route="/api/tables/{table}/start", status="200") == 1
    assert number(during, "han_live_tables") >= 1
    assert ("han_tables", frozenset([("status", "running")])) in during
    for wire in party.everybody:
        await wire.close()
    await party.host.refusal("GET", "/no/such/page")
    after = await until_none(guest, "han_sockets")
    missed = [number(n, "han_requests_total", route="other", status="404") for n in (during, after)]
    assert missed[1] - missed[0] == 1


@live
async def test_numbers_of_bots(counted_server: Server) -> None:
    guest = Guest(counted_server)
    before = await numbers_of(guest)
    party = await duel(counted_server, stand_in="peasant")
    for wire in party.wires.values():
        await wire.ask("leave")
    await party.spectator.until(lambda: party.spectator.is_over)
    after = await until_none(guest, "han_bot_queue")
    history = await guest.get(f"{party.path}/history")
    played = sum(entry["type"] == "played" for entry in history)
    name = ("han_moves_total", frozenset([("by", "stand_in")]))
    assert after[name] - before.get(name, 0) == played


@live
async def test_no_label_names_a_table_or_a_person(large_server: Server) -> None:
    party = await duel(large_server)
    await party.host.get(f"/api/invites/{party.table['invite']}")
    await party.host.refusal("GET", "/api/tables/a-table-that-is-none")
    text = (await party.host.request("GET", "/metrics")).text
    for secret in (party.table["id"], party.table["invite"], "a-table-that-is-none"):
        assert secret not in text


@live
async def test_logs_are_lines_of_json(server: Server) -> None:
    await duel(server)
    told = [json.loads(line) for line in server.log.read_text("utf-8").splitlines()]
    assert "ready" in [line["event"] for line in told]
    for line in told:
        assert {"time", "level", "event"} <= set(line)
        assert datetime.strptime(line["time"], "%Y-%m-%dT%H:%M:%S%z").tzinfo is not None
        assert line["level"] in ("info", "warning"), line


LOGGING = "from han.server.logs import set_up_logs; set_up_logs()"
COMPILING = "import han; han.Chance(5).below(1000)"


def test_a_compilation_is_a_line_of_the_log_like_others(tmp_path: Path) -> None:
    command = [sys.executable, "-c", f"{LOGGING}; {COMPILING}"]
    env = environment(HAN_CACHE_DIR=str(tmp_path))
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stderr)["event"] == message("cli.compiling")
