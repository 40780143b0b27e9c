"""Every limit holds at the value that the settings give it."""

import asyncio
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Any

import pytest
from websockets.frames import CloseCode

from server.guests import Guest, Json, Wire, live
from server.hostile.targets import STRICT, sockets_of, until_sockets
from server.running import Server

_addresses = count(1)
REFUSED_TABLE = {"map": "nowhere", "name": "A", "seats": [{"kind": "me"}, {"kind": "open"}]}


class Stranger(Guest):
    """Somebody with an address of their own, as a proxy tells it."""

    def __init__(self, server: Server, address: str = "") -> None:
        """Come from a place where nobody has come from yet."""
        super().__init__(server)
        number = next(_addresses)
        self.address = address or f"10.{number // 65_536}.{number // 256 % 256}.{number % 256}"
        self._http.headers["X-Forwarded-For"] = self.address

    async def open(self, table: str, headers: Json | None = None, **params: object) -> Wire:
        """A websocket from this address."""
        return await super().open(
            table, {"X-Forwarded-For": self.address, **(headers or {})}, **params
        )


async def game(host: Guest) -> Json:
    table = await host.create("me", {"kind": "here", "name": "B"}, {"kind": "here", "name": "C"})
    return await host.start(table)


@live
async def test_a_message_has_so_many_bytes(strict: Server) -> None:
    host = Stranger(strict)
    table = await game(host)
    most = int(STRICT["message_bytes"])
    wire = await host.connect(table, 0)
    await wire.say('{"type":"ping"}'.ljust(most))
    await wire.expect("pong")
    await wire.say('{"type":"ping"}'.ljust(most + 1))
    assert await wire.until_closed() == CloseCode.MESSAGE_TOO_BIG
    wire = await host.connect(table, 0)
    await wire.say(f'{{"type":"say","id":"1","text":"{"ä" * (most // 2)}"}}')  # fewer characters
    assert await wire.until_closed() == CloseCode.MESSAGE_TOO_BIG


@live
async def test_a_request_has_so_many_bytes(strict: Server) -> None:
    guest = Stranger(strict)
    most = int(STRICT["body_bytes"])
    for size, status in ((most, 409), (most + 1, 413)):
        body = '{"token":"x"}'.ljust(size)
        headers = {"Content-Type": "application/json"}
        answer = await guest.request("POST", "/api/resume", content=body, headers=headers)
        assert answer.status_code == status
    assert answer.json() == {
        "key": "server.too_large",
        "text": "The request is too large. Send less at once.",
        "rule": None,
    }


@live
async def test_a_client_sends_so_many_messages(strict: Server) -> None:
    host = Stranger(strict)
    wire = await host.connect(await game(host), 0)
    began = monotonic()
    answer: Json = {}
    while answer.get("type") != "refused":
        heard = len(wire.heard)
        await wire.say({"type": "ping"})
        await wire.until(lambda heard=heard: len(wire.heard) > heard)  # type: ignore[misc]
        answer = wire.heard[-1]
    pongs = sum(one["type"] == "pong" for one in wire.heard)
    gained = (monotonic() - began) * STRICT["messages_per_s"]
    assert STRICT["message_burst"] <= pongs <= STRICT["message_burst"] + gained
    assert answer["key"] == "server.too_fast"


@live
async def test_an_address_sends_so_many_messages_on_all_its_sockets(strict: Server) -> None:
    host = Stranger(strict)
    table = await game(host)
    wires = [await host.connect(table, 0) for _ in range(int(STRICT["sockets"]))]
    each, most = int(STRICT["message_burst"]), int(STRICT["address_message_burst"])
    for wire in wires:
        for _ in range(each):
            await wire.say({"type": "ping"})
    for wire in wires:
        await wire.until(lambda wire=wire: len(wire.heard) == 1 + each)  # type: ignore[misc]
    answers = [one["type"] for wire in wires for one in wire.heard[1:]]
    assert (answers.count("pong"), answers.count("refused")) == (most, len(wires) * each - most)
    other = await Stranger(strict).connect(table)
    await other.say({"type": "ping"})
    await other.expect("pong")


@live
async def test_a_client_sends_so_much_nonsense(strict: Server) -> None:
    host = Stranger(strict)
    wire = await host.connect(await game(host), 0)
    most = int(STRICT["malformed_messages"])
    for _ in range(most):
        await wire.say("nonsense")
        await wire.expect("refused", key="server.malformed")
    await wire.say("nonsense")
    assert await wire.until_closed() == CloseCode.POLICY_VIOLATION


@live
async def test_a_guest_talks_so_much_on_whatever_connection(strict: Server) -> None:
    host = Stranger(strict)
    table = await game(host)
    for number in range(int(STRICT["chat_burst"])):
        wire = await host.connect(table, 0)
        assert (await wire.ask("say", text=f"word {number}"))["type"] == "done"
        await wire.close()
    wire = await host.connect(table, 0)
    assert (await wire.ask("say", text="one more"))["key"] == "server.talks_too_much"
    assert (await wire.ask("leave"))["type"] == "done"


async def _ask_for_a_page(guest: Guest) -> str:
    answer = await guest.request("GET", "/api/bots")
    return "" if answer.is_success else str(answer.json()["key"])


async def _open_a_socket(guest: Guest) -> str:
    wire = await guest.open("nowhere")
    return str((await wire.expect("refused"))["key"]).replace("server.no_such_table", "")


@pytest.mark.parametrize("ask", [_ask_for_a_page, _open_a_socket])
@live
async def test_an_address_asks_so_much(strict: Server, ask: Callable[[Guest], Any]) -> None:
    guest = Stranger(strict)
    burst = int(STRICT["request_burst"])
    assert [await ask(guest) for _ in range(burst)] == [""] * burst
    assert await ask(guest) == "server.too_many_requests"
    assert await ask(Stranger(strict, guest.address)) == "server.too_many_requests"
    assert await ask(Stranger(strict)) == ""
    assert (await guest.request("GET", "/readyz")).is_success


