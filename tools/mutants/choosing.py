"""Which mutants are tried, and which are known to behave like the original."""

import random
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from mutants.errors import MutantsError
from mutants.finding import Mutant, mutants_of

PACKAGE = Path("src/han")
RULES = PACKAGE / "rules"
NO_RULES = ("compile.py",)
"""Modules there that hold no rule: how kernels are compiled and kept has tests of its own."""

Key: TypeAlias = tuple[str, str, str, str]
"""A mutant's file and function, and its line before and after."""


def all_mutants(tree: Path) -> list[Mutant]:
    """The mutants of all modules of the rules."""
    return [
        mutant
        for path in sorted((tree / RULES).rglob("*.py"))
        if path.name not in NO_RULES
        for mutant in mutants_of(
            path.read_bytes().decode(), path.relative_to(tree / PACKAGE).as_posix()
        )
    ]


def sample(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some mutants, at most one for each place; every place is as likely as any other."""
    places: dict[tuple[object, ...], list[Mutant]] = {}
    for mutant in mutants:
        place = (mutant.file, mutant.start, mutant.end, mutant.kind)
        places.setdefault(place, []).append(mutant)
    chance = random.Random(seed)
    chosen = chance.sample(list(places.values()), min(count, len(places)))
    found = [chance.choice(mutants_there) for mutants_there in chosen]
    return sorted(found, key=lambda mutant: (mutant.file, mutant.start, mutant.end))


def read_equivalent(path: Path) -> dict[Key, str]:
    """Why some mutants cannot be found, by their keys."""
    if not path.exists():
        return {}
    try:
        entries = tomllib.loads(path.read_text("utf-8")).get("equivalent", [])
        reasons = {
            tuple(entry[name] for name in ("file", "function", "before", "after")): entry["reason"]
            for entry in entries
        }
    except tomllib.TOMLDecodeError as error:
        raise MutantsError(f"{path.name}: {error}") from None
    except KeyError as error:
        raise MutantsError(f"{path.name}: an entry has no {error}.") from None
    if not all(reasons.values()):
        raise MutantsError(f"{path.name}: an entry has an empty reason.")
    return reasons
