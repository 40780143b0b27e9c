"""What is in an export is what was played."""

import json
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from envs.exports import check_rows, rows_in, rows_of_file
from han.bots.random import RandomBot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.envs.data import files
from han.envs.data.columns import COLUMNS
from han.envs.data.export import Target, export_games, export_records
from han.envs.data.files import DataFiles
from han.envs.observation import observe_view
from han.envs.version import NAME
from han.play.arena import players
from han.play.arena.contest import Contest
from han.play.arena.run import Place
from han.play.files import CannotWriteError
from han.records.errors import RecordError
from han.records.files import find_records, read_record
from han.records.replay import verify
from han.version import __version__

GAMES = Path(__file__).parents[1] / "records" / "games"
HERE = Place(workers=1)
DUEL = Contest(Game("ways-of-diplomacy", 2), ("greedy", "random"), seed=3)


@pytest.mark.parametrize(
    "contest",
    [
        DUEL,
        Contest(
            Game("border-disputes", 3, variant=True, wild_in_prices=False),
            ("greedy", "random", "scribe"),
            seed=-3,
        ),
        Contest(Game("border-disputes", 5), ("random",) * 5),
    ],
    ids=lambda contest: f"{contest.game.map.id}-{contest.game.players}",
)
def test_rows_agree_with_the_records(contest: Contest, tmp_path: Path) -> None:
    data, games = tmp_path / "data", tmp_path / "games"
    report = export_games(contest, 3, Target(data, games), HERE)
    records = [read_record(path) for path in find_records([games])]
    rows = rows_in(data)
    assert report.games == len(records) == 3
    assert report.rows == len(rows)
    assert report.bytes == sum(path.stat().st_size for path in data.iterdir())
    for number, record in enumerate(records):
        verify(record)
        own = [row for row in rows if row["game"] == number]
        check_rows(own, record, number)
        for row in own:
            assert row["seed"] == record.meta["seed"] % 2**64
            assert row["deal"] == record.meta["game"]
            assert row["bot"] == record.meta["bots"][row["seat"]]
            assert row["ms"] > 0


