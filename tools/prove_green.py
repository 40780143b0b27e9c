"""Run `make test` on a clean clone again and again, idle and beside busy loops, until it is red.

    python3 tools/prove_green.py                # five idle runs, three beside four busy loops
    python3 tools/prove_green.py --idle 1 --busy 0

Each run shuffles its tests anew; its seed, its length and its last line are printed, its whole
output is kept in .artifacts/prove, and so is what a red run leaves behind. Only uncommitted
changes are left out.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOGS = ROOT / ".artifacts" / "prove"
LOOP = "while True: pass"


def main() -> int:
    """Run the tests repeatedly, and stop at the first red run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--idle", type=int, default=5, help="runs with nothing beside them")
    parser.add_argument("--busy", type=int, default=3, help="runs beside busy loops")
    parser.add_argument("--loops", type=int, default=4, help="how many busy loops")
    chosen = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    plan = [0] * chosen.idle + [chosen.loops] * chosen.busy
    with tempfile.TemporaryDirectory(prefix="han-prove-") as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        commit = _output(["git", "rev-parse", "--short", "HEAD"], clone)
        print(f"{commit}: {len(plan)} runs of make test, load now {os.getloadavg()[0]:.2f}")
        for number, loops in enumerate(plan, 1):
            if not _run(clone, number, loops):
                _keep(clone / ".artifacts")
                return 1
    print(f"{len(plan)} of {len(plan)} runs green")
    return 0


def _keep(artifacts: Path) -> None:
    """Copy what the tests of a red run left behind; tests without a server leave nothing."""
    if artifacts.exists():
        shutil.copytree(artifacts, LOGS / "artifacts", dirs_exist_ok=True)


def _run(clone: Path, number: int, loops: int) -> bool:
    """One run: whether it was green."""
    log = LOGS / f"run-{number}.log"
    began = time.monotonic()
    with busy_loops(loops), log.open("wb") as out:
        done = subprocess.run(["make", "test"], cwd=clone, stdout=out, stderr=subprocess.STDOUT)
    took = time.monotonic() - began
    said = log.read_text("utf-8", "replace")
    beside = f"beside {loops} loops" if loops else "alone"
    colour = "green" if done.returncode == 0 else "RED"
    print(f"{number}. {colour}, {beside}, {took / 60:.1f} min, {_seed(said)}: {_summary(said)}")
    for line in re.findall(r"^(?:FAILED|ERROR) .*$", said, re.MULTILINE):
        print(f"   {line}")
    sys.stdout.flush()
    return done.returncode == 0


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Processes that use the processor."""
    loops = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _seed(said: str) -> str:
    found = re.search(r"--randomly-seed=\d+", said)
    return found[0] if found else "no seed"


def _summary(said: str) -> str:
    """The last line of pytest, or of whatever came last."""
    lines = [line.strip("= ") for line in said.splitlines() if line.strip()]
    counts = [line for line in lines if re.search(r"\d+ (passed|failed).* in [\d.]+s", line)]
    return (counts or lines or ["no output"])[-1]


def _output(command: list[str], folder: Path) -> str:
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
