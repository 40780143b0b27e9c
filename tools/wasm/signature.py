"""The types of a kernel's arguments and result, read from its annotations.

An argument is a record, an array (of records or of numbers), or a number.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, get_type_hints

from han.rules.records import KernelRecord
from han.rules.state import State, States
from han.rules.types import Mask, Number, Numbers, Truth
from han.search.tree.nodes import Node, Nodes
from wasm.errors import BuildError

Kernel = Callable[..., Any]

ARRAYS: Final[dict[object, type[KernelRecord] | str]] = {
    States: State,
    Nodes: Node,
    Numbers: "u1",
}
"""What arrays of these types hold: records, or numbers as numpy calls them."""
NUMBERS: Final[dict[object, str]] = {
    Number: "i8",
    Mask: "u8",
    Number | Mask: "u8",
    Truth: "b1",
    type(None): "",
}


@dataclass(frozen=True)
class Type:
    """A record or a number by its name; an array has the name of what it holds."""

    name: str
    is_array: bool = False

    @property
    def is_record(self) -> bool:
        return self.name[:1].isupper()


@dataclass(frozen=True)
class Signature:
    """A kernel's parameters by name, and what it returns."""

    name: str
    parameters: dict[str, Type]
    returns: Type


def signature_of(kernel: Kernel) -> Signature:
    """The signature of a kernel or a plain function."""
    function = inspect.unwrap(getattr(kernel, "py_func", kernel))
    hints = get_type_hints(function)
    returns = type_of(function.__name__, hints.pop("return"))
    parameters = {name: type_of(function.__name__, hint) for name, hint in hints.items()}
    return Signature(function.__name__, parameters, returns)


def type_of(kernel: str, hint: Any) -> Type:
    """The type that an annotation means."""
    if hint in NUMBERS:
        return Type(NUMBERS[hint])
    if hint in ARRAYS:
        held = ARRAYS[hint]
        return Type(held if isinstance(held, str) else held.__name__, is_array=True)
    if isinstance(hint, type) and issubclass(hint, KernelRecord):
        return Type(hint.__name__)
    raise BuildError(f"{kernel}: the browser can hand over no {hint}; add it to wasm.signature.")
