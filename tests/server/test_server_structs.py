"""Routes that read and answer structs: what arrives, and what is said about a wrong body."""

from typing import Annotated, Any

import httpx
import pytest
from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from msgspec import Struct

from han.server.api.bodies import TableBody
from han.server.api.structs import DescribedApp, StructRouter
from waiting import run


class Told(Struct, frozen=True):
    """What the route answers."""

    seats: int
    map: str


def _set_cookie(response: Response) -> str:
    response.set_cookie("who", "Ann")
    return "Ann"


def make_app() -> DescribedApp:
    router = StructRouter()

    @router.post("/tables/{number}", status_code=201)
    async def make(number: int, body: TableBody, who: Annotated[str, Depends(_set_cookie)]) -> Told:
        assert (number, who) == (7, "Ann")
        return Told(body.players, body.map)

    app = DescribedApp()
    app.include_router(router)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse(list(error.errors()[0]["loc"]), 422)

    return app


def post(content: bytes, kind: str = "application/json") -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(make_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://han") as client:
            headers = {"Content-Type": kind}
            return await client.post("/tables/7", content=content, headers=headers)

    return run(ask())


GOOD = b'{"map": "m", "name": "Ann", "seats": [{"kind": "me"}, {"kind": "open"}]}'


@pytest.mark.parametrize("kind", ["application/json", "application/problem+json; charset=utf-8"])
def test_a_struct_arrives_and_a_struct_is_answered(kind: str) -> None:
    answer = post(GOOD, kind)
    assert (answer.status_code, answer.json()) == (201, {"seats": 2, "map": "m"})
    assert answer.headers["content-type"] == "application/json"
    assert answer.cookies["who"] == "Ann", "what dependencies have set is sent, too"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_read(kind: str) -> None:
    answer = post(GOOD, kind)
    assert (answer.status_code, answer.json()) == (422, ["body"])


WRONG: dict[bytes, list[str]] = {
    b"": ["body"],
    b"{": ["body"],
    b"[" * 100_000: ["body"],
    b'{"map": "\xff"}': ["body"],
    b'{"map": "\\ud800"}': ["body"],
    b"[]": ["body"],
    b'{"map": 1}': ["body", "map"],
    GOOD.replace(b'"m"', b'"' + 61 * b"m" + b'"'): ["body", "map"],
    GOOD.replace(b'"me"', b'"us"'): ["body", "seats", "0", "kind"],
    GOOD.replace(b', {"kind": "open"}', b""): ["body", "seats"],
    GOOD.replace(b'"name": "Ann", ', b""): ["body", "name"],
    GOOD.replace(b'"name": "Ann"', b'"name": "Ann", "seed": 1'): ["body", "seed"],
    GOOD.replace(b'"name": "Ann"', b'"name": "Ann", "players": 2'): ["body", "players"],
    GOOD.replace(b'"name"', b'"clock": {"sand": 1}, "name"'): ["body", "clock", "sand"],
    GOOD.replace(b'"name"', b'"start": 5, "name"'): ["body", "start"],
    GOOD.replace(b'"name"', b'"variant": "yes", "name"'): ["body", "variant"],
}


@pytest.mark.parametrize("body", WRONG, ids=range(len(WRONG)))
def test_the_place_of_what_is_wrong_is_told(body: bytes) -> None:
    answer = post(body)
    assert (answer.status_code, answer.json()) == (422, WRONG[body])


def test_the_description_says_what_is_read_and_answered() -> None:
    described: dict[str, Any] = make_app().openapi()
    route = described["paths"]["/tables/{number}"]["post"]
    read = route["requestBody"]["content"]["application/json"]["schema"]
    assert read == {"$ref": "#/components/schemas/TableBody"}
    told = route["responses"]["201"]["content"]["application/json"]["schema"]
    assert told == {"$ref": "#/components/schemas/Told"}
