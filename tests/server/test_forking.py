"""Programs that tests start do not outlive them."""

import os
import subprocess
import sys
from pathlib import Path

from processes import is_alive
from program import environment
from waiting import wait_until

TESTS = """
import sys
from program import environment
from forking import start_forked

with open({log!r}, "wb") as log:
    arguments = ["serve", "--port", "0", "--database", {database!r}]
    program = start_forked(arguments, environment(), log, log)
print(program.pid, flush=True)
sys.stdin.read()
"""


def test_a_server_ends_when_the_tests_that_started_it_are_killed(tmp_path: Path) -> None:
    paths = [str(Path(__file__).parents[1]), environment()["PYTHONPATH"]]
    code = TESTS.format(log=str(tmp_path / "log"), database=str(tmp_path / "han.sqlite"))
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(PYTHONPATH=os.pathsep.join(paths)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as tests:
        assert tests.stdout is not None
        server = int(tests.stdout.readline())
        wait_until(lambda: b"http" in (tmp_path / "log").read_bytes(), "a server")
        tests.kill()
    wait_until(lambda: not is_alive(server), "the server's end")
