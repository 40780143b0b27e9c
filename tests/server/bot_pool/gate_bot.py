"""A program that plays, but answers no question before its gate is opened: see `gates`.

Run as ``python gate_bot.py FOLDER``.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any


def wait_at_gate(folder: Path, question: object) -> None:
    """Say that we think, and think until somebody holds the gate open."""
    (folder / f"begun-{os.getpid()}-{question}").touch()
    (folder / "gate").open("rb").close()


def answer_to(message: dict[str, Any], folder: Path) -> dict[str, Any]:
    if message["type"] == "hello":
        return {"type": "hello", "name": "gate bot"}
    wait_at_gate(folder, message["id"])
    return {"type": "action", "id": message["id"], "action": message["legal"][0]}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    print(json.dumps(answer_to(message, Path(sys.argv[1]))), flush=True)
