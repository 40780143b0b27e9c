"""Bytes that are hardly HTTP any more, and clients that keep everybody waiting."""

import json
import socket
from contextlib import ExitStack, closing
from random import Random

import pytest

from server.running import Server
from waiting import HUNG_S, wait_until

JSON = "Content-Type: application/json\r\n"
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
NO_LINK = '{"token":"x"}'


def dial(server: Server) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), HUNG_S)


def status_of(server: Server, data: bytes) -> int:
    """The status of the answer to some bytes; 0 if the server just hangs up."""
    with closing(dial(server)) as line:
        line.sendall(data)
        return answer_on(line)


def answer_on(line: socket.socket) -> int:
    answer = b""
    while b"\r\n" not in answer and (more := line.recv(4096)):
        answer += more
    return int(answer.split()[1]) if answer else 0


def request(head: str, *headers: str, body: bytes = b"") -> bytes:
    lines = "".join(headers) or f"Content-Length: {len(body)}\r\n"
    return f"{head} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode("latin-1") + body


def post(body: bytes | str, path: str = "/api/resume") -> bytes:
    data = body.encode() if isinstance(body, str) else body
    return request(f"POST {path}", JSON, f"Content-Length: {len(data)}\r\n", body=data)


def chunks(*sizes: int) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (size, b" " * size) for size in sizes)


