"""Names that lead to a server by a trick (DNS rebinding): a page under such a name gets nothing."""

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from han.messages import LANGUAGES, message
from han.server.host_names import HostNames
from server.guests import Guest, Json, live
from server.hostile.targets import PUBLIC_NAME
from server.running import Server
from waiting import HUNG_S

EVIL = "evil.example"
MACHINE = socket.gethostname()
OWN = (
    "localhost",
    "LOCALHOST",
    "localhost.",
    "han.localhost",
    "127.0.0.1",
    "192.168.1.20",
    "[::1]",
)
OWN_HERE = (*OWN, MACHINE, f"{MACHINE.partition('.')[0]}.local")
FOREIGN = (EVIL, "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost", "[::1", "")
FOREIGN_HERE = (
    *FOREIGN,
    f"{EVIL}@localhost",
    "localhost/x",
    PUBLIC_NAME,
    f"{MACHINE}.evil.example",
)


def page_of(host: str) -> Json:
    """What a browser sends for a page under a name."""
    return {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}


@pytest.mark.parametrize("port", ["", ":8014"])
@pytest.mark.parametrize("name", OWN_HERE)
def test_names_that_a_server_has_by_itself(name: str, port: str) -> None:
    assert HostNames("0.0.0.0", ()).include(name + port)


@pytest.mark.parametrize("port", ["", ":8014"])
@pytest.mark.parametrize("name", FOREIGN_HERE)
def test_names_that_a_server_has_not(name: str, port: str) -> None:
    assert not HostNames("0.0.0.0", ()).include(name + port)


def test_names_that_a_server_is_given() -> None:
    names = HostNames("box.example", (PUBLIC_NAME, "Other.Example"))
    for name in (PUBLIC_NAME, PUBLIC_NAME.upper(), f"{PUBLIC_NAME}.:443", "other.example:1"):
        assert names.include(name)
    assert names.include("box.example:8014"), "what it is bound to"
    assert names.include(None), "no page leaves the header out"
    assert not names.include(f"more.{PUBLIC_NAME}")


@given(st.text())
def test_any_text_is_a_name_or_not(host: str) -> None:
    assert HostNames("127.0.0.1", ()).include(host) in (True, False)


@live
async def test_a_page_under_another_name_gets_nothing(target: Server) -> None:
    guest = Guest(target)
    table = await guest.create("me", "open", "peasant")
    for method, path in (
        ("GET", "/"),
        ("GET", "/api/lobby"),
        ("GET", f"/api/tables/{table['id']}"),
        ("POST", "/api/play-now"),
    ):
        answer = await guest.request(method, path, headers=page_of(EVIL))
        assert (answer.status_code, answer.json()["key"]) == (403, "server.other_host"), path
        assert "set-cookie" not in answer.headers
    for lang in LANGUAGES:
        answer = await guest.request("GET", f"/api/me?lang={lang}", headers=page_of(EVIL))
        assert answer.json()["text"] == message("server.other_host", lang, host=EVIL)
    with pytest.raises(InvalidStatus, match="403"):
        await greet(target, EVIL, table)
    assert "welcome" in await greet(target, "localhost", table)


async def greet(server: Server, name: str, table: Json) -> str:
    """The first words over a websocket of a page under a name that leads to a server."""
    port = int(server.address.rpartition(":")[2])
    own = f"{name}:{port}"
    async with connect(
        f"ws://{own}/ws/{table['id']}",
        host="127.0.0.1",
        port=port,
        origin=Origin(f"http://{own}"),
        proxy=None,
        open_timeout=HUNG_S,
    ) as connection:
        return str(await connection.recv())


@live
async def test_whoever_watches_may_use_any_name(target: Server) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        answer = await Guest(target).request("GET", path, headers={"Host": "server-1:8014"})
        assert answer.is_success, path


@live
async def test_friends_play_by_address_and_by_the_machines_name(target: Server) -> None:
    port = target.address.rpartition(":")[2]
    for name in ("localhost", "192.168.1.20", MACHINE):
        own = page_of(f"{name}:{port}")
        guest = Guest(target)
        made = await guest.request("POST", "/api/play-now", {"name": "Host"}, headers=own)
        assert made.status_code == 201, name


@live
async def test_a_public_name_that_is_named_is_a_name(strict: Server) -> None:
    home = {"X-Forwarded-For": "192.0.2.77"}
    guest = Guest(strict)
    known = await guest.request("GET", "/api/bots", headers={**home, **page_of(PUBLIC_NAME)})
    assert known.status_code == 200
    other = await guest.request("GET", "/api/bots", headers={**home, **page_of(EVIL)})
    assert other.status_code == 403
