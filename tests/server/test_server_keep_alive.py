"""HTTP connections between two requests: clients close them, not the server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from han.server.config import Config
from han.server.http_protocol import LimitedHttpProtocol
from han.server.run import make_uvicorn_config
from waiting import TimeTravelLoop, run, travel

REQUEST = b"GET / HTTP/1.1\r\nHost: test\r\n\r\n"
CLIENTS_KEEP_S = 60
"""How long usual proxies and clients keep a connection: Nginx, Amazon's load balancers."""


@asynccontextmanager
async def connection(
    config: Config,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A client's connection to a server whose only page says "here"."""
    uvicorn_config = make_uvicorn_config(PlainTextResponse("here"), config)
    uvicorn_config.load()
    loop = asyncio.get_running_loop()
    state = ServerState()
    server = await loop.create_server(
        lambda: LimitedHttpProtocol(uvicorn_config, state, {}), "127.0.0.1", 0
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        try:
            yield reader, writer
        finally:
            writer.close()
            await writer.wait_closed()


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """The answer to a request; nothing if the server has closed the connection."""
    writer.write(REQUEST)
    try:
        return await reader.readuntil(b"here")
    except (asyncio.IncompleteReadError, ConnectionResetError):
        return b""


def test_the_server_keeps_a_connection_longer_than_clients_do() -> None:
    async def scene() -> None:
        async with connection(Config()) as (reader, writer):
            for _ in range(3):
                assert await ask(reader, writer)
                travel(CLIENTS_KEEP_S)
            assert await ask(reader, writer)

    run(scene(), loop_factory=TimeTravelLoop)


def test_a_connection_that_is_not_used_is_closed_in_the_end() -> None:
    async def scene() -> None:
        async with connection(Config()) as (reader, writer):
            assert await ask(reader, writer)
            travel(Config().keep_alive_s)
            assert await reader.read() == b""

    run(scene(), loop_factory=TimeTravelLoop)


def test_how_long_can_be_set() -> None:
    async def scene() -> None:
        async with connection(Config(keep_alive_s=3)) as (reader, writer):
            assert await ask(reader, writer)
            travel(2)
            assert await ask(reader, writer)
            travel(3)
            assert await reader.read() == b""

    run(scene(), loop_factory=TimeTravelLoop)
