"""Writing Parquet files; each gets its final name when it is complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from han.envs.data.arrow import load_arrow, load_parquet, schema
from han.envs.data.columns import columns
from han.envs.data.errors import DataError
from han.play.arena.interrupt import ctrl_c_deferred
from han.play.files import CannotWriteError, make_folder

GROUP_ROWS: Final = 16_384
"""Rows of a row group: some 40 MB in memory, 1 MB in the file."""
FILE_ROWS: Final = 500_000
"""Rows of a file, by default: some 30 MB."""
ENDING: Final = ".parquet"


def find_files(folder: Path) -> list[Path]:
    """The files of an export, in their order."""
    return sorted(folder.glob(f"*{ENDING}"))


class DataFiles:
    """A context manager that writes games to ``000001.parquet`` ….

    Row groups and files end where a game ends, so they may exceed their limits by a game. All games
    that were added are in readable files at the end of the context, even after an exception.
    """

    def __init__(self, folder: Path, features: bool = True, file_rows: int = FILE_ROWS) -> None:
        """Prepare the folder, which must not contain another export."""
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
        """Add a game; it is written as soon as a row group is full."""
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
        with ctrl_c_deferred():
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
        with self._disk_errors():
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
        with self._disk_errors():
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
    def _disk_errors(self) -> Iterator[None]:
        """Turn errors of the disk into a `DataError`."""
        try:
            yield
        except OSError as error:
            self._give_up()
            fault = error.strerror or error
            raise CannotWriteError("play.cannot_write", file=self._path, fault=fault) from None
