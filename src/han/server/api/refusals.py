"""Errors as answers: one sentence in the client's language, and a status that fits."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from han.engine.encoding import encode
from han.messages import HanError
from han.server.api.access import TooManyError, UnknownMapError, language_of
from han.server.api.pages import show_page, wants_page
from han.server.api.structs import JSON, answers
from han.server.hub import UnknownTableError
from han.server.reply import Reply, refuse, refuse_for
from han.server.store import StoreError

_FORBIDDEN = ("table.not_your_seat", "table.host_only")
_UNAVAILABLE = ("server.busy", "server.cannot_save")
_KNOWN = {
    404: "server.no_such_page",
    405: "server.no_such_method",
    408: "server.too_slow",
    413: "server.too_large",
}


METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
LONGEST_PLACE = 100
"""How much is said of where a request is wrong: the place has a client's words in it."""


class Refusal(Struct, frozen=True):
    """Why something was not done."""

    key: str
    text: str
    rule: str | None


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What the description of the interface says about these statuses."""
    return {status: answers(Refusal) for status in statuses}


class RefusedError(Exception):
    """A command that the hub refused."""

    def __init__(self, refused: Reply) -> None:
        """Keep the refusal."""
        super().__init__(refused.key)
        self.refused = refused


def set_up_refusals(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Answer every error in the same shape; ``routes`` are what there is."""

    @app.api_route("/api/{rest:path}", methods=METHODS, include_in_schema=False)
    async def nothing_here(request: Request) -> None:
        """Keep what is no route of ours from those that serve files."""
        raise HTTPException(405 if _methods(request, routes) else 404)

    @app.exception_handler(RefusedError)
    async def refused(_: Request, error: RefusedError) -> Response:
        return _answer(_status(error.refused.key), error.refused)

    @app.exception_handler(HanError)
    async def han_error(request: Request, error: HanError) -> Response:
        refused = refuse(error, language_of(request))
        if isinstance(error, StoreError):
            refused = refuse_for("server.cannot_save", language_of(request))
        return _answer(_status_of(error, refused.key), refused)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        return _malformed(request, ".".join(map(str, error.errors()[0]["loc"])))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and wants_page(request):
            return await show_page(request, 404)
        if error.status_code == 400:  # a body that is no JSON, or more than Python can read
            return _malformed(request, "body")
        key = _KNOWN.get(error.status_code, "server.refused")
        answer = _answer(error.status_code, refuse_for(key, language_of(request)))
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["Allow"] = ", ".join(_methods(request, routes))
        return answer

    @app.exception_handler(Exception)
    async def failed(request: Request, _: Exception) -> Response:
        return _answer(500, refuse_for("server.failed", language_of(request)))


def _methods(request: Request, routes: Sequence[BaseRoute]) -> list[str]:
    """What can be done with a page; the framework would name the methods of one route only."""
    here = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in here for method in getattr(route, "methods", ())})


def _malformed(request: Request, where: str) -> Response:
    where = where[:LONGEST_PLACE]
    return _answer(422, refuse_for("server.bad_request", language_of(request), where=where))


def _status_of(error: HanError, key: str) -> int:
    if isinstance(error, TooManyError):
        return 429
    return 404 if isinstance(error, UnknownTableError | UnknownMapError) else _status(key)


def _status(key: str) -> int:
    if key in _FORBIDDEN:
        return 403
    if key == "server.no_such_table":
        return 404
    return 503 if key in _UNAVAILABLE else 409


def _answer(status: int, refused: Reply) -> Response:
    # a client's words may be in it, and JSON knows halves of characters that UTF-8 does not
    text = refused.text.encode("utf-8", "replace").decode()
    refusal = Refusal(refused.key, text, refused.rule or None)
    return Response(encode(refusal), status, media_type=JSON)
