"""Structs over HTTP: what a route reads and answers, and how the interface is described by it."""

import re
from collections.abc import Awaitable, Callable, Sequence
from email.message import Message
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from han.engine.encoding import encode
from han.server.schema import Schema, refs_in, schemas_of, with_names

PLACE = "#/components/schemas/"
JSON = "application/json"

Endpoint = Callable[..., Awaitable[Any]]

_told: list[Any] = []
_read: list[Any] = []
"""What routes of any application answer and read, for the description of the interface."""


class StructRouter(APIRouter):
    """Routes that read and answer structs, by their annotations."""

    def add_api_route(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Add a route, and what it reads and answers to the description."""
        status = options.get("status_code") or 200
        kind = signature(endpoint).return_annotation
        described = options.get("responses") or {}
        if not _is_a(kind, Response):
            described = {**described, status: answers(kind)}
        for parameter in signature(endpoint).parameters.values():
            if _is_a(parameter.annotation, Struct):
                _read.append(parameter.annotation)
                options["openapi_extra"] = {"requestBody": _body(parameter.annotation)}
        wrapped = _with_structs(endpoint, status)
        super().add_api_route(path, wrapped, **{**options, "responses": described})


def _is_a(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def answers(kind: Any) -> dict[str, Any]:
    """What the description of the interface says about an answer."""
    _told.append(kind)
    return {"content": {JSON: {"schema": _schema(kind)}}}


def _body(kind: type[Struct]) -> dict[str, Any]:
    return {"content": {JSON: {"schema": _schema(kind)}}, "required": True}


def _schema(kind: Any) -> Schema:
    (schema,), _ = schemas_of([kind], PLACE, is_told=True)
    return schema


def _with_structs(endpoint: Endpoint, status: int) -> Endpoint:
    """An endpoint for which structs are read, and whose struct becomes an answer."""

    @wraps(endpoint)
    async def answer(*args: Any, response: Response, **values: Any) -> Response:
        told = await endpoint(*args, **values)
        if isinstance(told, Response):
            return told
        written = Response(encode(told), status, media_type=JSON)
        written.raw_headers.extend(response.raw_headers)  # a new guest's cookie
        return written

    own = signature(endpoint)
    extra = Parameter("response", Parameter.KEYWORD_ONLY, annotation=Response)
    parameters = [*map(_reading, own.parameters.values()), extra]
    answer.__signature__ = own.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=Response
    )
    return answer


def _reading(parameter: Parameter) -> Parameter:
    """A parameter that is a struct is read from the request's body."""
    kind = parameter.annotation
    if not _is_a(kind, Struct):
        return parameter
    return parameter.replace(annotation=Annotated[kind, Depends(_Reader(kind))])


class _Reader:
    """Reads a body of one kind."""

    def __init__(self, kind: type[Struct]) -> None:
        self._decode = msgspec.json.Decoder(kind).decode

    async def __call__(self, request: Request) -> Any:
        try:
            data = await request.body()
        except ClientDisconnect:
            raise HTTPException(400) from None
        if not _is_json(request):
            raise _malformed()
        try:
            return self._decode(data)
        except msgspec.ValidationError as error:
            raise _malformed(*_place(str(error))) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise _malformed() from None


def _is_json(request: Request) -> bool:
    """A page of another site can send anything but that without being asked."""
    header = Message()
    header["content-type"] = request.headers.get("content-type", "")
    subtype = header.get_content_subtype()
    is_application = header.get_content_maintype() == "application"
    return is_application and (subtype == "json" or subtype.endswith("+json"))


def _malformed(*place: str) -> RequestValidationError:
    return RequestValidationError([{"loc": ("body", *place)}])


def _place(text: str) -> list[str]:
    """Where in a body something is wrong, by what msgspec says about it."""
    path = re.search(r" - at `\$(.*)`$", text)
    inside = re.findall(r"[^.\[\]]+", path[1]) if path else []
    field = re.search(r"field `([^`]*)`", text)
    return [*inside, field[1]] if field else inside


class DescribedApp(FastAPI):
    """An application whose description has the schemas of all structs."""

    def openapi(self) -> dict[str, Any]:
        """The description of the HTTP interface."""
        if not self.openapi_schema:
            described, used = with_names(super().openapi(), PLACE)
            parts = self.components(PLACE) | used
            described.setdefault("components", {}).setdefault("schemas", {}).update(parts)
            self.openapi_schema = described
        return self.openapi_schema

    def components(
        self, place: str, told: Sequence[Any] = (), read: Sequence[Any] = ()
    ) -> dict[str, Schema]:
        """The schemas of what routes answer and read, and of more that is told and read."""
        used = refs_in(get_openapi(title=self.title, version=self.version, routes=self.routes))
        here = [
            [kind for kind in kinds if refs_in(_schema(kind)) & used] for kinds in (_told, _read)
        ]
        _, answered = schemas_of([*here[0], *told], place, is_told=True)
        _, taken = schemas_of([*here[1], *read], place, is_told=False)
        parts, named = with_names(answered | taken, place)
        return {**parts, **named}
