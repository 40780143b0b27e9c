"""Run a server until it is told to end."""

import asyncio
import gc
import signal
import socket as network
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import uvicorn

from han.messages import HanError
from han.server.app import make_app
from han.server.config import Config
from han.server.connection_limits import ConnectionLimits
from han.server.http_protocol import LimitedHttpProtocol
from han.server.logs import note, set_up_logs
from han.server.services import Services, make_services
from han.server.websocket_protocol import LimitedWebSocketProtocol

GC_THRESHOLDS = (50_000, 20, 50)
"""Thousands of sockets are a great many objects: looking through them all is a pause for all."""
TICK_S = 0.1
"""How often a server that starts looks whether it is told to stop; as often as uvicorn later."""
EVERYWHERE_SIX = "::"
"""All addresses of this machine; those of version 4 too, where the system can do that."""
_HERE = {EVERYWHERE_SIX: "::1", "0.0.0.0": "127.0.0.1"}
"""An address that can be typed for one that means all."""


class ServerError(HanError):
    """A server that cannot run."""


class TableServer(uvicorn.Server):
    """uvicorn, but it tells clients before it closes their connections."""

    def __init__(
        self, config: uvicorn.Config, services: Services, on_ready: Callable[[], None]
    ) -> None:
        """Serve the application of these services."""
        super().__init__(config)
        self._services = services
        self._on_ready = on_ready

    async def startup(self, sockets: list[network.socket] | None = None) -> None:
        """Begin, or say in a `HanError` why not; if told to stop meanwhile, wait for nothing."""
        starting = asyncio.create_task(self._services.start())
        while not (starting.done() or self.should_exit):
            await asyncio.wait([starting], timeout=TICK_S)
        if self.should_exit:
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
            return await self._services.stop()
        await starting
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[network.socket] | None = None) -> None:
        """Tell the clients to come back, then end."""
        await self._services.announce_shutdown()
        await super().shutdown(sockets)
        await self._services.stop()


def listen(config: Config) -> network.socket:
    """The server's own address, taken before anything else begins."""
    is_six = ":" in config.host
    try:
        return network.create_server(
            (config.host, config.port),
            family=network.AF_INET6 if is_six else network.AF_INET,
            backlog=2048,
            dualstack_ipv6=config.host == EVERYWHERE_SIX and network.has_dualstack_ipv6(),
        )
    except OSError as error:
        raise ServerError(
            "server.address_in_use", host=config.host, port=config.port, fault=error.strerror
        ) from None


def address_of(listener: network.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = listener.getsockname()[:2]
    host = _HERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run_server(
    config: Config,
    listener: network.socket,
    compile_kernels: Callable[[], None],
    on_ready: Callable[[], None],
) -> None:
    """Compile what is missing, then serve, until SIGTERM or Ctrl-C."""
    set_up_logs()
    services = make_services(config)
    _on_stop(_interrupt)
    try:
        compile_kernels()
    except KeyboardInterrupt:
        asyncio.run(services.store.close())
        note("ended")
        return
    uvicorn_config = make_uvicorn_config(make_app(services), config)
    _on_stop(_ignore_signal)
    gc.freeze()  # modules stay for ever
    gc.set_threshold(*GC_THRESHOLDS)
    TableServer(uvicorn_config, services, on_ready).run(sockets=[listener])


def make_uvicorn_config(app: Any, config: Config) -> ConnectionLimits:
    """The settings under which uvicorn serves an application."""
    return ConnectionLimits(
        app,
        config,
        http=LimitedHttpProtocol,
        ws=LimitedWebSocketProtocol,
        lifespan="off",  # or uvicorn would keep to itself why we cannot start
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=config.behind_proxy,
        forwarded_allow_ips=[*config.proxies, *map(_mapped, config.proxies)],
        ws_per_message_deflate=False,
        ws_max_size=config.limits.message_bytes,
        ws_ping_interval=config.heartbeat_s,
        ws_ping_timeout=config.heartbeat_s,
        timeout_keep_alive=config.keep_alive_s,
        timeout_graceful_shutdown=2,
    )


def _mapped(proxy: str) -> str:
    """An address or network as it looks to those who listen to both versions at once."""
    found = ip_network(proxy)
    if found.version == 6:
        return proxy
    return f"::ffff:{found.network_address}/{96 + found.prefixlen}"


def _on_stop(handler: Callable[..., None]) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, handler)


def _interrupt(*_: object) -> None:
    """Interrupt the compilation."""
    raise KeyboardInterrupt


def _ignore_signal(*_: object) -> None:
    """Uvicorn repeats the signal that it ended by; ending on request is no failure."""
