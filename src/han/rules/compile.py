"""The decorator of every kernel, and the cache of compiled kernels.

A kernel is a plain function over numpy records. Compiled it is cached on disk and
releases the interpreter lock. With ``HAN_INTERPRET=1`` in the environment it stays
Python, for a debugger, a coverage run or numba's CUDA simulator.
"""

import hashlib
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, overload

import numpy as np

from han.messages import language, message

P = ParamSpec("P")
R = TypeVar("R")

INTERPRETED = os.environ.get("HAN_INTERPRET", "") not in ("", "0")

_log = logging.getLogger(__name__)
_inlined: list[Any] = []
_locks: list[Path] = []
"""The lock file of each kernel that is compiled by itself and kept in the cache."""
_is_announced = False
_CONSTANTS = ("codes", "hands", "reasons", "records", "types", "model")
"""Modules without kernels that kernels take constants from."""
_COMPLETE = "complete"
_STALE_AFTER = 30 * 24 * 3600.0


@overload
def kernel(function: Callable[P, R]) -> Callable[P, R]: ...
@overload
def kernel(
    *, inline: bool = False, cached: bool = True
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def kernel(
    function: Callable[P, R] | None = None, *, inline: bool = False, cached: bool = True
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function on its first call, or leave it as it is in interpreted mode.

    ``inline`` copies the function into its callers before they are compiled. That suits
    what is called from one place or is a line or two, and shortens the first compilation.
    A function that closes over other kernels cannot be ``cached`` by itself, only as a part
    of those that call it.
    """
    if function is None:
        return lambda later: _compile(later, inline, cached)
    return _compile(function, inline, cached)


def _compile(function: Callable[P, R], inline: bool, cached: bool) -> Callable[P, R]:
    if INTERPRETED:
        return function
    import numba

    njit: Any = numba.njit  # its types do not know `no_cfunc_wrapper`
    options = {"inline": "always"} if inline else {}
    config: Any = numba.config
    elsewhere = config.CACHE_DIR
    config.CACHE_DIR = str(_CACHE)  # read once, while decorating
    try:
        compiled: Callable[P, R] = njit(cache=cached, nogil=True, no_cfunc_wrapper=True, **options)(
            function
        )
    finally:
        config.CACHE_DIR = elsewhere
    if inline:
        _inlined.append(compiled)
    _compile_once_for_constants(compiled)
    if cached:
        _compile_once_for_processes(compiled)
    if cached and not inline:
        _locks.append(_lock_of(function))
    return compiled


def _compile_once_for_constants(dispatcher: Any) -> None:
    """Compile a kernel once for all constants of a type that it is called with."""
    from numba.core import types as numba_types

    untyped: Any = numba_types
    unliteral = untyped.unliteral
    template_of = dispatcher.get_call_template

    def plain_template(types: Any, named: Any) -> Any:
        plainly_named = {name: unliteral(type_) for name, type_ in named.items()}
        return template_of(tuple(map(unliteral, types)), plainly_named)

    dispatcher.get_call_template = plain_template


def _compile_once_for_processes(dispatcher: Any) -> None:
    """Let only one process at a time compile a kernel; the others wait and load the result.

    Processes often start together: the bots of a server, the workers of an arena. The lock of
    numba's compiler is taken before the file's lock, so that threads cannot deadlock. Once all
    kernels are in the cache no lock is taken. A lock file that is not empty marks its kernel as
    compiled.
    """
    from numba.core.compiler_lock import global_compiler_lock

    lock = _lock_of(dispatcher.py_func)
    compile_now = dispatcher.compile

    def compile_alone(signature: Any) -> Any:
        if signature in dispatcher.overloads or is_all_compiled():
            return compile_now(signature)
        with global_compiler_lock, _locked(lock):
            compiled = compile_now(signature)
            with suppress(OSError):  # a read-only home
                lock.write_bytes(b"compiled")
            return compiled

    dispatcher.compile = compile_alone


def _lock_of(function: Callable[..., Any]) -> Path:
    return _CACHE / f"{function.__module__}.{function.__qualname__}.lock"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file lock; the system releases it when this process ends, however it does."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    try:
        file = path.open("ab")
    except OSError:  # a read-only home: nothing is shared
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def without_inlining() -> Iterator[None]:
    """Compile for a GPU inside this context.

    Copied into their callers, kernels run five times slower there: the threads of a warp
    that part at a branch do not find together again. The GPU's own compiler inlines better.
    """
    for function in _inlined:
        del function.targetoptions["inline"]
    try:
        yield
    finally:
        for function in _inlined:
            function.targetoptions["inline"] = "always"


def compile_in_silence() -> None:
    """Do not announce compilation in this process; another one does."""
    global _is_announced
    _is_announced = True


def say_that_kernels_are_compiled() -> None:
    """Announce once that kernels are compiled: in the log if it is on, else on standard error."""
    global _is_announced
    if not _is_announced:
        _is_announced = True
        _log.warning(message("cli.compiling", language()))


def announce_compilation() -> None:
    """Announce the first compilation of a kernel in this process."""
    from numba.core import event as compiler_events
    from numba.core.event import Event, Listener

    class Announcer(Listener):
        """Is called for every compilation, but not for kernels loaded from the cache."""

        def on_start(self, event: Event) -> None:
            say_that_kernels_are_compiled()

        def on_end(self, event: Event) -> None:
            """Do nothing."""

    events: Any = compiler_events
    events.register("numba:compile", Announcer())


def _cache_folder() -> Path:
    """The folder of the compiled kernels.

    numba recompiles a cached function when its own file changes, but not when a function
    that it calls does. So the folder's name contains a digest of all sources of kernels, and
    of the compiler and the processor: any change compiles everything anew.
    """
    base = os.environ.get("HAN_CACHE_DIR") or _user_cache()
    digest = _source_digest()
    digest.update(_compiler().encode())
    return Path(base) / f"kernels-{digest.hexdigest()[:16]}"


def _compiler() -> str:
    """The versions of Python and the compiler, and the processor."""
    if INTERPRETED:
        return ""
    import numba
    from llvmlite import binding

    cpu = binding.get_host_cpu_name()
    return f"{sys.implementation.cache_tag} numba {numba.__version__} {cpu}"


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "han-game"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/han-game").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "han-game"


def _source_digest() -> "hashlib._Hash":
    """A digest of every module that defines a kernel or the records that kernels read."""
    digest = hashlib.sha256()
    for source in kernel_sources():
        digest.update(source.read_bytes())
    return digest


def kernel_sources() -> Iterator[Path]:
    """The modules that define kernels, their records or the constants that they take."""
    for source in sorted(Path(__file__).parent.parent.rglob("*.py")):
        text = source.read_bytes()
        if b"@kernel" in text or b"(KernelRecord)" in text or source.stem in _CONSTANTS:
            yield source


def _prepare_cache() -> None:
    """Make the folder, and remove those of versions that were not used for a month."""
    try:
        _CACHE.mkdir(parents=True, exist_ok=True)
        os.utime(_CACHE)
        for old in _CACHE.parent.glob("kernels-*"):
            if time.time() - old.stat().st_mtime > _STALE_AFTER:
                _remove(old)
    except OSError:
        return  # a read-only home only means compiling anew each time


def count_compiled() -> tuple[int, int]:
    """How many kernels of the modules imported so far are in the cache, and how many there are."""
    return sum(map(_is_marked, _locks)), len(_locks)


def _is_marked(lock: Path) -> bool:
    try:
        return lock.stat().st_size > 0
    except OSError:
        return False


def is_compilation_due() -> bool:
    """Whether kernels are missing in a cache that can be written."""
    can_write = os.access(_CACHE, os.W_OK | os.X_OK)
    return not INTERPRETED and can_write and not is_all_compiled()


def is_all_compiled() -> bool:
    """Whether the cache is marked as complete."""
    return (_CACHE / _COMPLETE).exists()


def note_all_compiled() -> None:
    """Mark the cache as complete."""
    with suppress(OSError):  # a read-only home
        (_CACHE / _COMPLETE).touch()


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


_CACHE = _cache_folder()

if INTERPRETED:
    np.seterr(over="ignore")  # the generator's arithmetic is meant to wrap around
else:
    _prepare_cache()
    announce_compilation()
