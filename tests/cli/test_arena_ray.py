"""The arena on a Ray cluster: one machine's, started for these tests."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from ports import free_port
from program import ENDLESS, han, han_here, interrupt, json_of, start_han, wait_for_files
from waiting import HUNG_S, wait_until

LINE_UP = ["arena", "--bots", "greedy,random,random", "--seed", "6"]
LONG_TIMEOUT = {"HAN_RAY_TIMEOUT": str(HUNG_S)}
"""For a cluster that answers, however busy the machine is."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster with two cores."""
    # sockets lie in the folder, and their names may not be long
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        yield from run_cluster(Path(folder))


def run_cluster(folder: Path) -> Iterator[str]:
    port = free_port()
    options = ["--head", "--block", f"--port={port}", "--node-ip-address=127.0.0.1"]
    options += ["--num-cpus=2", "--include-dashboard=false", "--disable-usage-stats"]
    options += [f"--temp-dir={folder}", "--object-store-memory=80000000"]
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", *options]
    log = folder / "ray.log"
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as ray:
        wait_until(lambda: has_started(ray, log), lambda: log.read_text("utf-8"))
        yield f"127.0.0.1:{port}"
        ray.send_signal(signal.SIGTERM)


def has_started(ray: "subprocess.Popen[bytes]", log: Path) -> bool:
    told = log.read_text("utf-8")
    assert ray.poll() is None, told
    return "Ray runtime started" in told


def test_a_cluster_plays_the_same_games(cluster: str, tmp_path: Path) -> None:
    here = json_of(*LINE_UP, "--games", "9", "--workers", "1")
    on_cluster = ["--games", "9", "--ray", cluster, "--records", str(tmp_path)]
    there = json_of(*LINE_UP, *on_cluster, **LONG_TIMEOUT)
    for mine, its in zip(here["bots"], there["bots"], strict=True):
        assert mine["win_share"] == its["win_share"]
        assert mine["points"] == its["points"]
        assert mine["rating"] == its["rating"]
        assert its["ms_per_move"] > 0
    assert there["games"] == 9
    assert len(list(tmp_path.iterdir())) == 9


def test_ctrl_c_leaves_the_cluster_and_keeps_what_is_done(cluster: str, tmp_path: Path) -> None:
    options = ["--games", ENDLESS, "--ray", cluster, "--records", str(tmp_path), "--json"]
    with start_han(*LINE_UP, *options, **LONG_TIMEOUT) as program:
        wait_for_files(tmp_path, "*.json", 3)
        out, err = interrupt(program)
    assert "Traceback" not in err
    report = json.loads(out)
    assert report["interrupted"] is True
    assert report["games"] == len(list(tmp_path.iterdir()))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_an_address_without_a_cluster_is_one_line_and_status_2(address: str) -> None:
    done = han_here(*LINE_UP, "--ray", address)
    assert done.returncode == 2
    assert done.stderr == f"han: No Ray cluster is answering at {address}.\n"
    assert done.stdout == ""


def test_something_else_that_listens_is_no_cluster() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        done = han(*LINE_UP, "--ray", address)
    assert done.stderr == f"han: No Ray cluster is answering at {address}.\n"
    assert done.returncode == 2


@pytest.mark.parametrize("timeout", ["soon", "-1", "nan", "inf"])
def test_a_timeout_that_is_no_time_is_one_line_and_status_2(timeout: str) -> None:
    done = han_here(*LINE_UP, "--ray", "127.0.0.1:1", HAN_RAY_TIMEOUT=timeout)
    assert done.returncode == 2
    assert done.stderr == "han: HAN_RAY_TIMEOUT must be a number of seconds, for example 8.\n"


def test_without_the_extra_it_is_one_line_and_status_2() -> None:
    with patch.dict(sys.modules, {"ray": None}):
        done = han_here(*LINE_UP, "--ray", "auto")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install han-game[cluster]" in done.stderr