def test_line_ups_rotate_through_the_seats_of_each_deal(tmp_path: Path) -> None:
    export_games(DUEL, 4, Target(tmp_path), HERE)
    seats = {(row["deal"], row["game"], row["seat"]): row["bot"] for row in rows_in(tmp_path)}
    assert seats == {
        (game // 2, game, seat): ("greedy", "random")[(seat + game) % 2]
        for game in range(4)
        for seat in (0, 1)
    }


class Clock:
    """A clock that only bots advance."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


class ThinkingBot(RandomBot):
    """Takes its time over every card, by a clock."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds

    def choose(self, view: View, chance: Chance) -> Action:
        self._clock.now += self._seconds * (view.phase == "draw")
        return super().choose(view, chance)


def test_each_decision_has_its_own_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, seconds = Clock(), {"greedy": 0.25, "random": 0.5}
    monkeypatch.setattr(players, "time", clock)
    monkeypatch.setattr(players, "make_bot", lambda spec: ThinkingBot(clock, seconds[spec]))
    export_games(DUEL, 2, Target(tmp_path), HERE)
    times = set()
    for row in rows_in(tmp_path):
        bot = DUEL.seating(row["game"])[row["seat"]]
        assert row["ms"] == (1000 * seconds[bot] if row["action"][0] in "+*" else 0)
        times.add(row["ms"])
    assert times == {0, 250, 500}


def test_kept_records_give_the_rows_of_the_games(tmp_path: Path) -> None:
    played, games, read = (tmp_path / name for name in ("played", "games", "read"))
    export_games(DUEL, 4, Target(played, games), HERE)
    report = export_records(find_records([games]), Target(read), HERE)
    assert (report.games, report.unfinished) == (4, 0)
    assert rows_in(read, without="ms") == rows_in(played, without="ms")
    assert {row["ms"] for row in rows_in(read)} == {None}


def test_every_kind_of_kept_game_can_be_read(tmp_path: Path) -> None:
    paths = find_records([GAMES])[::7]
    export_records(paths, Target(tmp_path), HERE)
    rows = rows_in(tmp_path)
    for number, path in enumerate(paths):
        own = [row for row in rows if row["game"] == number]
        check_rows(own, read_record(path), number)


def test_games_that_are_not_over_are_left_out_and_records_may_tell_little(tmp_path: Path) -> None:
    """Numbers stay those of the files; bots and seeds that nobody knows are missing."""
    games = tmp_path / "games"
    export_games(DUEL, 2, Target(tmp_path / "played", games), HERE)
    first, second = find_records([games])
    told = json.loads(first.read_text("utf-8"))
    told["turns"], told["result"] = told["turns"][:3], None
    first.write_text(json.dumps(told), "utf-8")
    told = json.loads(second.read_text("utf-8"))
    told["meta"] = {"bots": ["greedy", 7, "x"], "seed": "secret"}
    second.write_text(json.dumps(told), "utf-8")
    report = export_records([first, second], Target(tmp_path / "read"), HERE)
    assert (report.games, report.unfinished) == (1, 1)
    rows = rows_in(tmp_path / "read")
    assert {(row["game"], row["seed"], row["deal"]) for row in rows} == {(1, None, None)}
    assert {row["seat"]: row["bot"] for row in rows} == {0: "greedy", 1: None}


def test_a_record_that_lies_is_named_and_what_came_before_stays(tmp_path: Path) -> None:
    games, data = tmp_path / "games", tmp_path / "data"
    export_games(DUEL, 4, Target(tmp_path / "played", games), HERE)
    liar = games / "000003.json"
    liar.write_text(liar.read_text("utf-8").replace('"winners": [', '"winners": [1, '), "utf-8")
    with pytest.raises(RecordError, match=r"000003\.json: Line"):
        export_records(find_records([games]), Target(data), HERE)
    assert {row["game"] for row in rows_in(data)} == {0, 1}
    assert [path.name for path in data.iterdir()] == ["000001.parquet"]


def test_files_are_of_bounded_size_and_hold_whole_games(tmp_path: Path) -> None:
    report = export_games(DUEL, 6, Target(tmp_path / "many", file_rows=150), HERE)
    export_games(DUEL, 6, Target(tmp_path / "one"), HERE)
    assert report.files == sorted((tmp_path / "many").iterdir())
    assert [path.name for path in report.files[:2]] == ["000001.parquet", "000002.parquet"]
    held = [[row["game"] for row in rows_of_file(path)] for path in report.files]
    longest = max(games.count(game) for games in held for game in games)
    for games, following in pairwise(held):
        assert 150 <= len(games) < 150 + longest
        assert not set(games) & set(following)
    assert rows_in(tmp_path / "many", without="ms") == rows_in(tmp_path / "one", without="ms")


def test_the_files_describe_themselves_and_are_small(tmp_path: Path) -> None:
    report = export_games(DUEL, 4, Target(tmp_path), HERE)
    file = pq.ParquetFile(tmp_path / "000001.parquet")
    schema = file.schema_arrow
    assert schema.names == [column.name for column in COLUMNS]
    assert schema.metadata[b"han.version"].decode() == __version__
    assert schema.metadata[b"han.env"].decode() == NAME
    for column in COLUMNS:
        field = schema.field(column.name)
        assert field.nullable == column.may_be_missing
        assert field.metadata[b"meaning"].decode() == column.meaning
    group = file.metadata.row_group(0)
    chunks = [group.column(index) for index in range(group.num_columns)]
    assert {chunk.compression for chunk in chunks} == {"ZSTD"}
    plain = {chunk.path_in_schema for chunk in chunks if not chunk.has_dictionary_page}
    flags = {"variant", "wild_in_prices"}  # which take a bit each
    assert plain == {"position", "observation", "ms"} | flags
    assert report.bytes / report.rows < 200


def test_features_can_be_left_out_and_made_later(tmp_path: Path) -> None:
    export_games(DUEL, 2, Target(tmp_path / "with"), HERE)
    export_games(DUEL, 2, Target(tmp_path / "without", features=False), HERE)
    full, bare = (rows_in(tmp_path / name, without="ms") for name in ("with", "without"))
    assert [{n: v for n, v in row.items() if n != "observation"} for row in full] == bare
    for row in full[::20]:
        view = Position.parse(row["position"]).view(row["seat"])
        assert bytes(observe_view(view)) == row["observation"]


class FullDisk(pq.ParquetWriter):  # type: ignore[misc]  # pyarrow ships no types
    """A disk that is full after the first file."""

    def write_table(self, *arguments: object, **options: object) -> None:
        if not self.where.name.startswith("000001"):
            raise OSError(28, "No space left on device")
        super().write_table(*arguments, **options)


def test_a_full_disk_is_a_sentence_and_whole_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pq, "ParquetWriter", FullDisk)
    with pytest.raises(CannotWriteError, match=r"000002\.parquet cannot be written: No space"):
        export_games(DUEL, 6, Target(tmp_path, file_rows=200), HERE)
    assert [path.name for path in tmp_path.iterdir()] == ["000001.parquet"]
    assert len(rows_in(tmp_path)) >= 200


def test_a_file_that_cannot_be_begun_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(pq, "ParquetWriter", refuse)
    with pytest.raises(CannotWriteError, match="cannot be written: Read-only"):
        export_games(DUEL, 2, Target(tmp_path), HERE)
    assert list(tmp_path.iterdir()) == []


def test_groups_of_rows_are_written_as_they_fill_and_an_error_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    export_games(DUEL, 2, Target(source), HERE)
    batch = pq.ParquetFile(source / "000001.parquet").read().combine_chunks().to_batches()[0]
    monkeypatch.setattr(files, "GROUP_ROWS", 2 * batch.num_rows)

    def write() -> None:
        with DataFiles(target) as written:
            for _ in range(3):
                written.add(batch)
            assert [path.name for path in target.iterdir()] == ["000001.parquet.part"]
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write()
    file = pq.ParquetFile(target / "000001.parquet")
    groups = [file.metadata.row_group(index).num_rows for index in range(file.num_row_groups)]
    assert groups == [2 * batch.num_rows, batch.num_rows]


def test_nothing_played_leaves_no_file(tmp_path: Path) -> None:
    report = export_games(DUEL, 0, Target(tmp_path), HERE)
    assert (report.games, report.rows, report.files) == (0, 0, [])
    assert list(tmp_path.iterdir()) == []