ODD_REQUESTS: dict[str, tuple[bytes, int]] = {
    "garbage": (bytes(range(256)), 400),
    "nothing of HTTP": (b"\r\n\r\nHELO example.org\r\n\r\n", 400),
    "a start without an end": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 10, 400),
    "no host": (b"GET /api/bots HTTP/1.1\r\n\r\n", 200),
    "an odd host": (b"GET /api/me HTTP/1.1\r\nHost: [\r\n\r\n", 403),
    "another host": (b"GET http://[::1]:99/api/bots HTTP/1.1\r\nHost: a\r\n\r\n", 403),
    "bare line feeds": (b"GET /api/bots HTTP/1.1\nHost: a\n\n", 400),
    "a path up": (request("GET /../../../etc/passwd"), 404),
    "a coded path up": (request("GET /api/tables/..%2f..%2fetc%2fpasswd"), 404),
    "a path of NUL": (request("GET /api/tables/%00"), 422),
    "a path of halves": (request("GET /api/invites/%ed%a0%80"), 422),
    "a path beyond ASCII": (request("GET /api/tables/\xff"), 400),
    "a long path": (request(f"GET /api/tables/{'a' * 30_000}"), 422),
    "a longer path": (request(f"GET /{'a' * 100_000}"), 400),
    "a long query": (request(f"GET /api/lobby?{'a=b&' * 7_000}"), 200),
    "a seat beyond all": (request(f"DELETE /api/tables/a/seats/{'9' * 5000}"), 422),
    "a seat below": (request("DELETE /api/tables/a/seats/-1"), 422),
    "an asterisk": (request("OPTIONS *"), 404),
    "a tunnel": (request("CONNECT example.org:80"), 400),
    "a trace": (request("TRACE /api/me"), 405),
    "many headers": (request("GET /api/me", "A: b\r\n" * 10_000), 431),
    "a large header": (request("GET /api/me", f"A: {'b' * 100_000}\r\n"), 431),
    "a large cookie": (request("GET /api/bots", f"Cookie: {'b=c; ' * 5_000}\r\n"), 200),
    "many cookies": (request("GET /api/me", "Cookie: han_guest=a.b\r\n" * 500), 200),
    "a header of odd bytes": (request("GET /api/bots", "Accept-Language: \xff\xfe\r\n"), 200),
    "a header of NUL": (request("GET /api/bots", "A: \0\r\n"), 400),
    "a length that is none": (request("POST /api/resume", JSON, "Content-Length: x\r\n"), 400),
    "a length below": (request("POST /api/resume", JSON, "Content-Length: -1\r\n"), 400),
    "an odd digit": (request("POST /api/resume", JSON, "Content-Length: \xb2\r\n"), 400),
    "a length beyond all": (
        request("POST /api/resume", JSON, f"Content-Length: {'9' * 19}\r\n"),
        413,
    ),
    "two lengths": (
        request("POST /api/resume", JSON, "Content-Length: 2\r\nContent-Length: 13\r\n"),
        400,
    ),
    "a length and pieces": (
        request("POST /api/resume", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"),
        400,
    ),
    "too much": (post(b" " * 70_000), 413),
    "too much in pieces": (
        request("POST /api/resume", JSON, "Transfer-Encoding: chunked\r\n")
        + chunks(*[16_384] * 5, 0),
        413,
    ),
    "too much for reading": (request("GET /api/me", "Content-Length: 70000\r\n"), 413),
    "pieces of an odd size": (
        request("POST /api/resume", JSON, "Transfer-Encoding: chunked\r\n") + b"-1\r\n\r\n",
        400,
    ),
    "a body that is empty": (post(""), 422),
    "a body that is none": (post(NO_LINK[:-1]), 422),
    "a body beyond UTF-8": (post(b'{"token":"\xff"}'), 422),
    "half a character": (post('{"token":"\\ud800"}'), 422),
    "half a character as a key": (post('{"\\ud800":"x"}'), 422),
    "a number beyond all": (post('{"token":%s}' % ("9" * 5000)), 422),
    "no number": (post('{"token":NaN}'), 422),
    "a deep body": (post("[" * 60_000), 422),
    "a deep right body": (post("[" * 30_000 + "]" * 30_000), 422),
    "many keys": (post(json.dumps({str(i): i for i in range(4_000)})), 422),
    "the same key twice": (post('{"token":"x","token":"y"}'), 409),
    "an upgrade to something": (
        request("GET /api/bots", "Connection: Upgrade\r\nUpgrade: h2c\r\n"),
        200,
    ),
    "a websocket elsewhere": (request("GET /api/me", UPGRADE), 403),
    "a websocket of NUL": (request("GET /ws/%00", UPGRADE), 403),
    "a websocket with odd commands": (request("GET /ws/a?seat=9&seen=x&lang=xx", UPGRADE), 403),
    "a websocket with many headers": (request("GET /ws/a", "A: b\r\n" * 200, UPGRADE), 431),
    "a websocket with a large cookie": (
        request("GET /ws/a", f"Cookie: {'a' * 9_000}\r\n", UPGRADE),
        431,
    ),
    "a websocket without a key": (
        request("GET /ws/a", UPGRADE.partition("Sec-WebSocket-Key")[0]),
        400,
    ),
    "a websocket that is posted": (request("POST /ws/a", UPGRADE), 405),
}


@pytest.mark.parametrize(("data", "status"), ODD_REQUESTS.values(), ids=ODD_REQUESTS)
def test_an_odd_request_gets_an_answer(target: Server, data: bytes, status: int) -> None:
    assert status_of(target, data) == status


TURNED_AWAY = {
    "a request": request("GET /api/me", "A: b\r\n" * 10_000),
    "a websocket": request("GET /ws/a", "A: b\r\n" * 200, UPGRADE),
}


@pytest.mark.parametrize("beginning", [*TURNED_AWAY.values(), b"?"], ids=[*TURNED_AWAY, "nonsense"])
def test_who_sends_on_after_a_bad_request_is_still_told_why(
    target: Server, beginning: bytes
) -> None:
    with closing(dial(target)) as line:
        line.sendall(beginning + b" " * 8_000_000)
        assert answer_on(line) in (400, 431)


@pytest.mark.parametrize("head", TURNED_AWAY.values(), ids=TURNED_AWAY)
def test_who_was_turned_away_and_stays_is_cut_off(short_timeout: Server, head: bytes) -> None:
    with closing(dial(short_timeout)) as line:
        line.sendall(head)
        assert answer_on(line) == 431
        wait_until(lambda: is_cut_off(line), "the end of the connection")


