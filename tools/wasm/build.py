"""Building: all files of `web/src/engine/built`."""

import json
from pathlib import Path
from typing import Final

from wasm.data import pack
from wasm.errors import BuildError
from wasm.lowering import lower
from wasm.manifest import compilers, describe, json_of, typescript_of
from wasm.maps import map_files
from wasm.records import layouts
from wasm.target import require_linker, translate

BUILT: Final = Path(__file__).parents[2] / "web" / "src" / "engine" / "built"
KERNELS: Final = "han.wasm"
MANIFEST: Final = "manifest.json"
TYPES: Final = "kernels.ts"


def build() -> dict[str, bytes]:
    """All files by name."""
    return {KERNELS: kernels()} | described(compilers())


def kernels() -> bytes:
    """The WebAssembly module."""
    require_linker()  # before the long part
    lowered = lower()
    return translate(lowered, layouts(one.signature for one in lowered))


def described(made_with: dict[str, str]) -> dict[str, bytes]:
    """All files but the kernels, which take a minute."""
    files, index = pack()
    manifest = describe(index, made_with)
    texts = {MANIFEST: json_of(manifest), TYPES: typescript_of(manifest)}
    return files | map_files() | {name: text.encode() for name, text in texts.items()}


def made_with() -> dict[str, str]:
    """What the files that are there were made with."""
    made: dict[str, str] = json.loads((BUILT / MANIFEST).read_text())["made_with"]
    return made


def check_comparable() -> None:
    """Refuse to compare what other compilers have made."""
    if (then := made_with()) != (now := compilers()):
        before, here = (", ".join(map(" ".join, one.items())) for one in (then, now))
        raise BuildError(f"The files were made with {before}; {here} would give other bytes.")
