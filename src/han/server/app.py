"""The application: HTTP, websockets, and the pages of the browser's client."""

from contextlib import suppress
from typing import Annotated, Literal

from fastapi import Query, WebSocket, WebSocketDisconnect

from han.server.answers import refused
from han.server.api import health, imports, pages, people, reference, replays, tables
from han.server.api.access import client_of
from han.server.api.refusals import refusals, set_up_refusals
from han.server.api.structs import DescribedApp
from han.server.hub import UnknownTableError
from han.server.identity import COOKIE
from han.server.live_table import LiveTable
from han.server.middleware import RequestMiddleware, is_cross_site
from han.server.reply import refuse_for
from han.server.services import Services
from han.server.socket import POLICY, RESTART, TRY_LATER, Socket
from han.server.store import StoreError
from han.server.wire import encode_message
from han.table.telling import Viewer
from han.version import __version__

NO_SUCH_TABLE = 4404


def make_app(services: Services) -> DescribedApp:
    """The application around the parts of a server, which others start and stop."""
    app = DescribedApp(
        title="HAN table server",
        version=__version__,
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        openapi_url="/api/openapi.json",
        responses=refusals(403, 408, 413, 429, 503),
    )
    app.state.services = services
    routers = [part.router for part in (tables, imports, replays, people, reference, health)]
    for router in routers:
        app.include_router(router)
    set_up_refusals(app, [route for router in routers for route in router.routes])
    app.add_api_websocket_route("/ws/{table}", serve_socket)
    pages.add_pages(app)
    app.add_middleware(RequestMiddleware, services=services)
    return app


async def serve_socket(
    socket: WebSocket,
    table: tables.TableId,
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
    seen: Annotated[int | None, Query(ge=-1, le=2**31)] = None,
    lang: Literal["en", "de", "fr", "it"] = "en",
) -> None:
    """Look at a table, from one of one's seats or as a spectator."""
    services: Services = socket.app.state.services
    is_for_us = services.host_names.include(socket.headers.get("host"))
    if not is_for_us or is_cross_site(socket.headers, services.config.origins):
        return await socket.close(POLICY)
    client = client_of(socket)
    with suppress(WebSocketDisconnect):  # some are gone before we have said a word
        await socket.accept()
        if not services.is_ready:
            return await socket.close(RESTART)
        if not services.requests.take(client):
            return await _refuse(socket, TRY_LATER, "server.too_many_requests", lang)
        if not services.sockets.acquire(client):
            return await _refuse(socket, TRY_LATER, "server.too_many_sockets", lang)
        try:
            await _follow_table(socket, services, table, seat, seen, lang)
        finally:
            services.sockets.release(client)


async def _follow_table(
    socket: WebSocket, services: Services, table: str, seat: int | None, seen: int | None, lang: str
) -> None:
    guest = services.guest_tokens.guest_of_cookie(socket.cookies.get(COOKIE))
    guest_id = guest.id if guest else ""
    viewer = Viewer(guest_id, seat)
    try:
        live = await services.hub.live_table(table)
        with live.in_use():  # nobody must listen to a table that has been forgotten
            await services.hub.refresh(live, seen)
            if not _may_look(live, viewer):
                return await _refuse(socket, POLICY, "table.not_your_seat", lang)
            limits, allowance = services.config.limits, services.allow(client_of(socket), guest_id)
            await Socket(socket, services.hub, live, viewer, lang, limits, allowance).serve(seen)
    except UnknownTableError as error:
        await _refuse(socket, NO_SUCH_TABLE, error.key, lang)
    except StoreError:
        await _refuse(socket, TRY_LATER, "server.cannot_save", lang)


def _may_look(live: LiveTable, viewer: Viewer) -> bool:
    """Whether somebody may look from a seat."""
    return viewer.seat is None or viewer.seat in live.table.seats_of(viewer.guest)


async def _refuse(socket: WebSocket, code: int, key: str, lang: str) -> None:
    said = refused(None, refuse_for(key, lang))
    await socket.send_text(encode_message(said).decode())
    await socket.close(code)
