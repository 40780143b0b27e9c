"""What the servers under attack are like, and how they are."""

import json
from collections.abc import Callable, Mapping
from http.client import TOO_MANY_REQUESTS

import httpx

from server.running import GENEROUS, Server
from waiting import HUNG_S, until

HIGH_LIMITS: Mapping[str, float] = {**GENEROUS, "malformed_messages": 1_000_000}
"""Limits that no attack meets by accident."""
STRICT: Mapping[str, float] = {
    "message_bytes": 1_000,
    "body_bytes": 2_000,
    "messages_per_s": 5,
    "message_burst": 10,
    "address_messages_per_s": 0.001,
    "address_message_burst": 25,
    "chat_per_s": 0.001,
    "chat_burst": 2,
    "requests_per_s": 0.001,
    "request_burst": 20,
    "files_per_s": 0.001,
    "file_burst": 30,
    "tables_per_minute": 0.001,
    "table_burst": 4,
    "open_tables": 2,
    "sockets": 3,
    "malformed_messages": 4,
    "histories_per_s": 0.001,
    "history_burst": 3,
}
SHORT_TIMEOUT: Mapping[str, float] = {**GENEROUS, "client_timeout_s": 1, "connections": 8}
FRIEND = "https://friend.example"
"""A site that the strict server trusts."""
PUBLIC_NAME = "han.example"
"""A name that the strict server has been given."""


def errors_in(server: Server) -> list[str]:
    """What a server has complained about."""
    lines = server.log.read_text("utf-8").splitlines()
    return [line for line in lines if not _is_harmless(line)]


def _is_harmless(line: str) -> bool:
    return json.loads(line)["level"] in ("info", "warning")


def sockets_of(server: Server) -> int:
    """How many websockets a server has open."""
    answer = httpx.get(f"{server.address}/metrics", trust_env=False, timeout=HUNG_S)
    while answer.status_code == TOO_MANY_REQUESTS:  # it may be asked again a moment later
        answer = httpx.get(f"{server.address}/metrics", trust_env=False, timeout=HUNG_S)
    (line,) = [line for line in answer.text.splitlines() if line.startswith("han_sockets ")]
    return int(float(line.split()[1]))


async def until_sockets(server: Server, is_right: Callable[[int], bool]) -> None:
    """Wait until a server has noticed that sockets are gone."""
    await until(lambda: is_right(sockets_of(server)), "so many open sockets")
