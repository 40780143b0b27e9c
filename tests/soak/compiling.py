"""The compiler for the soak's own loops, with a cache that knows their sources."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba

from han.rules.compile import _CACHE, INTERPRETED

P = ParamSpec("P")
R = TypeVar("R")


def _folder() -> Path:
    """Beside the kernels of the engine, whose folder is another after each change of theirs."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        if b"@compiled" in (text := source.read_bytes()):
            digest.update(text)
    return _CACHE / f"soak-{digest.hexdigest()[:16]}"


_FOLDER = _folder()


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on its first call; with `HAN_INTERPRET=1` it stays Python."""
    if INTERPRETED:
        return function
    _FOLDER.mkdir(parents=True, exist_ok=True)
    config: Any = numba.config
    elsewhere, config.CACHE_DIR = config.CACHE_DIR, str(_FOLDER)  # read while decorating
    try:
        njit: Any = numba.njit
        made: Callable[P, R] = njit(cache=True, nogil=True)(function)
    finally:
        config.CACHE_DIR = elsewhere
    return made
