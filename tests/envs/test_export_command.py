"""``han export`` as a person runs it."""

import json
import os
from pathlib import Path

import pytest

from envs.exports import check_rows, rows_in
from han.messages import LANGUAGES
from han.records.files import read_record
from program import ENDLESS, han, han_here, interrupt, json_of, output_of, start_han, wait_for_files

TWO = ("--bots", "greedy,random", "--games", "2", "--workers", "1")


def test_equal_seeds_give_equal_rows_but_for_the_time(tmp_path: Path) -> None:
    options = ("--bots", "greedy,random,random", "--games", "6", "--rows-per-file", "400")
    folders = [tmp_path / name for name in ("one", "two", "other")]
    choices = (("1", "4"), ("2", "4"), ("1", "5"))
    for folder, (workers, seed) in zip(folders, choices, strict=True):
        json_of("export", str(folder), *options, "--workers", workers, "--seed", seed)
    one, two, other = (rows_in(folder, without="ms") for folder in folders)
    assert one == two
    assert one != other
    names = [[path.name for path in sorted(folder.iterdir())] for folder in folders[:2]]
    assert names[0] == names[1]
    assert len(names[0]) > 1


def test_the_report_counts_what_was_written(tmp_path: Path) -> None:
    options = "--bots greedy,random,random --games 2 --variant fortifications --no-features"
    games = tmp_path / "games"
    where = (str(tmp_path / "data"), "--records", str(games))
    report = json_of("export", *where, *options.split(), "--workers", "1")
    rows = rows_in(tmp_path / "data")
    assert report["games"] == len({row["game"] for row in rows}) == 3  # a whole deal
    assert report["rows"] == len(rows)
    assert report["files"] == ["000001.parquet"]
    assert report["bytes"] == (tmp_path / "data" / "000001.parquet").stat().st_size
    assert {row["variant"] for row in rows} == {True}
    assert "observation" not in rows[0]
    again = json_of(
        "export", str(tmp_path / "again"), "--from", str(games), "--no-features", "--workers", "1"
    )
    assert again["rows"] == len(rows)
    assert rows_in(tmp_path / "again", without="ms") == rows_in(tmp_path / "data", without="ms")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentences(lang: str, tmp_path: Path) -> None:
    out = output_of("export", str(tmp_path / "x"), *TWO, HAN_LANG=lang)
    assert str(tmp_path) in out
    assert ("2 games with" in out) == (lang == "en")


def test_ctrl_c_leaves_whole_files_with_all_that_was_done(tmp_path: Path) -> None:
    data, games = tmp_path / "data", tmp_path / "games"
    options = ["--games", ENDLESS, "--workers", "2", "--records", str(games)]
    options += ["--rows-per-file", "300", "--json"]
    with start_han("export", str(data), "--bots", "greedy,random", *options) as program:
        wait_for_files(data, "*.parquet", 2)
        out, err = interrupt(program)
    report = json.loads(out)
    assert report["interrupted"] is True
    assert err == ""
    assert {path.name for path in data.iterdir()} == set(report["files"])
    rows = rows_in(data)
    assert len(rows) == report["rows"]
    assert {row["game"] for row in rows} == set(range(report["games"]))
    assert len(list(games.iterdir())) == report["games"] < int(ENDLESS)
    last = report["games"] - 1
    record = read_record(games / f"{last + 1:06}.json")
    check_rows([row for row in rows if row["game"] == last], record, last)


def test_a_bot_that_fails_is_told_once(tmp_path: Path) -> None:
    options = ("--bots", "exec:false,random", "--games", "2", "--workers", "1")
    done = han_here("export", str(tmp_path), *options)
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "exec:false" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "Give either --bots"),
        ("--bots greedy,random --from games", "Give either --bots"),
        ("--bots chess,random", "There is no bot “chess”"),
        ("--bots greedy,random --map atlantis", "There is no map “atlantis”"),
        ("--bots greedy,random --games 0", "greater than or equal to 1"),
        ("--bots greedy,random --rows-per-file 0", "greater than or equal to 1"),
        ("--bots greedy,random --records /dev/null/x", "/dev/null/x cannot be written"),
        ("--from nowhere.json --workers 1", "nowhere.json cannot be read"),
        ("--from .", "contains no records"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(sentence, "data", *arguments.split())
    assert not list(tmp_path.rglob("*.p*"))


def test_a_folder_with_an_export_is_not_touched(tmp_path: Path) -> None:
    json_of("export", str(tmp_path), *TWO)
    before = rows_in(tmp_path)
    check_refused("There is already an export in", str(tmp_path), *TWO)
    assert rows_in(tmp_path) == before
    check_refused("/dev/null/x cannot be written", "/dev/null/x", *TWO)


def test_without_pyarrow_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ImportError", "utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    sentence = "Parquet files need the extra “data”: pip install han-game[data]."
    check_refused(sentence, str(tmp_path / "data"), *TWO, PYTHONPATH=path)
    assert not (tmp_path / "data").exists()


def check_refused(sentence: str, *arguments: str, **variables: str) -> None:
    run = han if variables else han_here
    done = run("export", *arguments, **variables)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert done.returncode == 2
