"""Where a server listens, what it says of that, and whom it believes where clients are."""

import socket
from itertools import count
from pathlib import Path

import pytest

from han.server.config import Config
from han.server.run import address_of, listen
from server.guests import Guest, live
from server.running import GENEROUS, Server, running
from waiting import HUNG_S

both_versions = pytest.mark.skipif(
    not socket.has_dualstack_ipv6(), reason="the system keeps both versions of addresses apart"
)


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("::", "[::1]")],
)
def test_the_address_that_is_said_leads_to_the_server(host: str, shown: str) -> None:
    with listen(Config(host=host, port=0)) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener) == f"http://{shown}:{port}"
        socket.create_connection((shown.strip("[]"), port), HUNG_S).close()


@both_versions
def test_everywhere_means_both_versions() -> None:
    with listen(Config(host="::", port=0)) as listener:
        for host in ("::1", "127.0.0.1"):
            socket.create_connection((host, listener.getsockname()[1]), HUNG_S).close()


_clients = count(1)


async def is_believed(server: Server, address: str) -> bool:
    """Whether two whom a proxy at an address speaks for are two clients for a server."""
    server.address = f"http://{address}:{server.address.rpartition(':')[2]}"
    for _ in range(2):
        headers = {"X-Forwarded-For": f"10.0.0.{next(_clients)}"}
        answer = await Guest(server).request("GET", "/api/bots", headers=headers)
    return answer.is_success


@both_versions
@pytest.mark.parametrize(
    ("proxies", "believed"),
    [
        ("", {"127.0.0.1": True, "[::1]": False}),
        ('proxies = ["::1", "192.0.2.0/24"]', {"127.0.0.1": False, "[::1]": True}),
        ('proxies = ["127.0.0.0/8"]', {"127.0.0.1": True, "[::1]": False}),
    ],
)
@live
async def test_only_the_proxies_that_are_named_are_believed(
    tmp_path: Path, proxies: str, believed: dict[str, bool]
) -> None:
    """A client has one request here."""
    server = Server(
        tmp_path,
        str(tmp_path / "han.sqlite"),
        "--processes=1",
        settings=f'host = "::"\nbehind_proxy = true\n{proxies}',
        limits={**GENEROUS, "requests_per_s": 0.001, "request_burst": 1},
    )
    with running(server):
        assert {name: await is_believed(server, name) for name in believed} == believed


@live
async def test_whoever_asks_only_for_the_head_of_a_page_gets_it(small_server: Server) -> None:
    """As those do who check links."""
    guest = Guest(small_server)
    for path in ("/", "/rules", "/t/some-table", "/j/some-invitation"):
        page, head = [await guest.request(method, path) for method in ("GET", "HEAD")]
        assert (page.status_code, head.status_code) == (200, 200), path
        assert not head.content
        assert page.content
        assert head.headers["content-type"] == page.headers["content-type"]
