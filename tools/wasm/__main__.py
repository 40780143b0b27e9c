"""The command.

    make wasm             # bring web/src/engine/built up to date, which takes a minute
    make wasm CHECK=1     # build, compare, and change nothing

It needs wasm-ld, LLVM's linker for WebAssembly (Debian: lld or lld-19). The exit status is 1 if a
file is not as it should be, and 2, with one line, if something else is wrong.
"""

import argparse
import gzip
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from rich.console import Console

import wasm
from wasm.build import BUILT, build, check_comparable
from wasm.errors import BuildError
from wasm.games_proof import told_games_json
from wasm.positions_proof import texts_json
from wasm.proof import expected_json

TESTS: Final = Path(__file__).parents[2] / "web" / "tests" / "engine"
EXPECTED: Final = TESTS / "expected.json"
PROOFS: Final[dict[Path, Callable[[], str]]] = {
    EXPECTED: expected_json,
    TESTS / "games.json": told_games_json,
    TESTS / "texts.json": texts_json,
}
"""What the browser's tests expect, worked out by Python."""


class Parser(argparse.ArgumentParser):
    """A parser that prints errors on one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        self.exit(2, f"wasm: {message}\n")


def make(console: Console) -> dict[Path, bytes]:
    """All files by their paths."""
    with console.status("Compiling the kernels for browsers …"):
        files = {BUILT / name: content for name, content in build().items()}
        return files | {path: proof().encode() for path, proof in PROOFS.items()}


def write(files: dict[Path, bytes], console: Console) -> None:
    """Write the files and say how large they are."""
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        packed = len(gzip.compress(content, 9))
        console.print(f"{path.name}: {len(content):,} bytes, {packed:,} gzipped")


def compare(files: dict[Path, bytes], console: Console) -> int:
    """Say which files are not as they should be; the exit status."""
    stale = [path for path in files if not path.exists() or path.read_bytes() != files[path]]
    for path in stale:
        console.print(f"{path.name} is not what the sources give: make wasm brings it up to date.")
    if not stale:
        console.print(f"All {len(files)} files are what the sources give, to the byte.")
    return int(bool(stale))


def main() -> int:
    """Build; errors are one line and status 2, Ctrl-C status 130."""
    parser = Parser("wasm", description=wasm.__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    options = parser.parse_args()
    console = Console()
    try:
        if options.check:
            check_comparable()
            return compare(make(console), console)
        write(make(console), console)
    except (BuildError, OSError) as error:
        sys.stderr.write(f"wasm: {' '.join(str(error).split())}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
