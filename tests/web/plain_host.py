"""The game on a host of plain files: `make site`, and Python's own file server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

SERVER = "https://han.example.org"
"""The server that one of the sites leads to."""
ROOT = Path(__file__).parent.parent.parent


def build_site(folder: Path, server: str = "") -> Path:
    """What `make site` does, into a folder of the test's own."""
    places = {"VENV": sys.prefix, "HAN_SITE_FOLDER": str(folder), "HAN_SITE_SERVER": server}
    done = subprocess.run(
        [ROOT / "tools" / "build_web.sh", "site"],
        env=os.environ | places,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class PlainHost:
    """A file server that knows nothing but files; what it serves can be exchanged."""

    def __init__(self, folder: Path, site: Path, prefix: str = "/") -> None:
        """Serve a site in a folder of its own, under a prefix such as ``/some/prefix/``."""
        self._prefix = prefix
        self._place = folder / prefix.strip("/") if prefix != "/" else folder / "root"
        self._place.parent.mkdir(parents=True, exist_ok=True)
        self._root = folder if prefix != "/" else self._place
        self.show(site)
        self.tired_of: set[str] = set()
        """Words in names of files, each of which is refused once, as by a host asked too often."""
        self._server: ThreadingHTTPServer | None = None
        self._port = 0

    def show(self, site: Path) -> None:
        """Put another site in the place of this one, at once."""
        fresh = self._place.with_name("fresh")
        fresh.symlink_to(site)
        fresh.rename(self._place)

    @property
    def address(self) -> str:
        """Where the site is, without a slash at the end."""
        return f"http://127.0.0.1:{self._port}{self._prefix}".rstrip("/")

    def start(self) -> None:
        """Begin to serve, again at the same address."""
        handler = partial(_Files, self.tired_of, directory=str(self._root))
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Be gone: whoever asks is refused."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, tired_of: set[str], *args: Any, **options: Any) -> None:
        """Answer the requests of one connection."""
        self._tired_of = tired_of
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        """Answer with a file, or not this time."""
        tired = [words for words in self._tired_of if words in self.path]
        self._tired_of.difference_update(tired)
        if tired:
            self.send_error(429)
        else:
            super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Say nothing."""


@contextmanager
def hosting(folder: Path, site: Path, prefix: str = "/") -> Iterator[PlainHost]:
    """A host that is gone at the end."""
    host = PlainHost(folder, site, prefix)
    host.start()
    try:
        yield host
    finally:
        host.end()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that leads nowhere."""
    return build_site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="session")
def site_with_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that leads to a server; it is another build than the one that does not."""
    return build_site(tmp_path_factory.mktemp("site-with-server"), SERVER + "/")
