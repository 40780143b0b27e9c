"""Writing files atomically."""

import errno
import os
from pathlib import Path

from han.messages import HanError


class CannotWriteError(HanError):
    """A folder or a file that cannot be written."""


def make_folder(folder: Path) -> None:
    """Make a folder if it does not exist, and check that it can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise CannotWriteError("play.cannot_write", file=folder, fault=error.strerror) from None


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that it is complete or not there, even after an interruption."""
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_text(text, "utf-8")
        os.replace(unfinished, path)
    except OSError as error:
        raise CannotWriteError("play.cannot_write", file=path, fault=error.strerror) from None
    finally:
        unfinished.unlink(missing_ok=True)
