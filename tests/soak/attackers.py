"""Who attacks: people with websockets, and clients that are hardly HTTP any more.

Every attacker has a generator of its own, counts what it sends, and keeps the last of it.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
from websockets.exceptions import ConnectionClosed

from server.guests import Guest, Json, Wire
from server.hostile.messages import wrong_messages
from server.hostile.test_hostile_requests import NO_LINK, ODD_REQUESTS, UPGRADE, post, request
from server.running import Server
from soak.part import Part

BATCH = 100
LAST = 400
"""How many of the last messages are kept to show what was sent before a fault."""
SLOW_S = 30.0
STUCK_S = 5.0
"""How long a slow reader tries to ask for more."""
BAD_WORDS: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        10**30,
        1.5,
        "",
        "x" * 2_000,
        "\0",
        "../..",
        "%00",
        "é\u202e",
        "' OR 1=1 --",
    ),
    *([], {}, [[[[]]]], {"kind": "me"}, "border-disputes", "peasant", "exec:true", "\ud800"),
)
"""Values for requests: wrong ones, and right ones in wrong places."""

Stop = Callable[[], bool]


class Evidence:
    """The last messages of all attackers."""

    def __init__(self) -> None:
        """Begin with none."""
        self.last: deque[str] = deque(maxlen=LAST)

    def keep(self, who: str, message: object) -> None:
        self.last.append(f"{who}: {message!r:.2000}")

    def text(self) -> str:
        return "\n".join(self.last)


async def attack_wire(
    part: Part, wire: Wire, messages: Iterator[str | bytes | Json], kept: Evidence, stop: Stop
) -> set[tuple[str, str]]:
    """Send messages as fast as they are read; the kinds and keys of the answers.

    What the wire hears of games is kept, for those who search it for secrets.
    """
    answers: set[tuple[str, str]] = set()
    while not stop():
        for _ in range(BATCH):
            message = next(messages)
            kept.keep("websocket", message)
            await wire.say(json.dumps(message) if isinstance(message, dict) else message)
        refused = await _hear_all(wire, answers)
        part.work_done("messages over websockets", BATCH)
        part.count("refusals heard", refused)
    return answers


async def _hear_all(wire: Wire, answers: set[tuple[str, str]]) -> int:
    """Wait until all was answered; forget the refusals, and say how many there were."""
    await wire.until_answered()
    forgotten = [m for m in wire.heard if m["type"] in ("refused", "why", "history")]
    answers |= {(m["type"], m.get("key", "")) for m in wire.heard}
    wire.heard[:] = [m for m in wire.heard if m["type"] in ("welcome", "update")]
    wire.texts.clear()
    wire.sent.clear()
    return sum(m["type"] == "refused" for m in forgotten)


async def break_frames(part: Part, guest: Guest, table: str, chance: Random, stop: Stop) -> None:
    """Random bytes in place of frames, bad UTF-8, and connections cut in the middle."""
    while not stop():
        wire = await guest.open(table)
        transport = wire._connection.transport
        kind = chance.randrange(4)
        if kind == 0:
            transport.write(b"\x81\xff" + chance.randbytes(300) + chance.randbytes(3_000))
        elif kind == 1:
            transport.write(b"\x81\x82\0\0\0\0\xff\xfe")
        elif kind == 2:
            for message in list(zip(range(20), wrong_messages(chance), strict=False)):
                with suppress(ConnectionClosed):
                    await wire.say(message[1])
        if kind < 2:
            await wire.until_closed()
        else:
            await wire.hang_up()
        guest.wires.remove(wire)
        part.work_done("connections broken", 1)


async def read_slowly(part: Part, guest: Guest, table: str, chance: Random, stop: Stop) -> None:
    """Ask for much over and over, and read nothing of it for a while."""
    while not stop():
        wire = await guest.open(table)
        wire._connection.transport.pause_reading()
        with suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(STUCK_S):  # a server that cannot write does not read either
                for _ in range(chance.randrange(10, 200)):
                    await wire.say({"type": "resync", "seen": -1})
                    part.work_done("questions of slow readers", 1)
        wire._connection.transport.resume_reading()
        await wire.hang_up()
        guest.wires.remove(wire)


async def send_bytes(
    part: Part, server: Server, chance: Random, kept: Evidence, stop: Stop
) -> None:
    """Odd requests, spoilt ones, and handshakes that are broken off."""
    odd = [data for data, _ in ODD_REQUESTS.values() if len(data) < 20_000]
    right = [post(NO_LINK), request("GET /api/me"), request("GET /ws/a", UPGRADE)]
    while not stop():
        data = bytearray(chance.choice(right))
        for _ in range(chance.randint(1, 5)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        sent = bytes(data) + b"\r\n\r\n" if chance.random() < 0.7 else chance.choice(odd)
        if chance.random() < 0.1:
            sent = sent[: chance.randrange(len(sent))]
        kept.keep("bytes", sent)
        status = await _status_of(server, sent, wants_answer=chance.random() < 0.8)
        check_status(status, sent)
        part.work_done("raw requests", 1)


async def _status_of(server: Server, data: bytes, wants_answer: bool) -> int:
    """The status of the answer; 0 if there is none, or if nobody waits for it."""
    host, port = server.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(data)
        if not wants_answer:
            return 0
        writer.write_eof()
        async with asyncio.timeout(SLOW_S):
            words = (await reader.readline()).split()
        return int(words[1]) if len(words) > 1 else 0
    except (ConnectionError, TimeoutError):
        return 0
    finally:
        writer.transport.abort()


def check_status(status: int, sent: object) -> None:
    """No answer says that the server is broken; it may be busy (503) or know no such HTTP (505)."""
    assert status < 500 or status in (503, 505), f"{status} to {sent!r:.500}"


async def send_requests(
    part: Part,
    guest: Guest,
    paths: Json,
    ids: list[str],
    chance: Random,
    kept: Evidence,
    stop: Stop,
) -> None:
    """Requests by the server's own description, with words in them that may fit or not."""
    operations = [(p, m, o) for p, methods in paths.items() for m, o in methods.items()]
    while not stop():
        path, method, operation = chance.choice(operations)
        for name in _names_in(path):
            word = chance.choice(ids) if chance.random() < 0.6 else _word(chance)
            path = path.replace(f"{{{name}}}", quote(word, safe="") or "x")
        query = {
            q["name"]: _word(chance) for q in operation.get("parameters", []) if q["in"] == "query"
        }
        body = _body(operation, chance)
        kept.keep("request", (method, path, query, body))
        part.work_done("requests by the description", 1)
        try:
            answer = await guest.request(
                method.upper(), path, params=query, content=body, headers=JSON
            )
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            part.count("requests on lines that the server had just closed")
            continue
        guest.answers.clear()
        check_status(answer.status_code, (method, path, query, body))


JSON = {"Content-Type": "application/json"}


def _names_in(path: str) -> list[str]:
    return [piece.partition("}")[0] for piece in path.split("{")[1:]]


def _word(chance: Random) -> str:
    word = chance.choice(BAD_WORDS)
    text = word if isinstance(word, str) else json.dumps(word)
    return text.encode("utf-8", "replace").decode()


def _body(operation: Json, chance: Random) -> bytes | None:
    """A body with the fields that the description names, each with any value."""
    if "requestBody" not in operation:
        return None
    names = (
        "map",
        "seats",
        "name",
        "seat",
        "salt",
        "commitment",
        "token",
        "bot",
        "variant",
        "clock",
        "lang",
    )
    fields = {name: chance.choice(BAD_WORDS) for name in names if chance.random() < 0.5}
    text = json.dumps(fields if chance.random() < 0.8 else chance.choice(BAD_WORDS))
    if chance.random() < 0.1:
        text = text[: chance.randrange(len(text) + 1)]
    return text.encode()
