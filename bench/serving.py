"""A server in a process of its own, to be measured."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

GENEROUS = """
[limits]
sockets = 100000
connections = 100000
messages_per_s = 1000
message_burst = 1000
address_messages_per_s = 1000000
address_message_burst = 1000000
requests_per_s = 100000
request_burst = 100000
tables_per_minute = 100000000
table_burst = 1000000
open_tables = 1000000
"""


@dataclass(frozen=True)
class Serving:
    """A running server, with its use of memory and processor."""

    address: str
    pid: int
    seconds_to_ready: float

    @property
    def memory(self) -> int:
        """Bytes of main memory that the server's process holds now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return 1024 * int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    @property
    def cpu_s(self) -> float:
        """Seconds of processor time that the server's process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def serving(database: str, folder: Path, *options: str) -> Iterator[Serving]:
    """Run ``han serve`` on a free port with limits that a load test needs."""
    config = folder / "server.toml"
    config.write_text(GENEROUS)
    command = [sys.executable, "-c", "from han.cli.main import run; run()", "serve", "--port", "0"]
    command += ["--database", database, "--config", str(config), "--processes", "1", *options]
    with running(command, folder / "server.log") as found:
        yield found


@contextmanager
def running(command: list[str], log: Path) -> Iterator[Serving]:
    """A context with a running server, which prints its address on its first line."""
    began = time.perf_counter()
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")
        wait_until_ready(found[0])
        yield Serving(found[0], process.pid, time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def wait_until_ready(address: str, timeout_s: float = 60) -> None:
    """Wait until a server is ready."""
    give_up = time.perf_counter() + timeout_s
    while time.perf_counter() < give_up:
        try:
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.02)
    raise TimeoutError(f"{address} is not ready after {timeout_s} s")
