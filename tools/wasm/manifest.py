"""The description of the built files, in JSON for programs and as types for TypeScript."""

import json
import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from han.bots.compiled import KINDS
from han.rules import codes, reasons, state, tape
from han.rules.variants.table import TABLE
from wasm.data import Index, searches
from wasm.exports import EXPORTS
from wasm.records import layouts
from wasm.signature import Signature, Type, signature_of
from wasm.sources import source_digest

Manifest = dict[str, Any]

CONSTANTS: Final = {
    name: int(getattr(module, name))
    for module, names in (
        (state, "PLACE DRAW PILE_CARD REFILL OVER PILE_USED_UP BOARD_FULL"),
        (state, "FROM_HOUSES SOURCES SEATS COLOUR_COUNT PROVINCE_COUNT HAND_SIZE"),
        (codes, "WORDS PIECE_WORDS TURN STOP DISCARD TAKE TAKE_PILE PILE_GIVES DISPLAY_GETS"),
        (codes, "A_HOUSE A_MARKER AN_EMISSARY"),
        (tape, "TAKES_NOTHING COLUMNS KIND SEAT WHAT POINTS"),
    )
    for name in names.split()
}
"""What the browser has to know of codes, phases and tapes."""
EVENTS: Final = {
    name: int(number)
    for name, number in vars(tape).items()
    if isinstance(number, np.int64) and name not in ("NOBODY", "NOTHING")
}
"""The kinds of events on a tape."""
REASONS: Final = {name: number for name, number in vars(reasons).items() if name.isupper()}
"""Why an action is refused."""
ARRAYS: Final = {
    "u1": "Uint8Array",
    "b1": "Uint8Array",
    "i1": "Int8Array",
    "u2": "Uint16Array",
    "i2": "Int16Array",
    "i4": "Int32Array",
    "u8": "BigUint64Array",
    "i8": "BigInt64Array",
    "f4": "Float32Array",
    "f8": "Float64Array",
}
"""Views of memory, by the type of number."""
NUMBERS: Final = {"": "void", "u8": "bigint"}
"""Numbers in calls that are not plain ones."""
HEAD: Final = """\
// What han.wasm exports and the records that it reads. Made of the kernels by `make wasm`.
import type { At } from "../memory";
"""


def compilers() -> dict[str, str]:
    """What the bytes of the kernels depend on besides the sources."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "numba": version("numba"), "llvmlite": version("llvmlite")}


def describe(index: Index, made_with: dict[str, str]) -> Manifest:
    """The manifest of files with this index."""
    signatures = [signature_of(kernel) for kernel in EXPORTS]
    return {
        "sources": source_digest(),
        "made_with": made_with,
        "kernels": {one.name: _call(one) for one in signatures},
        "records": layouts(signatures),
        "constants": CONSTANTS,
        "events": EVENTS,
        "reasons": REASONS,
        "variants": [_variant(one) for one in TABLE],
        "bots": KINDS,
        "searches": searches(),
        "data": index,
    }


def _variant(module: Any) -> dict[str, Any]:
    """What is told of a variant, by its number; number 0 is the game without one."""
    has_marker = bool(module.NAME)
    return {
        "name": module.NAME,
        "rule": module.RULE if has_marker else None,
        "companion": int(module.COMPANION) if has_marker else None,
    }


def _call(signature: Signature) -> dict[str, Any]:
    def spelled(kind: Type) -> str:
        return kind.name + ("[]" if kind.is_array else "")

    parameters = {name: spelled(kind) for name, kind in signature.parameters.items()}
    return {"parameters": parameters, "returns": spelled(signature.returns)}


def json_of(manifest: Manifest) -> str:
    """A manifest as its file has it."""
    return json.dumps(manifest, indent=1) + "\n"


def typescript_of(manifest: Manifest) -> str:
    """The types of records and kernels."""
    records = manifest["records"]
    lines = [HEAD, "/** The fields of records: views of memory, or addresses of nested records. */"]
    lines.append("export interface Records {")
    for name, layout in records.items():
        lines.append(f"  {name}: {{")
        lines += [f"    {key}: {_view(how['type'])};" for key, how in layout["fields"].items()]
        lines.append("  };")
    lines += ["}", "", "/** What the module exports. */", "export interface Kernels {"]
    lines += [f"  {name}{_types(call)};" for name, call in manifest["kernels"].items()]
    lines += ["}", ""]
    for name in NAMES:
        keys = " | ".join(f'"{key}"' for key in manifest[name])
        lines.append(f"export type {NAMES[name]} = {keys};")
    return "\n".join(lines) + "\n"


NAMES: Final = {
    "constants": "Constant",
    "events": "EventKind",
    "reasons": "Reason",
    "bots": "QuickBot",
    "searches": "SearchBot",
}


def _view(kind: str) -> str:
    return ARRAYS.get(kind) or f'At<"{kind}">'


def _types(call: dict[str, Any]) -> str:
    parameters = ", ".join(_parameters(call["parameters"].items()))
    return f"({parameters}): {_number(call['returns'])}"


def _parameters(parameters: Iterable[tuple[str, str]]) -> Iterable[str]:
    for name, spelled in parameters:
        kind = spelled.removesuffix("[]")
        is_array = kind != spelled
        is_address = is_array or kind[:1].isupper()
        yield f'{name}: At<"{kind}">' if is_address else f"{name}: {_number(kind)}"
        if is_array:
            yield f"{name}Length: number"


def _number(kind: str) -> str:
    return NUMBERS.get(kind, "number")
