"""People with browsers: each guest has cookies of their own, and websockets to tables."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec

import httpx
from websockets.asyncio.client import connect

from server.running import Server
from server.wires import TIMEOUT_S, Json, Wire
from waiting import run

__all__ = ["TIMEOUT_S", "Guest", "Json", "Wire", "live", "visiting"]

P = ParamSpec("P")

_opened: ContextVar[AsyncExitStack] = ContextVar("opened")


@asynccontextmanager
async def visiting() -> AsyncIterator[None]:
    """Guests may come inside; what they opened is closed at the end."""
    async with AsyncExitStack() as stack:
        _opened.set(stack)
        yield


def live(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that runs in a loop of its own; what its guests opened is closed at the end."""

    async def with_guests(*args: P.args, **kwargs: P.kwargs) -> None:
        async with visiting():
            await test(*args, **kwargs)

    @wraps(test)
    def run_test(*args: P.args, **kwargs: P.kwargs) -> None:
        run(with_guests(*args, **kwargs))

    return run_test


class Guest:
    """Somebody who plays without an account."""

    def __init__(self, server: Server) -> None:
        """Come as somebody new, with a browser that has never been here."""
        self.server = server
        self.answers: list[httpx.Response] = []
        """All answers, for those who search them for secrets."""
        self.wires: list[Wire] = []
        self._http = httpx.AsyncClient(trust_env=False, verify=False, timeout=TIMEOUT_S)
        _opened.get().push_async_callback(self._http.aclose)

    @property
    def cookies(self) -> httpx.Cookies:
        """What the browser keeps."""
        return self._http.cookies

    async def request(
        self, method: str, path: str, body: object = None, **options: Any
    ) -> httpx.Response:
        """Ask the server something, and take whatever it answers."""
        if body is not None:
            options["json"] = body
        answer = await self._http.request(method, self.server.address + path, **options)
        self.answers.append(answer)
        return answer

    async def get(self, path: str, **params: object) -> Any:
        """The value at an address."""
        return _accepted(await self.request("GET", path, params=params))

    async def post(self, path: str, **body: object) -> Any:
        """What becomes of a command."""
        return _accepted(await self.request("POST", path, body))

    async def put(self, path: str, **body: object) -> Any:
        """The same, for something that is to be so."""
        return _accepted(await self.request("PUT", path, body))

    async def refusal(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """The status and the reason of a request that must not succeed."""
        answer = await self.request(method, path, body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["key"]

    async def create(
        self, *seats: str | Json, name: str = "Host", salt: str | None = "", **options: Any
    ) -> Json:
        """Set a table up. A seat is a kind (`me`, `open`), a bot's name, or all its keys.

        Without a salt, not even an empty one, the table waits for it later.
        """
        body = {"map": "border-disputes", "seats": [_seat(s) for s in seats], "name": name}
        table: Json = await self.post("/api/tables", **body | options)
        return await self.add_salt(table, salt) if table["mine"] and salt is not None else table

    async def sit(self, table: Json, name: str, salt: str | None = "", **keys: object) -> Json:
        """Follow the invitation to a table."""
        path = f"/api/invites/{table['invite']}/seat"
        seated: Json = await self.post(path, name=name, **keys)
        return seated if salt is None else await self.add_salt(seated, salt)

    async def add_salt(self, table: Json, salt: str = "") -> Json:
        """Add a salt to the shuffle, or say that none will come, having seen the commitment."""
        path, commitment = f"/api/tables/{table['id']}/salt", table["commitment"]
        salted: Json = await self.put(path, commitment=commitment, salt=salt)
        return salted

    async def start(self, table: Json) -> Json:
        """Begin, as the host."""
        started: Json = await self.post(f"/api/tables/{table['id']}/start")
        return started

    async def record(self, table: Json) -> str:
        """The record of a finished game."""
        answer = await self.request("GET", f"/api/tables/{table['id']}/record")
        assert answer.status_code == 200, answer.text
        return answer.text

    async def connect(
        self, table: Json, seat: int | None = None, seen: int | None = None, lang: str = "en"
    ) -> Wire:
        """Look at a table over a websocket, and hear the welcome."""
        wire = await self.open(table["id"], seat=seat, seen=seen, lang=lang)
        await wire.expect("welcome")
        return wire

    async def open(self, table: str, headers: Json | None = None, **params: object) -> Wire:
        """A websocket, whatever the server says to it."""
        query = httpx.QueryParams({k: str(v) for k, v in params.items() if v is not None})
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = await connect(
            f"{self.server.ws_address}/ws/{table}?{query}",
            additional_headers={"Cookie": cookie, **(headers or {})},
            proxy=None,
            compression=None,
            max_size=None,
            open_timeout=TIMEOUT_S,
            ping_interval=None,  # a server on a busy machine may be slow to answer
        )
        wire = Wire(connection)
        self.wires.append(wire)
        _opened.get().push_async_callback(wire.close)
        return wire


def _seat(seat: str | Json) -> Json:
    if isinstance(seat, dict):
        return seat
    return {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}


def _accepted(answer: httpx.Response) -> Any:
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return answer.json() if answer.content else None
