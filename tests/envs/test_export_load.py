"""Exports are read as arrays."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from envs.exports import rows_in
from han.bots.registry import make_bot
from han.engine.game import Game
from han.envs.data.errors import DataError
from han.envs.data.export import Target, export_games
from han.envs.data.load import masks_of, observations_of, read_batches
from han.envs.errors import EnvError
from han.envs.observation import SIZE
from han.envs.rewards import REWARDS, fill_rewards, reward_kind
from han.play.arena.contest import Contest
from han.play.arena.run import Place
from han.play.match import play_match
from han.rules.codes import CODES
from han.rules.state import SEATS

GAMES = 6
CONTEST = Contest(Game("ways-of-diplomacy", 2), ("greedy", "random"), seed=3)
HERE = Place(workers=1)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export in several files."""
    folder = tmp_path_factory.mktemp("data")
    report = export_games(CONTEST, GAMES, Target(folder, file_rows=250), HERE)
    assert len(report.files) > 1
    return folder


def column(folder: Path, name: str) -> list[Any]:
    return [row[name] for row in rows_in(folder)]


def test_batches_are_the_rows_as_arrays(data: Path) -> None:
    batches = list(read_batches(data, rows=64))
    assert {len(batch) for batch in batches} > {64}
    assert max(len(batch) for batch in batches) == 64
    for batch in batches:
        shapes = [(array.dtype, array.shape[1:]) for array in vars(batch).values()]
        assert shapes == [
            (np.uint8, (SIZE,)),
            (np.int8, (CODES,)),
            (np.int64, ()),
            (np.float32, ()),
            (np.int64, ()),
        ]
    joined = {name: np.concatenate([vars(b)[name] for b in batches]) for name in vars(batches[0])}
    assert (joined["observation"] == observations_of(column(data, "observation"))).all()
    assert (joined["mask"] == masks_of(column(data, "legal"))).all()
    assert joined["choice"].tolist() == column(data, "choice")
    assert joined["game"].tolist() == column(data, "game")


def test_one_file_can_be_read_alone(data: Path) -> None:
    first = min(data.iterdir())
    rows = sum(map(len, read_batches(first)))
    assert rows == pq.ParquetFile(first).metadata.num_rows
    assert rows < len(column(data, "game"))


@pytest.mark.parametrize("reward", REWARDS)
def test_values_are_the_rewards_of_the_environments(reward: str, data: Path) -> None:
    values = np.concatenate([batch.value for batch in read_batches(data, value=reward)])
    expected = np.zeros((GAMES, SEATS), np.float32)
    for number in range(GAMES):
        bots = [make_bot(spec) for spec in CONTEST.seating(number)]
        match = play_match(CONTEST.game, bots, CONTEST.seed, CONTEST.deal_of(number))
        fill_rewards(match.position.state, reward_kind(reward), expected[number])
    own = expected[column(data, "game"), column(data, "seat")]
    assert np.abs(values - own).max() < 1e-6
    assert len(set(values.tolist())) > 1


def test_one_bots_decisions_alone(data: Path) -> None:
    chosen = [int(code) for b in read_batches(data, bot="greedy") for code in b.choice]
    pairs = zip(column(data, "bot"), column(data, "choice"), strict=True)
    assert chosen == [code for bot, code in pairs if bot == "greedy"]
    assert list(read_batches(data, bot="nobody")) == []


def test_what_cannot_be_read_is_said_in_a_sentence(data: Path, tmp_path: Path) -> None:
    with pytest.raises(EnvError, match="choose one of win, margin, both"):
        next(read_batches(data, value="fame"))
    with pytest.raises(DataError, match="There is no export in"):
        next(read_batches(tmp_path))
    with pytest.raises(DataError, match="not a readable Parquet file"):
        next(read_batches(tmp_path / "missing.parquet"))
    (tmp_path / "other.parquet").write_text("no table", "utf-8")
    with pytest.raises(DataError, match="not a readable Parquet file"):
        next(read_batches(tmp_path))
    pq.write_table(pa.table({"game": [1]}), tmp_path / "other.parquet")
    with pytest.raises(DataError, match="not for han_v1"):
        next(read_batches(tmp_path))
    bare = tmp_path / "bare"
    export_games(CONTEST, 2, Target(bare, features=False), HERE)
    with pytest.raises(DataError, match="--no-features"):
        next(read_batches(bare))
