"""Exports row by row, and how they are compared with the games they come from."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from han.envs.data.load import masks_of
from han.envs.observation import observe_view
from han.envs.version import NAME
from han.records.record import Record
from han.records.replay import replay
from han.version import __version__

Rows = list[dict[str, Any]]


def rows_in(folder: Path, without: str = "") -> Rows:
    """All rows of an export, in their order."""
    rows = [row for path in sorted(folder.glob("*.parquet")) for row in rows_of_file(path)]
    return [{name: row[name] for name in row if name != without} for row in rows]


def rows_of_file(path: Path) -> Rows:
    rows: Rows = pq.ParquetFile(path).read().to_pylist()
    return rows


def check_rows(rows: Rows, record: Record, number: int) -> None:
    """Compare the rows of a game with the game itself, played once more."""
    steps = [step for step in replay(record) if step.before.to_move is not None]
    result = record.result
    assert result is not None
    assert len(rows) == len(steps)
    masks = masks_of(row["legal"] for row in rows)
    for index, (row, step, mask) in enumerate(zip(rows, steps, masks, strict=True)):
        position, seat = step.before, step.before.turn
        assert (row["game"], row["decision"], row["turn"]) == (number, index, step.turn)
        assert row["seat"] == seat
        assert row["position"] == str(position)
        assert tuple(np.flatnonzero(mask)) == position.legal_actions.codes
        assert bytes(observe_view(position.view(seat))) == row["observation"]
        assert row["action"] == str(step.action) == position.game.book.texts[row["choice"]]
        assert mask[row["choice"]]
        others = [points for other, points in enumerate(result.total) if other != seat]
        assert tuple(row["points"]) == result.total
        assert row["margin"] == result.total[seat] - max(others)
        share = (seat in result.winners) / len(result.winners)
        assert row["win"] == pytest.approx(share)
        options = (row["map"], row["players"], row["variant"], row["wild_in_prices"])
        assert options == (record.map, record.players, record.variant, record.wild_in_prices)
        assert (row["version"], row["env"]) == (__version__, NAME)
