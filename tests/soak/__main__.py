"""`python -m soak --time 10m`: all parts side by side, then a report. See `soak`."""

import argparse
import re
import secrets
import signal
import sys
import time
from pathlib import Path

from rich.console import Console

from soak.children import Children, compile_rules, seed_of, start_child
from soak.report import Progress, print_report, write_json

PARTS = ("rules", "kills", "messages")
WORK = {"rules": "transitions", "kills": "kills", "messages": "messages"}
"""What each part's work is measured in: the options that limit it."""
FOLDER = Path(__file__).parents[2] / ".artifacts" / "soak"
UNITS = {"s": 1, "m": 60, "h": 3600}
LOOK_S = 0.5


def seconds_in(text: str) -> float:
    """`90s`, `10m` and `1h` in seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; write 90s, 10m or 1h")
    return float(found[1]) * UNITS[found[2] or "s"]


def parts_in(text: str) -> list[str]:
    """The parts in a list with commas."""
    names = text.split(",")
    if unknown := set(names) - set(PARTS):
        raise argparse.ArgumentTypeError(f"there is no part {', '.join(unknown)}")
    return [name for name in PARTS if name in names]


def read_options() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser("soak", description="Work the game for a long time.")
    parser.add_argument("--time", type=seconds_in, default="10m", help="90s, 10m or 1h")
    parser.add_argument("--parts", type=parts_in, default=",".join(PARTS))
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--json", type=Path, help="also write the report to this file")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="for what shows faults")
    for unit in WORK.values():
        parser.add_argument(f"--{unit}", type=int, default=0, help="at most so many")
    # The soak's own test sees to it that a fault is found: a referee who counts wrongly, and an
    # error in the log of the server.
    parser.add_argument("--plant", choices=("", "rules", "messages"), default="", help="a fault")
    return parser.parse_args()


def main() -> int:
    """Run the parts and report; the exit status says whether anything was wrong."""
    options = read_options()
    console = Console()
    console.print(f"Soak of {options.time:.0f} s, seed {options.seed}.")
    if "rules" in options.parts:
        compile_rules()
    began = time.monotonic()
    interrupt = InterruptRequest()
    children = start_all(options)
    for child in children.all:
        console.print(f"{child.name}: seed {child.seed}")
    with Progress(console, children.all) as progress:
        while children.are_at_work:
            if interrupt.was_sent:
                children.stop()
            children.hear(LOOK_S)
            progress.show()
    children.finish()
    seconds = time.monotonic() - began
    print_report(console, children.all, seconds)
    if options.json:
        write_json(options.json, children.all, options.seed, seconds)
    return int(any(child.faults for child in children.all))


def start_all(options: argparse.Namespace) -> Children:
    """Start the parts that were asked for."""
    return Children(
        [
            start_child(
                name,
                seed_of(name, options.seed),
                options.time,
                getattr(options, WORK[name]),
                options.folder,
                options.plant if options.plant == name else "",
            )
            for name in options.parts
        ]
    )


class InterruptRequest:
    """Ctrl-C and a request to end let the parts end early; the report follows."""

    def __init__(self) -> None:
        """Listen to signals from now on."""
        self.was_sent = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)

    def _hear(self, *_: object) -> None:
        self.was_sent = True


if __name__ == "__main__":
    sys.exit(main())
