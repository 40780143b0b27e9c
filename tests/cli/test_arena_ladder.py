"""``han ladder`` as a person runs it."""

import json
from pathlib import Path

import pytest

from program import ENDLESS, han_here, interrupt, json_of, output_of, start_han, wait_for_files

CONTESTS = """
[[contest]]
map = "border-disputes"
line_up = ["greedy", "random", "random"]
share = 0.4
lower = 0.3

[[contest]]
map = "ways-of-diplomacy"
line_up = ["greedy", "greedy"]
share = 0.65
"""


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
    contests = tmp_path / "contests.toml"
    contests.write_text(CONTESTS, "utf-8")
    page = tmp_path / "docs" / "ladder.md"
    where = ["--contests", str(contests), "--output", str(page)]
    return ["ladder", *where, "--workers", "1", "--games", "6"]


def test_a_ladder_is_played_once_and_written(tmp_path: Path, options: list[str]) -> None:
    told = output_of(*options)
    assert "ladder.md has been written." in told
    files = sorted(p.relative_to(tmp_path / "docs") for p in (tmp_path / "docs").rglob("*.*"))
    assert [str(file) for file in files] == ["images/ladder.svg", "ladder.json", "ladder.md"]
    page = (tmp_path / "docs" / "ladder.md").read_text("utf-8")
    book = (tmp_path / "docs" / "ladder.json").read_text("utf-8")
    report = json_of(*options)
    assert (tmp_path / "docs" / "ladder.json").read_text("utf-8") == book
    assert [contest["games"] for contest in report["contests"]] == [6, 6]
    assert [contest["passed"] for contest in report["contests"]] == [True, False]
    assert report["contests"][1]["win_share"] == 0.5
    (tmp_path / "docs" / "ladder.md").unlink()
    output_of(*options, "--rebuild")
    assert (tmp_path / "docs" / "ladder.md").read_text("utf-8") == page
    assert (tmp_path / "docs" / "ladder.json").read_text("utf-8") == book


def test_only_the_contests_of_one_bot(tmp_path: Path, options: list[str]) -> None:
    report = json_of(*options, "--only", "random")
    assert [contest["line_up"][1] for contest in report["contests"]] == ["random"]
    page = (tmp_path / "docs" / "ladder.md").read_text("utf-8")
    assert "Not played yet: greedy vs greedy" in page


def test_ctrl_c_keeps_the_games_and_the_next_run_goes_on(
    tmp_path: Path, options: list[str]
) -> None:
    options = [*options[:-1], ENDLESS, "--only", "random"]
    with start_han(*options, "--workers", "2", "--json") as program:
        wait_for_files(tmp_path / "docs", "ladder.json", 1)
        out, _ = interrupt(program)
    report = json.loads(out)
    (contest,) = report["contests"]
    assert report["interrupted"] is True
    kept = json.loads((tmp_path / "docs" / "ladder.json").read_text("utf-8"))
    rows = kept["contests"][0]["games"]
    assert len(rows) == contest["games"] > 0
    assert not (tmp_path / "docs" / "ladder.md").exists()
    goal = contest["games"] + 3
    options[options.index(ENDLESS)] = str(goal)
    after = json_of(*options)["contests"][0]
    assert after["games"] >= goal
    again = json.loads((tmp_path / "docs" / "ladder.json").read_text("utf-8"))
    assert again["contests"][0]["games"][: len(rows)] == rows


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--only nobody", "No contest in the ladder has a bot “nobody”."),
        ("--contests no-such-file.toml", "no-such-file.toml cannot be read"),
        ("--contests pyproject.toml", "pyproject.toml is not a list of contests"),
        ("--output /dev/null/ladder.md --rebuild", "/dev/null cannot be written"),
        ("--output ladder.json --rebuild", "give the page another name"),
        ("--games none", "should be a valid integer"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: str, sentence: str) -> None:
    done = han_here("ladder", *arguments.split())
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert done.returncode == 2


def test_a_bot_that_does_not_exist_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    contests = tmp_path / "contests.toml"
    contests.write_text(CONTESTS.replace('"greedy", "greedy"', '"greedy", "chess"'), "utf-8")
    done = han_here("ladder", "--contests", str(contests), "--output", str(tmp_path / "ladder.md"))
    assert "There is no bot “chess”" in done.stderr
    assert done.returncode == 2
    assert not (tmp_path / "ladder.json").exists()
