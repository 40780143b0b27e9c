"""Parquet files that are whole or not there: each gets its name when it is complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from han.envs.data.arrow import load_arrow, load_parquet, schema
from han.envs.data.columns import columns
from han.envs.data.errors import DataError
from han.play.arena.interrupt import undisturbed
from han.play.files import CannotWriteError, make_folder

GROUP_ROWS: Final = 16_384
"""Rows that are compressed together: some 40 MB in memory, 1 MB in the file."""
FILE_ROWS: Final = 500_000
"""Rows of a file, by default: some 30 MB."""
ENDING: Final = ".parquet"


def find_files(folder: Path) -> list[Path]:
    """The files of an export, in their order."""
    return sorted(folder.glob(f"*{ENDING}"))


class DataFiles:
    """Takes games and writes them to ``000001.parquet`` …; use it in a ``with``.

    Groups of rows and files end where a game ends, so they may be a game too long. However
    the block ends, what was added is in a file that can be read.
    """

    def __init__(self, folder: Path, features: bool = True, file_rows: int = FILE_ROWS) -> None:
        """Prepare the folder, which must hold no export yet: two would be taken for one."""
        self.paths: list[Path] = []
        self._parquet = load_parquet()
        make_folder(folder)
        if find_files(folder):
            raise DataError("export.not_empty", folder=folder)
        self._folder = folder
        self._schema = schema(features)
        self._features = features
        self._file_rows = file_rows
        self._waiting: list[Any] = []
        self._rows_waiting = 0
        self._rows_in_file = 0
        self._writer: Any = None

    def add(self, batch: Any) -> None:
        """Write a game: now, or together with those that follow."""
        self._waiting.append(batch)
        self._rows_waiting += batch.num_rows
        is_full = self._rows_in_file + self._rows_waiting >= self._file_rows
        if is_full or self._rows_waiting >= GROUP_ROWS:
            self._write_group()
        if is_full:
            self._finish_file()

    def __enter__(self) -> "DataFiles":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Complete the last file."""
        with undisturbed():
            self._write_group()
            self._finish_file()

    @property
    def _path(self) -> Path:
        return self._folder / f"{len(self.paths) + 1:06}{ENDING}"

    @property
    def _unfinished(self) -> Path:
        return self._path.with_name(self._path.name + ".part")

    def _write_group(self) -> None:
        if not self._waiting:
            return
        table = load_arrow().Table.from_batches(self._waiting, self._schema)
        with self._told():
            if self._writer is None:
                self._writer = self._open()
            self._writer.write_table(table, row_group_size=table.num_rows)
        self._rows_in_file += table.num_rows
        self._waiting, self._rows_waiting = [], 0

    def _open(self) -> Any:
        repeating = [column.path for column in columns(self._features) if column.repeats]
        return self._parquet.ParquetWriter(
            self._unfinished,
            self._schema,
            compression="zstd",
            use_dictionary=repeating,
            write_statistics=repeating,
        )

    def _finish_file(self) -> None:
        if self._writer is None:
            return
        with self._told():
            self._writer.close()
            os.replace(self._unfinished, self._path)
        self.paths.append(self._path)
        self._writer, self._rows_in_file = None, 0

    def _give_up(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
        self._writer, self._waiting = None, []
        self._unfinished.unlink(missing_ok=True)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say in a sentence that the disk is full, or whatever else is wrong."""
        try:
            yield
        except OSError as error:
            self._give_up()
            fault = error.strerror or error
            raise CannotWriteError("play.cannot_write", file=self._path, fault=fault) from None
