"""Reading and finding record files."""

from collections.abc import Iterable
from pathlib import Path

from han.records.errors import RecordError
from han.records.parse import MOST_BYTES, parse_record
from han.records.record import Record


def read_record(path: Path) -> Record:
    """The record in a file; every error names the file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RecordError("records.too_large", file=path)
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise RecordError("records.not_text", file=path) from None
    except OSError as error:
        raise RecordError("records.unreadable", file=path, fault=error.strerror) from None
    try:
        return parse_record(text)
    except RecordError as error:
        raise error.in_file(path) from None


def find_records(paths: Iterable[Path]) -> list[Path]:
    """The files named, and the ``*.json`` files of the folders named."""
    found = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*.json"))
            if not inside:
                raise RecordError("records.empty_folder", file=path)
            found += inside
        else:
            found.append(path)
    return found
