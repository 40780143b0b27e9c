"""The browser's client: built files, and one page for every address that people see."""

import os
from os import stat_result
from pathlib import Path
from urllib.parse import quote

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from starlette.requests import HTTPConnection
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from han.messages import message
from han.server.api.access import language_of
from han.server.api.packing import PACKED, VARY, takes_packed
from han.server.api.previews import preview_tags

CLIENT = Path(__file__).parent.parent / "client"
ADDRESSES = (
    "/",
    "/new",
    "/lobby",
    "/settings",
    "/rules",
    "/replay",
    "/replay/{table}",
    "/t/{table}",
    "/j/{invite}",
    "/r/{token}",
)
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_END_OF_HEAD = "  </head>"

_LOCAL = "local-"
"""With this the ids of tables begin that a browser keeps itself (``web/src/local``)."""
_KINDS = {".js": "rel=modulepreload", ".css": "rel=preload; as=style; crossorigin"}


class KeptFiles(StaticFiles):
    """Files with a word to browsers about how long they stay good; packed ones where there are."""

    def __init__(self, directory: Path, cache: str) -> None:
        """Serve a folder; it may be missing until the client is built."""
        super().__init__(directory=directory, check_dir=False)
        self._cache = cache

    def file_response(
        self, full_path: PathLike, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, and whether it must be asked for again."""
        packed = Path(f"{os.fspath(full_path)}.gz")
        headers = {"Cache-Control": self._cache, **VARY}
        if packed.is_file() and takes_packed(HTTPConnection(scope)):
            full_path, stat_result = packed, packed.stat()
            headers |= PACKED
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(headers)
        return response


def add_pages(app: FastAPI) -> None:
    """Serve the client if it was built; else say so."""
    for address in ADDRESSES:
        app.add_api_route(address, _show, methods=["GET", "HEAD"], include_in_schema=False)
    if CLIENT.is_dir():
        # names of these files change with what is in them
        app.mount("/assets", KeptFiles(CLIENT / "assets", FOR_EVER))
        app.mount("/", KeptFiles(CLIENT, ASK_AGAIN))


async def _show(request: Request) -> Response:
    return await show_page(request)


async def show_page(request: Request, status: int = 200) -> Response:
    """The client's one page; the browser finds out what to show at this address."""
    page = CLIENT / "index.html"
    if page.is_file():
        headers = {"Cache-Control": ASK_AGAIN, "Link": _link(request)}
        text = page.read_text("utf-8").replace(_END_OF_HEAD, preview_tags(request) + _END_OF_HEAD)
        return HTMLResponse(text, status, headers={k: v for k, v in headers.items() if v})
    return PlainTextResponse(message("server.no_client", language_of(request)), status)


def _link(request: Request) -> str:
    """What the page at this address will ask for, so that the browser fetches it at once."""
    needed = CLIENT / "needed.json"
    address = getattr(request.scope.get("route"), "path", "")
    if not needed.is_file() or address not in ADDRESSES:
        return ""
    files: dict[str, list[str]] = msgspec.json.decode(needed.read_bytes())
    lang = language_of(request)
    wanted = [*files.get(address, ()), *files.get(lang, ())]
    links = [f"</{name}>; {_KINDS[Path(name).suffix]}" for name in dict.fromkeys(wanted)]
    table = quote(request.path_params.get("table", ""), safe="")
    if address == "/t/{table}" and not table.startswith(_LOCAL):
        links.append(f"</api/tables/{table}?lang={lang}>; rel=preload; as=fetch; crossorigin")
    return ", ".join(links)


def wants_page(request: Request) -> bool:
    """Whether a person asks, with a browser, and there is a client that can answer."""
    is_page = not request.url.path.startswith(("/api/", "/assets/"))
    return is_page and "text/html" in request.headers.get("accept", "") and CLIENT.is_dir()