def is_cut_off(line: socket.socket) -> bool:
    try:
        line.sendall(b" ")
    except ConnectionError:
        return True
    return False


def test_spoilt_requests_get_an_answer_or_none(target: Server) -> None:
    """Right requests with wrong bytes in them, all over the place."""
    rng = Random(4)
    right = [post(NO_LINK), request("GET /api/me"), request("GET /ws/a", UPGRADE)]
    for _ in range(300):
        data = bytearray(rng.choice(right))
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        status = status_of(target, bytes(data) + b"\r\n\r\n")
        assert status < 500 or status == 505
    assert status_of(target, request("GET /readyz")) == 200


def test_requests_in_a_row_are_answered_in_a_row(target: Server) -> None:
    with closing(dial(target)) as line:
        line.sendall((request("GET /api/bots") + post(NO_LINK)) * 9 + request("GET /none"))
        heard = b""
        while b"404 Not Found" not in heard:
            heard += line.recv(65_536)
    statuses = [int(part.split(maxsplit=1)[0]) for part in heard.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200, 409] * 9 + [404]


def test_not_so_many_in_a_row_that_they_fill_the_memory(target: Server) -> None:
    with closing(dial(target)) as line:
        line.sendall(request("GET /api/bots") * 1_000)
        assert answer_on(line) in (200, 400)
        until_hung_up(line)


def test_whoever_hangs_up_early_troubles_nobody(target: Server) -> None:
    for count in range(1, 40):
        with closing(dial(target)) as line:
            line.sendall(request("GET /api/openapi.json") * count)
    with closing(dial(target)) as line:
        line.sendall(request("GET /ws/a", UPGRADE))
    assert status_of(target, request("GET /readyz")) == 200


BEGINNINGS = (b"", b"G", b"\r\n", request("GET /api/me")[:-2])


@pytest.mark.parametrize(
    ("beginning", "is_first"),
    [(one, True) for one in BEGINNINGS] + [(one, False) for one in BEGINNINGS if one],
)
def test_who_does_not_finish_a_request_is_not_waited_for(
    short_timeout: Server, beginning: bytes, is_first: bool
) -> None:
    with closing(dial(short_timeout)) as line:
        if not is_first:
            line.sendall(request("GET /api/bots"))
            assert answer_on(line) == 200
        line.sendall(beginning)
        until_hung_up(line)


def until_hung_up(line: socket.socket) -> None:
    try:
        while line.recv(65_536):
            pass
    except ConnectionResetError:
        pass


def status_beside_silent_lines(server: Server) -> int | None:
    """What somebody is told while others keep all lines busy, which are cut soon.

    None if the server has cut one of them off before.
    """
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(dial(server))) for _ in range(8)]
        status = status_of(server, b"")
        were_open = all(map(is_open, lines))
        for line in lines:
            until_hung_up(line)
    return status if were_open else None


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    finally:
        line.settimeout(HUNG_S)


@pytest.mark.parametrize(
    "head",
    [
        request("POST /api/resume", JSON, "Content-Length: 100\r\n"),
        request("POST /api/resume", JSON, "Transfer-Encoding: chunked\r\n") + b"5\r\n",
        request("POST /api/resume", JSON, "Expect: 100-continue\r\nContent-Length: 9\r\n"),
    ],
)
def test_nor_who_does_not_finish_a_body(short_timeout: Server, head: bytes) -> None:
    with closing(dial(short_timeout)) as line:
        line.sendall(head)
        if b"Expect" in head:
            assert answer_on(line) == 100
        assert answer_on(line) == 408
        until_hung_up(line)


def test_nobody_takes_all_the_lines(short_timeout: Server) -> None:
    while (status := status_beside_silent_lines(short_timeout)) is None:
        pass
    assert status == 503
    assert status_of(short_timeout, request("GET /readyz")) == 200
