"""The example learns: what it makes of a few games beats the random bot."""

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_policy.py"


TWICE = """
import runpy, sys
learn = runpy.run_path(sys.argv[1])["main"]
for _ in range(2):
    learn(map_id="border-disputes", players=4, games=4, epochs=1, deals=2)
"""


def learn(*options: str) -> str:
    return run_python(str(EXAMPLE), *options)


def run_python(*arguments: str) -> str:
    env = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_small_policy_beats_the_random_bot() -> None:
    out = learn("--games", "12", "--epochs", "3", "--deals", "10")
    rates = [float(rate) for rate in re.findall(r": ([\d.]+)% of", out)]
    assert len(rates) == 3
    assert rates[0] < rates[-1]
    found = re.search(r"win share ([\d.]+), 95 %: ([\d.]+) to ([\d.]+), (\d+) games", out)
    assert found
    share, low, high = (float(number) for number in found.groups()[:3])
    assert int(found[4]) == 20
    assert 0.6 < low <= share <= high


def test_equal_seeds_learn_alike_on_any_map() -> None:
    lines = run_python("-c", TWICE, str(EXAMPLE)).splitlines()
    first, again = lines[: len(lines) // 2], lines[len(lines) // 2 :]
    assert "8 games" in first[-1]
    assert first == again
