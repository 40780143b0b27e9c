"""The databases and the servers, for all tests of the server."""

from server.databases import database_url, postgres_server, postgres_url, sqlite_url
from server.running import (
    broker,
    large_server,
    mortal_server,
    plain_server,
    server,
    small_server,
)

__all__ = [
    "broker",
    "database_url",
    "large_server",
    "mortal_server",
    "plain_server",
    "postgres_server",
    "postgres_url",
    "server",
    "small_server",
    "sqlite_url",
]
