"""People without accounts: who one is, one's tables, and coming back on another device."""

from typing import Annotated

from fastapi import Query, Request, Response
from msgspec import Struct

from han.server.api.access import RequestedBy, Server, set_cookie
from han.server.api.bodies import ResumeBody
from han.server.api.refusals import refusals
from han.server.api.structs import StructRouter
from han.server.summary import Summary, read_summary
from han.table.errors import TableError
from han.table.state import Status

router = StructRouter(prefix="/api")

LISTED = 100

StatusQuery = Annotated[Status | None, Query(description="only tables of this status")]


class Me(Struct, frozen=True):
    """What somebody may know about oneself."""

    resume: str
    """The secret part of the personal link `/r/…`: whoever has it plays as this person."""


class OwnTable(Struct, frozen=True):
    """One of somebody's tables, and where they sit."""

    table: Summary
    mine: tuple[int, ...]


@router.get("/me")
async def me(requester: RequestedBy, server: Server) -> Me:
    """A link to come back with; somebody new gets a cookie."""
    return Me(server.guest_tokens.link(requester.guest))


@router.get("/me/tables", responses=refusals(422))
async def my_tables(
    requester: RequestedBy, server: Server, status: StatusQuery = None
) -> list[OwnTable]:
    """The tables at which somebody sits, all or those of one status, the latest first."""
    found = await server.store.games_of(requester.id, LISTED, status)
    return [OwnTable(read_summary(text), tuple(seats)) for text, seats in found]


@router.post("/resume", status_code=204, responses=refusals(403, 409, 422))
async def resume(body: ResumeBody, request: Request, server: Server) -> Response:
    """Become, on this device, the person whose personal link it is."""
    guest = server.guest_tokens.guest_of_link(body.token)
    if guest is None:
        raise TableError("server.bad_link")
    response = Response(status_code=204)
    set_cookie(request, response, server.guest_tokens, guest)
    return response
