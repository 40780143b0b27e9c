"""Read an export as numpy arrays, without knowledge of Parquet or Arrow."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.envs.data.arrow import ENV_KEY, bytes_of, load_parquet
from han.envs.data.columns import MASK_BYTES
from han.envs.data.errors import DataError
from han.envs.data.files import find_files
from han.envs.observation import SIZE, Observation
from han.envs.rewards import FULL_MARGIN, reward_kind
from han.envs.version import NAME

Masks = NDArray[np.int8]

_COLUMNS = ["game", "bot", "observation", "legal", "choice", "win", "margin"]


@dataclass(frozen=True)
class Batch:
    """Some decisions; the first axis of each array is the decision."""

    observation: Observation
    """What the seat saw, (n, `han.envs.observation.SIZE`)."""
    mask: Masks
    """1 for legal actions, (n, `han.rules.codes.CODES`)."""
    choice: NDArray[np.int64]
    """The code that was chosen."""
    value: NDArray[np.float32]
    """The game's reward for the seat that chose."""
    game: NDArray[np.int64]
    """The game's number; a test set should consist of whole games."""

    def __len__(self) -> int:
        """How many decisions these are."""
        return len(self.choice)


def read_batches(
    source: Path | str, rows: int = 4096, *, bot: str | None = None, value: str = "win"
) -> Iterator[Batch]:
    """The decisions of an export in their order, at most ``rows`` at a time.

    Args:
        source: The folder of the export, or one of its files.
        rows: How many rows a batch has at most.
        bot: Only the decisions of this bot.
        value: What games were worth: one of `han.envs.rewards.REWARDS`.
    """
    reward_kind(value)
    for path in _files(Path(source)):
        with _open(path) as file:
            for part in file.iter_batches(rows, columns=_COLUMNS):
                if bot is not None:
                    part = part.filter(np.array(part["bot"].to_pylist()) == bot)
                if len(part):
                    yield _batch(part, value)


def masks_of(legal: Iterable[bytes]) -> Masks:
    """The column ``legal``, read with any tool, as a mask for each row."""
    return _unpacked(np.frombuffer(b"".join(legal), np.uint8).reshape(-1, MASK_BYTES))


def observations_of(observation: Iterable[bytes]) -> Observation:
    """The column ``observation``, read with any tool, as an array for each row."""
    return np.frombuffer(b"".join(observation), np.uint8).reshape(-1, SIZE)


def _files(source: Path) -> list[Path]:
    found = find_files(source) if source.is_dir() else [source]
    if not found:
        raise DataError("export.no_files", folder=source)
    return found


def _open(path: Path) -> Any:
    """Open a file of an export, and check that it has the columns of `Batch`."""
    parquet = load_parquet()
    try:
        file = parquet.ParquetFile(path)
    except (OSError, ValueError):  # pyarrow's own errors are of these kinds
        raise DataError("export.unreadable", file=path) from None
    told = (file.schema_arrow.metadata or {}).get(ENV_KEY, b"").decode()
    if told != NAME:
        raise DataError("export.other_env", file=path, found=told or "-", expected=NAME)
    if "observation" not in file.schema_arrow.names:
        raise DataError("export.no_features", file=path)
    return file


def _batch(part: Any, value: str) -> Batch:
    return Batch(
        observation=bytes_of(part["observation"]),
        mask=_unpacked(bytes_of(part["legal"])),
        choice=part["choice"].to_numpy().astype(np.int64),
        value=_values(part["win"].to_numpy(), part["margin"].to_numpy(), value),
        game=part["game"].to_numpy().astype(np.int64),
    )


def _unpacked(legal: NDArray[np.uint8]) -> Masks:
    return np.unpackbits(legal, axis=1, bitorder="little").view(np.int8)


def _values(win: NDArray[np.float32], margin: NDArray[np.int16], kind: str) -> NDArray[np.float32]:
    """Rewards as `han.envs.rewards.fill_rewards` gives them."""
    lead = np.clip(margin / np.float32(FULL_MARGIN), -1, 1).astype(np.float32)
    if kind == "both":
        return (win + lead) / np.float32(2)
    return win if kind == "win" else lead
