"""What the parts have done, for people and for programs."""

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from soak.children import Child
from soak.part import Figure, Figures

LINE_S = 30.0
"""The pause between two lines where there is no terminal."""


class Progress:
    """One live line for each part at a terminal; elsewhere plain lines from time to time."""

    def __init__(self, console: Console, children: list[Child]) -> None:
        """Begin with nothing done."""
        self._console = console
        self._children = children
        self._began = time.monotonic()
        self._said = self._began
        self._live = Live(console=console, auto_refresh=False, transient=True)

    def __enter__(self) -> "Progress":
        """Show the live lines, where they can be."""
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the live lines away."""
        if self._console.is_terminal:
            self._live.stop()

    def show(self) -> None:
        """Bring the lines up to date."""
        now = time.monotonic()
        if self._console.is_terminal:
            self._live.update(Text("\n".join(self._lines(now))), refresh=True)
        elif now - self._said >= LINE_S:
            self._said = now
            for line in self._lines(now):
                self._console.print(Text(line), soft_wrap=True)

    def _lines(self, now: float) -> Iterable[str]:
        for child in self._children:
            faults = f", {len(child.faults)} FAULTS" if child.faults else ""
            told = ", ".join(f"{name} {_text(value)}" for name, value in child.figures.items())
            yield f"{now - self._began:6.0f} s  {child.name}: {told or 'getting ready'}{faults}"


def print_report(console: Console, children: list[Child], seconds: float) -> None:
    """A table of all figures, and all faults."""
    table = Table(title=f"Soak of {seconds:.0f} s")
    for heading in ("part", "figure"):
        table.add_column(heading)
    table.add_column("number", justify="right")
    for child in children:
        table.add_section()
        table.add_row(child.name, "seed", str(child.seed))
        for name, value in child.figures.items():
            table.add_row("", name, _text(value))
        table.add_row("", "faults", str(len(child.faults)))
    console.print(table)
    for child in children:
        for fault in child.faults:
            console.print(Text(f"{child.name}: {fault}", style="red"), soft_wrap=True)


def write_json(path: Path, children: list[Child], seed: int, seconds: float) -> None:
    """The same for programs."""
    parts: dict[str, Any] = {
        child.name: {"seed": child.seed, "figures": child.figures, "faults": child.faults}
        for child in children
    }
    report = {"seed": seed, "seconds": round(seconds, 1), "parts": parts}
    path.write_text(json.dumps(report, indent=2) + "\n", "utf-8")


def _text(value: Figure) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def add_times(figures: Figures, name: str, seconds: list[float]) -> None:
    """Add the median, the 99th percentile and the longest of some times."""
    ordered = sorted(seconds)
    if ordered:
        for label, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0)):
            index = min(len(ordered) - 1, int(share * len(ordered)))
            figures[f"{name} {label} (s)"] = round(ordered[index], 2)
