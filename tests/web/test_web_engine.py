"""The engine's tests of `web/tests/engine`, in browsers.

They are bundled and run in a worker, as the engine does for a page. Chromium always runs them; if
HAN_FIREFOX names a Firefox (Debian's `firefox-esr`), that one does too.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, Final

import pytest
from playwright.sync_api import Browser
from wasm.__main__ import EXPECTED

from waiting import HUNG_S

pytestmark = pytest.mark.slow

REPOSITORY: Final = Path(__file__).parents[2]
WEB: Final = REPOSITORY / "web"
FOLDERS: Final = {"/src/": WEB, "/tests/records/": REPOSITORY}
"""Where paths lie that tests read as files."""
TYPES: Final = {".js": "text/javascript", ".json": "application/json"}
PAGE: Final = b"""<!doctype html><script>
  const worker = new Worker("run.js", { type: "module" });
  const tell = (ran) => fetch("ran", { method: "POST", body: JSON.stringify(ran) });
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = ({ message }) => tell([{ title: "the worker", fault: message }]);
</script>"""
FIREFOX: Final = os.environ.get("HAN_FIREFOX", "")

Ran = list[dict[str, Any]]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engine")
    command = ["node", "scripts/bundle.mjs", "tests/engine/browser/run.ts", str(folder)]
    subprocess.run(command, check=True, cwd=WEB)
    return folder


@contextmanager
def serve(bundle: Path) -> Iterator[tuple[str, Queue[Ran]]]:
    """The page's address, and where it puts how the tests went."""
    ran: Queue[Ran] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            folder = next((FOLDERS[one] for one in FOLDERS if self.path.startswith(one)), bundle)
            self._answer(folder / self.path.lstrip("/"))

        def do_POST(self) -> None:
            ran.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self._send(b"", "text/plain")

        def _answer(self, path: Path) -> None:
            if path == bundle:
                self._send(PAGE, "text/html")
            elif path.is_dir():
                names = sorted(one.name for one in path.iterdir())
                self._send(json.dumps(names).encode(), "application/json")
            elif path.is_file():
                self._send(path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream"))
            else:
                self.send_error(404)

        def _send(self, content: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", ran
        server.shutdown()


def check(ran: Ran) -> None:
    """All tests went well, those of every set-up among them."""
    assert {one["title"]: one["fault"] for one in ran if one["fault"]} == {}
    expected = json.loads(EXPECTED.read_text())
    for title in ("random games end alike", "whole games are told alike"):
        assert sum(one["title"].startswith(title) for one in ran) == len(expected["random"])


def test_in_chromium(bundle: Path, browser: Browser) -> None:
    with serve(bundle) as (address, ran):
        page = browser.new_page()
        page.goto(address)
        ran_there = ran.get(timeout=HUNG_S)
        page.close()
        check(ran_there)


@pytest.mark.skipif(not FIREFOX, reason="HAN_FIREFOX names no Firefox")
def test_in_firefox(bundle: Path, tmp_path: Path) -> None:
    with serve(bundle) as (address, ran):
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(tmp_path), address]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as firefox:
            try:
                check(ran.get(timeout=HUNG_S))
            finally:
                firefox.terminate()
