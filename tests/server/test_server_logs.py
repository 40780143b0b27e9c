"""What a server tells of itself: programs read JSON, people at a terminal read lines."""

import json
import os
import subprocess
import sys

SPEAK = """
from han.server.logs import note, note_error, set_up_logs
set_up_logs()
note("ready", port=80)
try:
    raise ValueError("odd")
except ValueError:
    note_error("fault", table="abc")
"""


def test_programs_get_one_object_a_line() -> None:
    said = subprocess.run([sys.executable, "-c", SPEAK], capture_output=True, text=True, check=True)
    ready, fault = map(json.loads, said.stderr.splitlines())
    assert (ready["event"], ready["level"], ready["port"]) == ("ready", "info", 80)
    assert (fault["event"], fault["table"]) == ("fault", "abc")
    assert "ValueError: odd" in fault["error"]


def test_people_at_a_terminal_get_lines() -> None:
    ours, theirs = os.openpty()
    subprocess.run([sys.executable, "-c", SPEAK], stderr=theirs, check=True)
    os.close(theirs)
    said = os.read(ours, 10_000).decode().splitlines()
    os.close(ours)
    assert said[0].split(" ", 1)[1] == "ready port=80"
    assert said[1].split(" ", 1)[1] == "fault table=abc"
    assert said[-1] == "ValueError: odd"
