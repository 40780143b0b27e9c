"""The settings of a server, from command-line options or a file, and their defaults."""

import re
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from han.messages import HanError

Count = Annotated[int, Meta(ge=1, le=10**9)]
Seconds = Annotated[float, Meta(gt=0, le=1e9)]
_HOST_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


class ConfigError(HanError):
    """Settings that a server cannot run with."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What one client may ask of the server. A client is an address or a guest."""

    message_bytes: Count = 16_384
    body_bytes: Count = 65_536
    messages_per_s: Seconds = 10
    message_burst: Count = 40
    """Of one socket."""
    address_messages_per_s: Seconds = 50
    address_message_burst: Count = 400
    """Of all sockets of one address: enough for a family."""
    chat_per_s: Seconds = 0.5
    chat_burst: Count = 5
    requests_per_s: Seconds = 20
    request_burst: Count = 100
    files_per_s: Seconds = 50
    file_burst: Count = 1_000
    """Files of the browser's client, which keeps all of them at its first visit."""
    tables_per_minute: Seconds = 20
    table_burst: Count = 20
    open_tables: Count = 100
    """Set up from one address in a while, and not over yet."""
    open_tables_s: Seconds = 86_400
    """That while: games that nobody finishes shall not count for ever."""
    histories_per_s: Seconds = 2
    history_burst: Count = 100
    """Of one address, which asks what has happened at a table."""
    sockets: Count = 50
    """Of one address."""
    connections: Count = 200
    """Of one address, sockets among them; behind a proxy that is the proxy's affair."""
    client_timeout_s: Seconds = 20
    """How long a client may take to send a request, or to read an answer."""
    malformed_messages: Count = 20
    """Of one socket; then it is closed."""
    waiting_messages: Count = 256
    """That a slow client may leave unread; then it is closed."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """How a server runs."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8014
    database: str = "han.sqlite"
    """A file, or the address of a PostgreSQL database."""
    nats: str | None = None
    """The address of a NATS server, for several processes."""
    processes: Annotated[int, Meta(ge=0)] = 0
    """That bots think in; 0 means one for each core, and with NATS none."""
    host_names: tuple[str, ...] = ()
    """Names of this server besides its addresses, ``localhost`` and the machine's own name."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may speak to this server."""
    behind_proxy: bool = False
    """Whether a proxy in front tells the clients' addresses."""
    proxies: tuple[str, ...] = ("127.0.0.1",)
    """The addresses or networks of that proxy; its headers are ignored from any other address."""
    lease_s: Seconds = 2.5
    """After so long a silence another process takes a server's games over."""
    idle_s: Seconds = 300
    """After so long a table that nobody looks at leaves the memory."""
    lobby_s: Seconds = 172_800
    """After so long a public table in which nothing happens leaves the lobby."""
    heartbeat_s: Seconds = 20
    """How often sockets are asked whether they live."""
    keep_alive_s: Count = 75
    """How long an HTTP connection stays open between two requests. Longer than clients and
    proxies keep theirs (60 s as a rule): who closes first must not be the server, which would
    cut off a request that is on its way."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        """Refuse what the types let through."""
        for proxy in self.proxies:
            ip_network(proxy)
        for name in self.host_names:
            if not _HOST_NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no host name such as 'han.example.org'")


def read_config(path: Path | None, **given: object) -> Config:
    """The settings of a file, and over them those that were given."""
    settings = {} if path is None else _read_file(path)
    settings |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(settings, Config)
    except msgspec.ValidationError as error:
        raise ConfigError("server.bad_setting", fault=str(error)) from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError("server.no_config", file=path, fault=error.strerror) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError("server.bad_config", file=path, fault=error) from None
