"""Rows as Arrow record batches. Needs the extra ``data``; pyarrow is imported when it is used."""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.envs.data.columns import Column, columns
from han.envs.data.decisions import Rows
from han.envs.data.errors import DataError
from han.envs.version import NAME
from han.version import __version__

VERSION_KEY = b"han.version"
ENV_KEY = b"han.env"


def load_arrow() -> Any:
    """The module ``pyarrow``."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise DataError("export.no_pyarrow") from None


def load_parquet() -> Any:
    """The module ``pyarrow.parquet``."""
    load_arrow()
    return import_module("pyarrow.parquet")


def schema(features: bool = True) -> Any:
    """The Arrow schema of an export; every field carries its meaning."""
    arrow = load_arrow()
    return arrow.schema(
        [
            arrow.field(
                column.name,
                _type(column.kind),
                nullable=column.may_be_missing,
                metadata={"meaning": column.meaning},
            )
            for column in columns(features)
        ],
        metadata={VERSION_KEY: __version__, ENV_KEY: NAME},
    )


def _type(kind: str) -> Any:
    arrow = load_arrow()
    name, _, inner = kind.rstrip("]>").replace("<", "[").partition("[")
    if name == "bytes":
        return arrow.binary(int(inner))
    return arrow.list_(_type(inner)) if name == "list" else arrow.type_for_alias(name)


def batch_of(rows: Rows) -> Any:
    """A record batch of some rows, with observations if they have any."""
    arrow = load_arrow()
    features = "observation" in rows
    arrays = [_array(column, rows[column.name]) for column in columns(features)]
    return arrow.record_batch(arrays, schema=schema(features))


def _array(column: Column, values: Any) -> Any:
    arrow = load_arrow()
    if not isinstance(values, np.ndarray):
        return arrow.array(values, _type(column.kind))
    buffer = arrow.py_buffer(np.ascontiguousarray(values))
    return arrow.FixedSizeBinaryArray.from_buffers(_type(column.kind), len(values), [None, buffer])


def bytes_of(array: Any) -> NDArray[np.uint8]:
    """A column of bytes as a two-dimensional array, without copying."""
    width = array.type.byte_width
    numbers = np.frombuffer(array.buffers()[1], np.uint8)
    return numbers[array.offset * width : (array.offset + len(array)) * width].reshape(-1, width)
