"""From LLVM's intermediate representation to a WebAssembly file."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm

from wasm.errors import BuildError
from wasm.lowering import Lowered
from wasm.records import Layout
from wasm.wrapping import wrap

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What all browsers have that we support."""
INLINING: Final = 225
STACK_BYTES: Final = 1 << 16
LINKERS: Final = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(25, 13, -1)))
MISSING_LINKER: Final = (
    "wasm-ld is missing, the linker for WebAssembly: apt-get install lld (or lld-19) on Debian, "
    "brew install lld on a Mac."
)
COUNTING: Final = re.compile(r"^ *call void @NRT_(?:incref|decref)\(.*\n", re.MULTILINE)
"""Counts references to arrays, which belong to the caller: kernels allocate nothing."""
EXCEPTION: Final = re.compile(r"store ptr @\.const\.picklebuf\.\w+, ptr")
"""Says which exception was raised, and in which file of this machine."""
FOR_A_PROCESSOR: Final = re.compile(r'"target-(?:cpu|features)"="[^"]*"')
ROOT: Final = re.compile(r"@sqrt\(")
"""One instruction, not a call."""


def translate(kernels: list[Lowered], records: Layout) -> bytes:
    """The WebAssembly module that exports some kernels."""
    names = [kernel.signature.name for kernel in kernels]
    machine = _machine()
    module = _link([*(kernel.code for kernel in kernels), wrap(kernels, records)], machine)
    _hide_all_but(names, module)
    _optimise(module, machine)
    check_is_whole(module)
    return _link_file(machine.emit_object(module), names)


@cache
def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=2, reloc="static")


def _link(codes: Iterable[str], machine: Any) -> Any:
    """One module for the target."""
    module = _parse("", machine)
    for code in codes:
        module.link_in(_parse(_for_browsers(code), machine))
    module.verify()
    return module


def _parse(code: str, machine: Any) -> Any:
    module = llvm.parse_assembly(code)
    module.triple = TRIPLE
    module.data_layout = str(machine.target_data)
    return module


def _for_browsers(code: str) -> str:
    """Leave out what belongs to this machine or has no meaning in a browser."""
    for pattern, replacement in (
        (COUNTING, ""),
        (EXCEPTION, "store ptr null, ptr"),
        (FOR_A_PROCESSOR, ""),
        (ROOT, "@llvm.sqrt.f64("),
    ):
        code = pattern.sub(replacement, code)
    return code


def _hide_all_but(names: Iterable[str], module: Any) -> None:
    """Let nothing else be seen from outside, so that what is not used goes."""
    seen = set(names)
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name not in seen:
            symbol.linkage = "internal"


def _optimise(module: Any, machine: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization = tuning.slp_vectorization = False  # no wide registers
    tuning.inlining_threshold = INLINING
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)


def check_is_whole(module: Any) -> None:
    """Refuse code that calls what a browser does not have."""
    missing = sorted(
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    )
    if any(name.startswith("NRT_") for name in missing):
        raise BuildError(f"A kernel allocates memory, which kernels may not: {', '.join(missing)}.")
    if missing:
        raise BuildError(f"A kernel calls what browsers do not have: {', '.join(missing)}.")


def require_linker() -> str:
    """The path of the linker."""
    found = next((path for name in LINKERS if (path := shutil.which(name))), None)
    if found is None:
        raise BuildError(MISSING_LINKER)
    return found


def _link_file(compiled: bytes, names: Iterable[str]) -> bytes:
    exports = [f"--export={name}" for name in (*names, "__heap_base")]
    options = ["--no-entry", "--strip-all", "--gc-sections", "-O2", "--stack-first"]
    with tempfile.TemporaryDirectory() as folder:
        made, linked = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        made.write_bytes(compiled)
        command = [
            require_linker(),
            str(made),
            *options,
            *exports,
            "-z",
            f"stack-size={STACK_BYTES}",
        ]
        done = subprocess.run([*command, "-o", str(linked)], capture_output=True, text=True)
        if done.returncode:
            raise BuildError(f"wasm-ld failed: {done.stderr.strip().splitlines()[-1]}")
        return linked.read_bytes()
