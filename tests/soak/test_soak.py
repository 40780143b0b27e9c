"""The soak counts its work, and a fault that is planted ends it with status 1."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from program import environment
from soak.children import without_interrupts
from waiting import HUNG_S, wait_until

TESTS = Path(__file__).parents[1]
SMALL = {
    "rules": ("--transitions", "40"),
    "kills": ("--kills", "1"),
    "messages": ("--messages", "300"),
}
"""Amounts of work, not times: a busy machine does as much."""
WORK = {
    "rules": "transitions beside the quick referee",
    "kills": "kills and other faults",
    "messages": "messages over websockets",
}


SEED = "12"
"""With this one the first server to be killed is a single one, which starts soonest."""


def start_soak(folder: Path, *options: str, **variables: str) -> subprocess.Popen[str]:
    paths = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    place = ("--folder", str(folder / "kept"), "--json", str(folder / "report.json"))
    return subprocess.Popen(
        [sys.executable, "-m", "soak", "--seed", SEED, *place, *options],
        env=environment(PYTHONPATH=paths, **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def report_of(soak: subprocess.Popen[str], folder: Path, status: int) -> dict[str, Any]:
    out, err = soak.communicate(timeout=HUNG_S)
    assert soak.returncode == status, out + err
    report = json.loads((folder / "report.json").read_text("utf-8"))
    parts: dict[str, Any] = report["parts"]
    return parts


def variables_for(part: str) -> dict[str, str]:
    """The few transitions of the rules are played sooner than their loops are compiled."""
    return {"HAN_INTERPRET": "1"} if part == "rules" else {}


@pytest.mark.parametrize("part", ["rules", "kills"])
def test_a_part_counts_its_work_and_keeps_nothing(part: str, tmp_path: Path) -> None:
    soak = start_soak(tmp_path, "--parts", part, *SMALL[part], **variables_for(part))
    done = report_of(soak, tmp_path, 0)[part]
    assert done["faults"] == []
    assert done["figures"][WORK[part]] >= int(SMALL[part][1])
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_wrong_referee_is_found_out(tmp_path: Path) -> None:
    options = ("--parts", "rules", "--plant", "rules", *SMALL["rules"])
    soak = start_soak(tmp_path, *options, **variables_for("rules"))
    (found, *_) = report_of(soak, tmp_path, 1)["rules"]["faults"]
    assert "the engine and the quick referee differ in the points" in found
    kept = "".join(path.read_text("utf-8") for path in (tmp_path / "kept").iterdir())
    for told in ("Game(", "seed ", "moves:\n"):
        assert told in kept


def test_an_error_in_the_log_of_an_attacked_server_is_found(tmp_path: Path) -> None:
    soak = start_soak(tmp_path, "--parts", "messages", "--plant", "messages", *SMALL["messages"])
    done = report_of(soak, tmp_path, 1)["messages"]
    assert ["planted by the test" in fault for fault in done["faults"]] == [True], done["faults"]
    assert done["figures"][WORK["messages"]] > 0
    assert done["figures"]["honest games verified"] == 1
    kept = "".join(path.read_text("utf-8") for path in (tmp_path / "kept").iterdir())
    assert "planted by the test" in kept


def test_ctrl_c_ends_early_with_the_figures(tmp_path: Path) -> None:
    soak = start_soak(tmp_path, "--parts", "rules", "--time", "1h", HAN_INTERPRET="1")
    log = tmp_path / "kept" / "rules.log"
    wait_until(log.exists, "the part's start")
    os.killpg(soak.pid, signal.SIGINT)
    assert report_of(soak, tmp_path, 0)["rules"]["faults"] == []
    assert not log.exists()


def test_a_part_that_ctrl_c_hits_before_it_runs_goes_on(tmp_path: Path) -> None:
    program = """if True:
        import signal, sys
        from soak.part import main
        main(sys.argv[1:])
        print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []), file=sys.stderr)
    """
    with without_interrupts():
        part = subprocess.run(
            [sys.executable, "-c", program, "rules", SEED, "0", "0", str(tmp_path), ""],
            env=environment(PYTHONPATH=str(TESTS), HAN_INTERPRET="1"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            preexec_fn=lambda: os.kill(os.getpid(), signal.SIGINT),
            timeout=HUNG_S,
        )
    assert part.returncode == 0
    assert json.loads(part.stdout.splitlines()[-1])["is_last"]
    assert part.stderr == b"False\n"  # what it starts can be interrupted
