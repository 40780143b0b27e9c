"""The records that kernels take, by name, and where their fields lie."""

from collections.abc import Iterable, Iterator
from typing import Any, get_type_hints

import numpy as np

from han.rules.records import KernelRecord, dtype_of
from wasm.signature import Signature

Layout = dict[str, dict[str, Any]]


def record_classes() -> dict[str, type[KernelRecord]]:
    """All kernel records that are imported, by name."""
    return {record.__name__: record for record in _below(KernelRecord)}


def _below(record: type[KernelRecord]) -> Iterator[type[KernelRecord]]:
    for subclass in record.__subclasses__():
        yield subclass
        yield from _below(subclass)


def layouts(signatures: Iterable[Signature]) -> Layout:
    """Sizes and fields of the records in some signatures, and of those nested in them."""
    classes = record_classes()
    due = [kind.name for one in signatures for kind in one.parameters.values() if kind.is_record]
    found: Layout = {}
    while due:
        name = due.pop()
        if name not in found:
            found[name] = _layout(classes[name])
            due += [field["type"] for field in found[name]["fields"].values()]
            due = [kind for kind in due if kind in classes]
    return dict(sorted(found.items()))


def _layout(record: type[KernelRecord]) -> dict[str, Any]:
    dtype = dtype_of(record)
    assert dtype.fields is not None
    hints = get_type_hints(record)
    fields = {
        name: _field(hints[name], *dtype.fields[name][:2]) for name in dtype.fields if name in hints
    }
    return {"size": dtype.itemsize, "fields": fields}


def _field(hint: Any, stored: np.dtype[Any], at: int) -> dict[str, Any]:
    """A number's type as numpy calls it, or a nested record's name; and where it is."""
    is_record = isinstance(hint, type) and issubclass(hint, KernelRecord)
    described = {"type": hint.__name__ if is_record else stored.base.str[1:], "at": at}
    return described | ({"shape": list(stored.shape)} if stored.shape else {})
