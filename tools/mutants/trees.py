"""Copies of the working tree, in which mutants are tried."""

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mutants.choosing import PACKAGE
from mutants.errors import MutantsError
from mutants.finding import Mutant


@contextmanager
def scratch_trees(root: Path, count: int) -> Iterator[list[Path]]:
    """Copies of the working tree, all alike."""
    with tempfile.TemporaryDirectory(prefix="han-mutants-") as name:
        trees = [Path(name, f"tree-{number}") for number in range(count)]
        copy_tree(root, trees[0])
        for tree in trees[1:]:
            shutil.copytree(trees[0], tree)
        yield trees


def copy_tree(root: Path, target: Path) -> None:
    """Copy the working tree as git sees it, with changes that are not committed."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in output_of(listing, root).split("\0"):
        source = root / name
        if source.is_file() and not source.is_symlink():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)


@contextmanager
def mutated(tree: Path, mutant: Mutant) -> Iterator[None]:
    """A tree with a mutant in it."""
    path = tree / PACKAGE / mutant.file
    original = path.read_bytes()
    _write(path, mutant.apply(original.decode()).encode())
    try:
        yield
    finally:
        _write(path, original)


def _write(path: Path, content: bytes) -> None:
    """Change a module, and forget its compiled form: Python goes by whole seconds and size."""
    path.write_bytes(content)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def output_of(command: list[str], folder: Path) -> str:
    """What a command prints; an error if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except OSError as error:
        raise MutantsError(f"{command[0]} cannot be run: {error.strerror}.") from None
    except subprocess.CalledProcessError as error:
        raise MutantsError(f"{shlex.join(command)} failed: {error.stderr.strip()}") from None
    return done.stdout
