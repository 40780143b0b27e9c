"""Middleware: limits of size and rate, cross-site requests, security headers, metrics."""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from han.server.api.access import client_of, language_of
from han.server.reply import refuse_for
from han.server.services import Services

_HEADERS = {
    "Content-Security-Policy": (
        # the rules and the bots are WebAssembly, in workers of our own
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
        "img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # links carry secrets
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_UNLIMITED = ("/healthz",)
_HEALTH_PATHS = ("/readyz", "/metrics")
"""Paths for monitoring, answered even to an address that has used up its rate limit."""
LONGEST_NAME = 80
"""How much of a wrong name is told back."""
_CLOSE = {"Connection": "close"}
"""When a client may still be sending a body that we do not read."""


class RequestMiddleware:
    """Checks every HTTP request, and adds headers to every answer."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        """Wrap an application."""
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request = Request(scope)
        status, key = self._fault(request)
        if key:
            host = request.headers.get("host", "")[:LONGEST_NAME]
            refusal = refuse_for(key, language_of(request), host=host)
            body = {"key": refusal.key, "text": refusal.text, "rule": None}
            headers = _CLOSE if status == 413 else None
            answer = JSONResponse(body, status, headers)
            return await answer(scope, receive, self._add_headers(scope, send))
        await self._app(scope, self._limit_body(receive), self._add_headers(scope, send))

    def _fault(self, request: Request) -> tuple[int, str]:
        limits = self._services.config.limits
        if not self._may_ask(request):
            return 429, "server.too_many_requests"
        if not self._is_for_us(request):
            return 403, "server.other_host"
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > limits.body_bytes:
            return 413, "server.too_large"
        if request.method not in _SAFE and is_cross_site(
            request.headers, self._services.config.origins
        ):
            return 403, "server.other_site"
        return 0, ""

    def _is_for_us(self, request: Request) -> bool:
        """Whether the request names this server; monitoring may use any name."""
        if request.scope["path"] in (*_UNLIMITED, *_HEALTH_PATHS):
            return True
        return self._services.host_names.include(request.headers.get("host"))

    def _may_ask(self, request: Request) -> bool:
        path = request.scope["path"]
        if path in _UNLIMITED:
            return True
        buckets = self._services.health_checks if path in _HEALTH_PATHS else self._services.requests
        return buckets.take(client_of(request))

    def _limit_body(self, receive: Receive) -> Receive:
        """Stop reading a body that is longer than it said, or does not come."""
        limits = self._services.config.limits
        left = limits.body_bytes
        is_whole = False

        async def limited() -> Message:
            nonlocal left, is_whole
            try:
                async with asyncio.timeout(None if is_whole else limits.client_timeout_s):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, headers=_CLOSE) from None
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413, headers=_CLOSE)
            is_whole = not message.get("more_body", False)
            return message

        return limited

    def _add_headers(self, scope: Scope, send: Send) -> Send:
        """Add security headers, and count answers by their route."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")  # answers carry secrets
                route = getattr(scope.get("route"), "path", "other")
                self._services.metrics.requests.labels(route, str(message["status"])).inc()
            await send(message)

        return send_with_headers


def is_cross_site(headers: Headers, origins: tuple[str, ...]) -> bool:
    """Whether a browser says that another site's page is behind a request.

    Programs send neither header; they hold no cookie of somebody else's.
    """
    origin, host = headers.get("origin"), headers.get("host")
    if origin is None:
        return headers.get("sec-fetch-site") == "cross-site"
    return origin not in (f"http://{host}", f"https://{host}", *origins)
