"""Run the tests with a mutant, in a copy of the working tree."""

import os
import re
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from mutants.errors import MutantsError
from mutants.finding import Mutant
from mutants.trees import mutated, output_of

LOOK_S = 0.05
"""The pause between two checks of running tests."""
LONGEST_SILENCE = 5
"""Tests hang when they print nothing for so many times longer than without a mutant …"""
SHORTEST_SILENCE_S = 30.0
"""… and at least for so long."""
SHARPEST = ("tests/rules", "tests/engine")
"""The tests that are run first until others have found more mutants."""
FEW = 3
"""So many files of tests are run before all others."""
OPTIONS = (
    *("--numprocesses", "0", "-x", "-p", "no:cacheprovider"),
    *("-p", "no:randomly", "--hypothesis-seed", "0"),
)

OUTCOMES = FOUND, HANGS, IS_EQUIVALENT, SURVIVED = "found", "timeout", "equivalent", "survived"


class StoppedError(Exception):
    """The tests were stopped."""


@dataclass(frozen=True)
class TestRun:
    """How the tests went."""

    is_green: bool
    hangs: bool
    said: str
    seconds: float
    silence: float
    """The longest time in which nothing was printed."""

    @property
    def files(self) -> list[str]:
        """The files whose tests were run, in their order."""
        return list(dict.fromkeys(re.findall(r"^(\S+\.py) \S", self.said, re.MULTILINE)))

    @property
    def failure(self) -> str:
        """The test that failed, or else what was printed last."""
        named = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", self.said, re.MULTILINE)
        lines = [line for line in self.said.splitlines() if line.strip()]
        return str((named or lines[-1:] or ["no output"])[0])


class Tests:
    """The tests of `make quick`, run in copies of the working tree."""

    def __init__(self, command: Sequence[str], silence: float = float("inf")) -> None:
        """Run this command; whoever prints nothing for longer than ``silence`` hangs."""
        self._command = command
        self._silence = silence
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Let all running tests end at once."""
        self._stopped.set()

    def run(self, tree: Path, paths: Sequence[str]) -> TestRun:
        """Run files or folders of tests in a tree; whatever they leave behind is removed."""
        with tempfile.TemporaryDirectory(dir=tree.parent, prefix="run-") as name:
            log = Path(name, "log")
            with _started([*self._command, *paths], tree, log) as process:
                began = time.monotonic()
                silence = self._watch(process, log)
                seconds = time.monotonic() - began
                status = process.poll()
            said = log.read_text("utf-8", "replace")
            return TestRun(status == 0, status is None, said, seconds, silence)

    def _watch(self, process: subprocess.Popen[bytes], log: Path) -> float:
        """Wait for the end of a process, or until it hangs; how long it was silent at most."""
        heard, size, longest = time.monotonic(), 0, 0.0
        while process.poll() is None and longest <= self._silence:
            if self._stopped.wait(LOOK_S):
                raise StoppedError
            now = time.monotonic()
            longest = max(longest, now - heard)
            if log.stat().st_size != size:
                heard, size = now, log.stat().st_size
        return longest


@contextmanager
def _started(command: Sequence[str], tree: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a tree that is gone with the context, and so are all that it started."""
    folder = log.parent
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=tree,
            env=_environment(tree, folder),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        _end_those_of(folder)


def _environment(tree: Path, folder: Path) -> dict[str, str]:
    """The tree's own modules, and a place of its own for all that is written."""
    return os.environ | {
        "PYTHONPATH": str(tree / "src"),
        "PYTHONDONTWRITEBYTECODE": "",
        "HAN_CACHE_DIR": str(folder / "kernels"),
        "HOME": str(folder / "home"),
        "XDG_CACHE_HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }


def _end_those_of(folder: Path) -> None:
    """End what tests have started in sessions of their own: its environment names the folder."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if os.fsencode(folder) in environment.read_bytes():
                os.kill(int(environment.parent.name), signal.SIGKILL)


def quick_command(root: Path) -> tuple[list[str], list[str]]:
    """How `make quick` runs which folders of tests; one test at a time, up to the first failure."""
    asked = ["make", "--no-print-directory", "--dry-run", "quick"]
    lines = [line for line in output_of(asked, root).splitlines() if "pytest" in line]
    if len(lines) != 1:
        raise MutantsError(f"make quick calls pytest {len(lines)} times, not once.")
    program, *words = shlex.split(lines[0])
    if "/" in program:
        program = str(root / program)
    folders = [word for word in words if (root / word).exists()]
    others = [word for word in words if word not in folders]
    folders.sort(key=lambda folder: folder not in SHARPEST)
    return [program, *others, *OPTIONS], folders


@dataclass(frozen=True)
class MutantResult:
    """The outcome of a mutant."""

    mutant: Mutant
    outcome: str
    by: str = ""
    """The test that found it, or the reason why none can."""
    seconds: float = 0.0


class Order:
    """Which files of tests come first: those that found mutants before.

    Any order gives the same verdict; a good one is faster.
    """

    def __init__(self, files: Sequence[str]) -> None:
        """Begin with the files as they come."""
        self._files = files
        self._finds = Counter[tuple[str, str]]()

    def note(self, module: str, file: str) -> None:
        """A mutant of a module was found by a file."""
        self._finds[module, file] += 1
        self._finds["", file] += 1

    def of(self, module: str) -> list[str]:
        """The files in the order that promises most for a module."""
        finds = self._finds
        return sorted(self._files, key=lambda file: (-finds[module, file], -finds["", file]))


def try_mutant(tree: Path, mutant: Mutant, tests: Tests, order: Order) -> MutantResult:
    """Run the tests with a mutant: a few files, which are soon collected, then all others."""
    files = order.of(mutant.file)
    seconds = 0.0
    with mutated(tree, mutant):
        for paths in filter(None, (files[:FEW], files[FEW:])):
            run = tests.run(tree, paths)
            seconds += run.seconds
            if not run.is_green:
                order.note(mutant.file, run.failure.partition("::")[0])
                return MutantResult(mutant, HANGS if run.hangs else FOUND, run.failure, seconds)
    return MutantResult(mutant, SURVIVED, seconds=seconds)


def try_all(
    mutants: Sequence[Mutant], trees: Sequence[Path], tests: Tests, order: Order
) -> Generator[MutantResult]:
    """Try mutants, one in each tree at a time."""
    free: SimpleQueue[Path] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def try_one(mutant: Mutant) -> MutantResult:
        tree = free.get()
        try:
            return try_mutant(tree, mutant, tests, order)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(len(trees)) as pool:
        try:
            for future in as_completed([pool.submit(try_one, mutant) for mutant in mutants]):
                yield future.result()
        finally:
            tests.stop()
            pool.shutdown(cancel_futures=True)
