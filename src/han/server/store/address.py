"""Where a database is, as people write it."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from han.server.store.errors import StoreError

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


def parse_address(text: str) -> URL:
    """The database that a URL or the path of a SQLite file means."""
    url = _parse(text) if "://" in text else URL.create("sqlite", database=text)
    if url.drivername in POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    # A database in memory would be another one for each connection.
    is_file = url.database not in (None, "", ":memory:") and not url.host and not url.query
    if url.drivername != "sqlite" or not is_file:
        raise StoreError("store.bad_url", url=url.render_as_string() if url.database else text)
    return url


def _parse(text: str) -> URL:
    try:
        return make_url(text)
    except (ArgumentError, ValueError):  # such as a port that is no number
        raise StoreError("store.bad_url", url=text) from None


def format_address(url: URL) -> str:
    """The database as a person would name it, without the password."""
    if url.drivername == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string(hide_password=True)