@live
async def test_files_of_the_client_have_a_limit_of_their_own(strict: Server) -> None:
    """A browser that keeps all of them leaves enough for what somebody does on the page."""
    guest = Stranger(strict)
    for _ in range(int(STRICT["file_burst"])):
        assert (await guest.request("GET", "/assets/none.js")).status_code == 404
    assert (await guest.request("GET", "/assets/none.js")).status_code == 429
    assert await _ask_for_a_page(guest) == ""


@live
async def test_a_street_of_addresses_is_one_client(strict: Server) -> None:
    burst = int(STRICT["request_burst"])
    for number in range(burst):
        assert await _ask_for_a_page(Stranger(strict, f"2001:db8:1:2::{number:x}")) == ""
    assert await _ask_for_a_page(Stranger(strict, "2001:db8:1:2:ffff::1")) != ""
    assert await _ask_for_a_page(Stranger(strict, "2001:db8:1:3::1")) == ""


@live
async def test_an_address_hears_the_past_so_often(strict: Server) -> None:
    host = Stranger(strict)
    table = await game(host)
    burst = int(STRICT["history_burst"])
    wire = await host.connect(table, 0, seen=-1)
    await wire.expect("history")
    await wire.say({"type": "resync", "seen": -1})
    await wire.expect("history")
    path = f"/api/tables/{table['id']}/history"
    for _ in range(burst - 2):
        assert await host.get(path)
    assert await host.refusal("GET", path) == (429, "server.too_many_requests")
    await wire.say({"type": "resync", "seen": -1})
    assert (await wire.expect("refused"))["key"] == "server.too_fast"
    await wire.say({"type": "resync", "seen": wire.seq})  # costs nothing
    assert (await wire.expect("history"))["entries"] == []


@live
async def test_a_replay_counts_for_several(strict: Server) -> None:
    guest = Stranger(strict)
    assert await guest.refusal("POST", "/api/replay", {}) == (409, "records.missing_key")
    assert await guest.refusal("POST", "/api/replay", {}) == (429, "server.too_many_requests")


@live
async def test_an_address_has_so_many_sockets(strict: Server) -> None:
    host = Stranger(strict)
    table = await game(host)
    wires = [await host.connect(table, 0) for _ in range(int(STRICT["sockets"]))]
    wire = await host.open(table["id"], seat=0)
    assert (await wire.expect("refused"))["key"] == "server.too_many_sockets"
    assert await wire.until_closed() == CloseCode.TRY_AGAIN_LATER
    await (await Stranger(strict).open(table["id"])).expect("welcome")
    open_now = sockets_of(strict)
    await wires[0].close()
    await until_sockets(strict, lambda many: many < open_now)
    await host.connect(table, 0)


@live
async def test_an_address_has_so_many_tables_that_are_not_over(strict: Server) -> None:
    """Whoever sits there, and whether they have begun; another cookie does not help."""
    host = Stranger(strict)
    tables = [await host.create("open", "open", "open"), await game(host)]
    assert len(tables) == STRICT["open_tables"]
    other = Stranger(strict, host.address)
    refused = await other.request("POST", "/api/play-now", {"name": "A"})
    assert (refused.status_code, refused.json()["key"]) == (429, "server.too_many_tables")
    assert f"{len(tables)} unfinished tables" in refused.json()["text"]
    await Stranger(strict).create("me", "open", "open")
    await host.post(f"/api/tables/{tables[0]['id']}/close")
    await other.create("me", "open", "open")


@live
async def test_an_address_sets_up_so_many_tables(strict: Server) -> None:
    address = Stranger(strict).address
    for _ in range(int(STRICT["table_burst"])):
        host = Stranger(strict, address)
        table = await host.create("me", "open", "open")
        await host.post(f"/api/tables/{table['id']}/close")
    refused = await Stranger(strict, address).refusal("POST", "/api/play-now", {"name": "A"})
    assert refused == (429, "server.too_many_requests")
    await Stranger(strict).create("me", "open", "open")


@live
async def test_a_rematch_is_a_new_table_too(strict: Server) -> None:
    host = Stranger(strict)
    table = await game_that_is_over(host)
    for _ in range(int(STRICT["table_burst"]) - 1):
        other = await host.create("me", "open", "open")
        await host.post(f"/api/tables/{other['id']}/close")
    refused = await host.refusal("POST", f"/api/tables/{table['id']}/rematch")
    assert refused == (429, "server.too_many_requests")


@live
async def test_many_requests_for_a_rematch_make_one_table(strict: Server) -> None:
    host = Stranger(strict)
    table = await game_that_is_over(host)
    path = f"/api/tables/{table['id']}/rematch"
    answers = await asyncio.gather(*(host.request("POST", path) for _ in range(10)))
    # those that came before there was a table counted against the limit of new ones
    made = [answer.json()["id"] for answer in answers if answer.status_code == 201]
    assert {answer.status_code for answer in answers} <= {201, 429}
    assert len(set(made)) == 1
    tables = [one["table"] for one in await host.get("/api/me/tables")]
    assert {one["id"] for one in tables if one["status"] != "closed"} == {table["id"], made[0]}


async def game_that_is_over(host: Stranger) -> Json:
    """A game against bots, whose only person has left it."""
    table = await host.create("me", "peasant", "peasant", stand_in="peasant")
    await host.start(table)
    wire = await host.connect(table, 0)
    assert (await wire.ask("leave"))["type"] == "done"
    await wire.until(lambda: wire.is_over)
    return table
