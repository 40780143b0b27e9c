"""The browser's client: built files, and one page for every address that people see."""

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, PlainTextResponse, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from han.messages import message
from han.server.api.access import language_of

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
WORTH_SHRINKING = 1000
"""Bytes from which on a file travels compressed. Answers of the API do not: they hold secrets."""


class KeptFiles(StaticFiles):
    """Files with a word to browsers about how long they stay good."""

    def __init__(self, directory: Path, cache: str) -> None:
        """Serve a folder; it may be missing until the client is built."""
        super().__init__(directory=directory, check_dir=False)
        self._cache = cache

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """A file, and whether it must be asked for again."""
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]  # as it came
        response.headers["Cache-Control"] = self._cache
        return response


def add_pages(app: FastAPI) -> None:
    """Serve the client if it was built; else say so."""
    for address in ADDRESSES:
        app.add_api_route(address, _show, include_in_schema=False)
    if CLIENT.is_dir():
        # names of these files change with what is in them
        for path, files in (
            ("/assets", KeptFiles(CLIENT / "assets", FOR_EVER)),
            ("/", KeptFiles(CLIENT, ASK_AGAIN)),
        ):
            app.mount(path, GZipMiddleware(files, minimum_size=WORTH_SHRINKING))


async def _show(request: Request) -> Response:
    return await show_page(request)


async def show_page(request: Request, status: int = 200) -> Response:
    """The client's one page; the browser finds out what to show at this address."""
    page = CLIENT / "index.html"
    if page.is_file():
        return FileResponse(page, status, headers={"Cache-Control": ASK_AGAIN})
    return PlainTextResponse(message("server.no_client", language_of(request)), status)


def wants_page(request: Request) -> bool:
    """Whether a person asks, with a browser, and there is a client that can answer."""
    is_page = not request.url.path.startswith(("/api/", "/assets/"))
    return is_page and "text/html" in request.headers.get("accept", "") and CLIENT.is_dir()
