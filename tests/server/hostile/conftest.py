"""Servers to attack. Whatever is done to them, their logs stay free of errors."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from server.hostile.targets import (
    FRIEND,
    HIGH_LIMITS,
    PUBLIC_NAME,
    SHORT_TIMEOUT,
    STRICT,
    errors_in,
)
from server.running import Server, running

_servers: list[Server] = []


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits that no attack meets by accident."""
    with _attacked(tmp_path_factory, "target", HIGH_LIMITS) as server:
        yield server


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with narrow limits; it believes what it is told of its clients' addresses."""
    settings = f'behind_proxy = true\norigins = ["{FRIEND}"]\nhost_names = ["{PUBLIC_NAME}"]'
    with _attacked(tmp_path_factory, "strict", STRICT, settings) as server:
        yield server


@pytest.fixture(scope="session")
def short_timeout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody, and has few connections for each."""
    with _attacked(tmp_path_factory, "short-timeout", SHORT_TIMEOUT) as server:
        yield server


@contextmanager
def _attacked(
    factory: pytest.TempPathFactory, name: str, limits: Mapping[str, float], settings: str = ""
) -> Iterator[Server]:
    folder = factory.mktemp(name)
    database = str(folder / "han.sqlite")
    server = Server(folder, database, "--processes", "1", settings=settings, limits=limits)
    with running(server):
        _servers.append(server)
        yield server
        assert server.end() == 0
    _servers.remove(server)
    assert not errors_in(server)


@pytest.fixture(autouse=True)
def _logs_without_errors() -> Iterator[None]:
    yield
    for server in _servers:
        assert not errors_in(server)
