"""Reports of mutants, as text and as JSON."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.progress import TimeRemainingColumn as TimeLeft
from rich.table import Column, Table
from rich.text import Text

from mutants.finding import KINDS
from mutants.running import FOUND, HANGS, IS_EQUIVALENT, OUTCOMES, SURVIVED, MutantResult

ENOUGH = 0.95
"""The share of mutants that the tests have to find."""
LINE_S = 60.0
"""The pause between two lines of progress where there is no terminal."""


@contextmanager
def progress(total: int) -> Iterator[Callable[[MutantResult], None]]:
    """A bar at a terminal, else a line from time to time; survivors are told at once."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    done = Counter[str]()
    said = time.monotonic()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("Mutants", total=total)

        def tell(result: MutantResult) -> None:
            nonlocal said
            done[result.outcome] += 1
            bar.advance(task)
            if result.outcome != FOUND:
                console.print(Text(_line_about(result)), soft_wrap=True)
            if not console.is_terminal and time.monotonic() - said >= LINE_S:
                said = time.monotonic()
                survived = done[SURVIVED]
                console.print(f"{done.total()} of {total} mutants, {survived} survived")

        yield tell


@dataclass(frozen=True)
class Report:
    """All results, for people and for programs."""

    results: Sequence[MutantResult]
    seed: int
    stale: Sequence[str]
    """Entries of the list of equivalent mutants that fit no mutant any more."""

    def count(self, *outcomes: str) -> int:
        """How many mutants have one of these outcomes."""
        return sum(result.outcome in outcomes for result in self.results)

    @property
    def found(self) -> int:
        return self.count(FOUND, HANGS)

    @property
    def share(self) -> float:
        """The share of mutants that were found."""
        return self.found / len(self.results)

    @property
    def is_good(self) -> bool:
        return not self.count(SURVIVED) and self.share >= ENOUGH

    def print(self, console: Console) -> None:
        """A table by kinds, then all mutants that no test has failed with."""
        table = Table("kind", *(Column(name, justify="right") for name in ("mutants", *OUTCOMES)))
        for kind in KINDS:
            _add_row(table, kind, [r for r in self.results if r.mutant.kind == kind])
        table.add_section()
        _add_row(table, "all", self.results)
        console.print(table)
        for result in self.results:
            if result.outcome != FOUND:
                console.print(Text(_line_about(result)), soft_wrap=True)
        for entry in self.stale:
            console.print(Text(f"no mutant any more: {entry}"), soft_wrap=True)
        console.print(
            f"{self.found} of {len(self.results)} mutants found ({self.share:.1%}), "
            f"{self.count(IS_EQUIVALENT)} equivalent, {self.count(SURVIVED)} survived"
        )

    def write_json(self, path: Path) -> None:
        """The same for programs."""
        report = {
            "seed": self.seed,
            "mutants": len(self.results),
            "share_found": round(self.share, 4),
            "is_good": self.is_good,
            "stale": self.stale,
            "results": [_plain(result) for result in self.results],
        }
        path.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _add_row(table: Table, name: str, results: Sequence[MutantResult]) -> None:
    outcomes = Counter(result.outcome for result in results)
    numbers = (len(results), *(outcomes[outcome] for outcome in OUTCOMES))
    table.add_row(name, *map(str, numbers))


def _line_about(result: MutantResult) -> str:
    reason = f"  ({result.by})" if result.outcome == IS_EQUIVALENT else ""
    return f"{result.outcome}: {result.mutant}{reason}"


def _plain(result: MutantResult) -> dict[str, object]:
    mutant = result.mutant
    return {
        "file": mutant.file,
        "line": mutant.line,
        "function": mutant.function,
        "kind": mutant.kind,
        "before": mutant.before,
        "after": mutant.after,
        "outcome": result.outcome,
        "by": result.by,
        "seconds": round(result.seconds, 1),
    }
