"""Kernels as LLVM's intermediate representation.

numba reads its settings once: it must not optimise yet, nor for this processor, nor take a kernel
from a cache. So `lower` starts a process of its own, ``python -m wasm.lowering MODULE FILE``.
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from han.rules.records import dtype_of
from wasm.errors import BuildError
from wasm.records import record_classes
from wasm.signature import Kernel, Signature, Type, signature_of

PLAIN = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "HAN_INTERPRET": "",
    "PYTHONHASHSEED": "0",
}
"""Nothing of this machine, and no order that differs from run to run."""


@dataclass(frozen=True)
class Lowered:
    """A kernel and all that it calls, as LLVM's intermediate representation."""

    symbol: str
    """The kernel's name in the code."""
    code: str
    signature: Signature


def lower(module: str = "wasm.exports") -> list[Lowered]:
    """The code of the kernels in a module's ``EXPORTS``."""
    kernels = import_module(module).EXPORTS
    with tempfile.TemporaryDirectory(prefix="han-wasm-") as folder:
        file = Path(folder, "lowered.json")
        paths = os.pathsep.join(path for path in sys.path if path)
        done = subprocess.run(
            [sys.executable, "-m", "wasm.lowering", module, str(file)],
            env=os.environ | PLAIN | {"HAN_CACHE_DIR": folder, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            *_, reason = done.stderr.strip().splitlines() or ["it was ended"]
            raise BuildError(f"numba could not compile the kernels: {reason}")
        lowered = json.loads(file.read_text())
    pairs = zip(lowered, map(signature_of, kernels), strict=True)
    return [Lowered(one["symbol"], one["code"], signature) for one, signature in pairs]


def main(module: str, file: str) -> None:
    """Compile the kernels one after the other; their callees are compiled only once."""
    warnings.simplefilter("ignore")
    lowered = [_lower(kernel) for kernel in import_module(module).EXPORTS]
    Path(file).write_text(json.dumps(lowered))


def _lower(kernel: Kernel) -> dict[str, str]:
    signature = signature_of(kernel)
    arguments = tuple(map(_numba_type, signature.parameters.values()))
    dispatcher: Any = kernel
    dispatcher.compile(arguments)
    compiled = dispatcher.overloads[arguments]
    if (returns := compiled.signature.return_type) != _numba_type(signature.returns):
        raise BuildError(f"{signature.name} is annotated otherwise than what it returns: {returns}")
    symbol = compiled.fndesc.mangled_name
    return {"symbol": symbol, "code": dispatcher.inspect_llvm(arguments)}


def _numba_type(kind: Type) -> Any:
    numba: Any = import_module("numba")  # without types
    if not kind.name:
        return numba.types.none
    if not kind.is_record:
        element = numba.from_dtype(np.dtype(kind.name))
    else:
        element = numba.typeof(np.zeros(1, dtype_of(record_classes()[kind.name]))[0])
    return numba.types.Array(element, 1, "C") if kind.is_array else element


if __name__ == "__main__":
    main(*sys.argv[1:])
