"""The command.

    make mutants                            # 300 mutants
    make mutants COUNT=20 ONLY=legal.py     # a few of one module
    PYTHONPATH=tools .venv/bin/python -m mutants --list

A mutant has one operator, number or truth value changed, or one statement left out. Each runs the
tests of `make quick`, compiled anew, in a copy of the working tree and up to the first failure;
one that hangs counts as found. Mutants that behave like the original are listed in
`equivalent.toml`, each with the reason; they are not run. The same seed and sources give the same
mutants.

The exit status is 1 if a mutant survives that is not listed there or if fewer than 95 % are
found, and 2 if something else is wrong, for example a test that fails without any mutant.
"""

import argparse
import os
import re
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NoReturn

from rich.console import Console

import mutants
from mutants.choosing import all_mutants, read_equivalent, sample
from mutants.errors import MutantsError
from mutants.finding import Mutant, in_one_line
from mutants.report import Report, progress
from mutants.running import (
    IS_EQUIVALENT,
    LONGEST_SILENCE,
    SHORTEST_SILENCE_S,
    MutantResult,
    Order,
    Tests,
    quick_command,
    try_all,
)
from mutants.trees import scratch_trees

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
ENDINGS = (signal.SIGINT, signal.SIGTERM)
"""Signals after which we clean up and end."""


class Parser(argparse.ArgumentParser):
    """A parser that prints errors on one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        self.exit(2, f"mutants: {message}\n")


def read_options() -> argparse.Namespace:
    """The options of the command line."""
    parser = Parser("mutants", description=mutants.__doc__)
    parser.add_argument("--count", type=_positive, default=300, help="so many mutants at most")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument(
        "--jobs", type=_positive, default=os.cpu_count() or 1, help="so many at a time"
    )
    parser.add_argument(
        "--only",
        type=_pattern,
        default="",
        metavar="PATTERN",
        help="those whose line in the report matches this regular expression",
    )
    parser.add_argument("--json", type=_new_file, metavar="FILE", help="also write the report here")
    parser.add_argument("--list", action="store_true", help="list the mutants and do no more")
    return parser.parse_args()


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _new_file(text: str) -> Path:
    if not Path(text).parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is in no folder")
    return Path(text)


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no pattern: {error}") from None


def _chosen(mutants: Iterable[Mutant], options: argparse.Namespace) -> list[Mutant]:
    """The mutants that were asked for."""
    fitting = [mutant for mutant in mutants if options.only.search(str(mutant))]
    if not fitting:
        raise MutantsError(f"no mutant matches {options.only.pattern!r}.")
    return sample(fitting, options.count, options.seed)


def examine(options: argparse.Namespace) -> int:
    """Try the mutants that were asked for and report; the exit status."""
    reasons = read_equivalent(EQUIVALENT)
    with scratch_trees(ROOT, options.jobs) as trees:
        mutants = all_mutants(trees[0])
        chosen = _chosen(mutants, options)
        results = [
            MutantResult(m, IS_EQUIVALENT, reasons[m.key]) for m in chosen if m.key in reasons
        ]
        results += run_mutants([m for m in chosen if m.key not in reasons], trees)
    order = {mutant: number for number, mutant in enumerate(chosen)}
    results.sort(key=lambda result: order[result.mutant])
    stale = reasons.keys() - {mutant.key for mutant in mutants}
    report = Report(results, options.seed, sorted("  ".join(key) for key in stale))
    report.print(Console())
    if options.json:
        report.write_json(options.json)
    return int(not report.is_good)


def run_mutants(mutants: Sequence[Mutant], trees: Sequence[Path]) -> list[MutantResult]:
    """Test mutants, after the tests have passed without any."""
    if not mutants:
        return []
    command, folders = quick_command(ROOT)
    Console(stderr=True).print("Running the tests without a mutant …")
    bare = Tests(command).run(trees[0], folders)
    if not bare.is_green:
        raise MutantsError(f"the tests are red without any mutant: {bare.failure}")
    tests = Tests(command, max(SHORTEST_SILENCE_S, LONGEST_SILENCE * bare.silence))
    trials = try_all(mutants, trees, tests, Order(bare.files or folders))
    results = []
    with progress(len(mutants)) as tell, closing(trials):
        for result in trials:
            tell(result)
            results.append(result)
    return results


def _interrupt(number: int, _: object) -> NoReturn:
    """End at the first signal, and ignore further ones while cleaning up."""
    sys.stderr.write(f"mutants: ended by {signal.Signals(number).name}\n")
    for other in ENDINGS:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> int:
    """Run the command; errors are one line and status 2, Ctrl-C status 130."""
    for number in ENDINGS:
        signal.signal(number, _interrupt)
    options = read_options()
    try:
        if options.list:
            print(*_chosen(all_mutants(ROOT), options), sep="\n")
            return 0
        return examine(options)
    except (MutantsError, OSError) as error:
        sys.stderr.write(f"mutants: {in_one_line(str(error))}\n")
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
