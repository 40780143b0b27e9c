"""Who sends a request, in which language, and whether the rate limit lets it pass."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from han.messages import LANGUAGES, HanError
from han.server.identity import COOKIE, COOKIE_SECONDS, Guest, GuestTokens
from han.server.limits import client_at
from han.server.services import Services


class TooManyError(HanError):
    """A client asks more than it may."""


class UnknownMapError(HanError):
    """There is no such map."""


def services_of(request: Request) -> Services:
    """The parts of the server."""
    services: Services = request.app.state.services
    return services


Server = Annotated[Services, Depends(services_of)]


def language_of(request: Request) -> str:
    """The language that a client asks for: by name, or by its browser's settings."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


Language = Annotated[str, Depends(language_of)]


@dataclass(frozen=True)
class Requester:
    """The guest who sends a request; somebody without a cookie becomes a new guest."""

    guest: Guest
    client: str
    """The address, for limits."""

    @property
    def id(self) -> str:
        """What tables know them by."""
        return self.guest.id


def requester_of(request: Request, response: Response, server: Server) -> Requester:
    """Recognise a guest by the cookie, or make a new one."""
    guest = server.guest_tokens.guest_of_cookie(request.cookies.get(COOKIE))
    if guest is None:
        guest = server.guest_tokens.new_guest()
        set_cookie(request, response, server.guest_tokens, guest)
    return Requester(guest, client_of(request))


RequestedBy = Annotated[Requester, Depends(requester_of)]


def client_of(connection: HTTPConnection) -> str:
    """Where a request or a websocket comes from."""
    return client_at(connection.client.host if connection.client else None)


def check_history_rate(server: Services, requester: Requester, cost: float = 1) -> None:
    """Limit the rate of requests for histories, which take the server long."""
    if not server.histories.take(requester.client, cost):
        raise TooManyError("server.too_many_requests")


def set_cookie(
    request: Request, response: Response, guest_tokens: GuestTokens, guest: Guest
) -> None:
    """Let the browser keep who somebody is, out of the reach of scripts and other sites."""
    response.set_cookie(
        COOKIE,
        guest_tokens.cookie(guest),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
