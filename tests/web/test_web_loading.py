"""What a browser is given to load: packed, named at once, and kept."""

import re

import httpx
import pytest

from server.running import Server

ADDRESSES = ("/", "/t/nowhere", "/rules", "/replay/nowhere")


def fetch(server: Server, path: str, encoding: str = "gzip") -> httpx.Response:
    """Ask as a browser does, or as somebody who cannot unpack."""
    headers = {"Accept-Encoding": encoding, "Accept-Language": "fr"}
    return httpx.get(server.address + path, headers=headers, trust_env=False)


def named_files(page: httpx.Response) -> list[str]:
    """The files that a page's header names."""
    return re.findall(r"<(/assets/[^>]+)>", page.headers["link"])


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_names_the_files_that_it_will_need(small_server: Server, address: str) -> None:
    files = named_files(fetch(small_server, address))
    assert any("/text-fr-" in name for name in files), "the reader's language"
    assert not any("/text-en-" in name for name in files)
    assert any(name.endswith(".css") for name in files)
    assert len(files) == len(set(files))
    for name in files:
        assert fetch(small_server, name).status_code == 200


def test_code_and_drawings_travel_packed_to_whoever_can_unpack(small_server: Server) -> None:
    large = [name for name in named_files(fetch(small_server, "/t/nowhere")) if "/Game-" in name]
    for name in (*large, "/api/maps/border-disputes/board.svg"):
        packed, plain = fetch(small_server, name), fetch(small_server, name, "identity")
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.content == plain.content, "httpx unpacks it"
        assert packed.headers["content-type"] == plain.headers["content-type"]
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_files_with_a_hash_are_kept_for_ever_and_pages_are_not(small_server: Server) -> None:
    page = fetch(small_server, "/")
    assert page.headers["cache-control"] == "no-cache"
    for name in named_files(page):
        assert "immutable" in fetch(small_server, name).headers["cache-control"]
    assert fetch(small_server, "/worker.js").headers["cache-control"] == "no-cache"


def test_a_page_asks_ahead_for_a_table_of_the_server_only(small_server: Server) -> None:
    assert "</api/tables/nowhere?" in fetch(small_server, "/t/nowhere").headers["link"]
    assert "/api/tables/" not in fetch(small_server, "/t/local-12ab").headers["link"]


def test_pages_run_our_own_code_only_and_webassembly(small_server: Server) -> None:
    policy = fetch(small_server, "/").headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["default-src"] == rules["worker-src"] == "'self'"
    assert "'unsafe-eval'" not in policy
