"""The exported functions: plain ones around numba's, in LLVM's intermediate representation.

numba's functions take where to write their result and their exception, arrays as seven values, and
numbers of 64 bits, and return a status. Exported are functions for JavaScript: records and arrays
are addresses, an array's length follows it, numbers are JavaScript's unless they are sets or seeds
of 64 bits. Kernels raise nothing, so any status but 0 is a fault of ours and ends in a trap.
"""

from dataclasses import dataclass, field
from typing import Final

from wasm.lowering import Lowered
from wasm.records import Layout
from wasm.signature import Type

KINDS: Final = {"i8": "double", "u8": "i64", "b1": "i32", "f8": "double"}
"""Numbers as they are handed over."""
INTO: Final = {"i8": "fptosi", "b1": "trunc"}
OUT_OF: Final = {"i8": "sitofp", "b1": "zext"}
"""How they become numbers as numba has them, and those become them."""
STORED: Final = {"i8": "i64", "u8": "i64", "b1": "i8", "f8": "double", "": "ptr"}
"""Numbers as numba has them."""
TRAP: Final = "declare void @llvm.trap()"


def wrap(kernels: list[Lowered], records: Layout) -> str:
    """A module with the exported functions of some kernels."""
    return "\n".join([TRAP, *(_Wrapper(kernel, records).code() for kernel in kernels)])


@dataclass
class _Wrapper:
    """One exported function while it is written."""

    kernel: Lowered
    records: Layout
    taken: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    handed: list[str] = field(default_factory=lambda: ["ptr %result", "ptr %exception"])

    def code(self) -> str:
        signature = self.kernel.signature
        for name, kind in signature.parameters.items():
            self._take(name, kind)
        symbol, returns = f'@"{self.kernel.symbol}"', signature.returns.name
        types = ", ".join(one.split()[0] for one in self.handed)
        lines = [
            f"declare i32 {symbol}({types})",
            f"define {KINDS.get(returns, 'void')} @{signature.name}({', '.join(self.taken)}) {{",
            f"%result = alloca {STORED[returns]}",
            "%exception = alloca ptr",
            *self.lines,
            f"%status = call i32 {symbol}({', '.join(self.handed)})",
            "%good = icmp eq i32 %status, 0",
            "br i1 %good, label %done, label %fault",
            "fault:",
            "call void @llvm.trap()",
            "unreachable",
            "done:",
            *_give_back(returns),
            "}",
        ]
        return "\n".join(lines)

    def _take(self, name: str, kind: Type) -> None:
        if kind.is_array:
            self._take_array(name, kind)
        elif kind.is_record:
            self.taken.append(f"ptr %{name}")
            self.handed.append(f"ptr %{name}")
        else:
            self._take_number(name, kind.name)

    def _take_array(self, name: str, kind: Type) -> None:
        """What numba wants: owner, parent, length, bytes of an item, address, shape, strides."""
        size = self.records[kind.name]["size"] if kind.is_record else int(kind.name[1:])
        self.taken += [f"ptr %{name}", f"i32 %{name}_length"]
        self.lines.append(f"%{name}_long = sext i32 %{name}_length to i64")
        length = f"i64 %{name}_long"
        self.handed += ["ptr null", "ptr null", length, f"i64 {size}", f"ptr %{name}"]
        self.handed += [length, f"i64 {size}"]

    def _take_number(self, name: str, kind: str) -> None:
        self.taken.append(f"{KINDS[kind]} %{name}")
        value = f"%{name}"
        if way := INTO.get(kind):
            value = f"%{name}_stored"
            self.lines.append(f"{value} = {way} {KINDS[kind]} %{name} to {STORED[kind]}")
        self.handed.append(f"{STORED[kind]} {value}")


def _give_back(kind: str) -> list[str]:
    """Read the result and return it."""
    if not kind:
        return ["ret void"]
    read = f"%read = load {STORED[kind]}, ptr %result"
    if way := OUT_OF.get(kind):
        change = f"%given = {way} {STORED[kind]} %read to {KINDS[kind]}"
        return [read, change, f"ret {KINDS[kind]} %given"]
    return [read, f"ret {KINDS[kind]} %read"]
