"""The ladder goes on where it stopped, and its page and plot say what was played."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from han.ladder.ladder_file import LadderFile, read_ladder_file
from han.ladder.page import format_page, played_rungs
from han.ladder.play import LadderRun
from han.ladder.plot import LEFT, RIGHT, draw_plot
from han.ladder.rungs import LadderError, Rung, choose_rungs, read_rungs
from han.maps.load import map_ids
from han.play.arena.run import Place
from han.play.arena.standings import stand

HERE = Place(workers=1)
RUNGS = (
    Rung("border-disputes", ("greedy", "random", "random"), share=0.5, lower=0.3),
    Rung("ways-of-diplomacy", ("random", "greedy"), share=0.65),
)


def play_ladder(path: Path, games: int, seed: int = 3, **options: bool) -> tuple[LadderFile, int]:
    """Play, and count the games that were played for it."""
    file = read_ladder_file(path)
    played: list[int] = []
    ladder_run = LadderRun(file, RUNGS, games, seed, **options)
    left = ladder_run.games_left
    assert ladder_run.play(HERE, lambda result: played.append(result.number))
    assert left == len(played)
    return read_ladder_file(path), left


def without_times(path: Path) -> list[object]:
    """The games in a file, less the milliseconds."""
    contests = json.loads(path.read_text("utf-8"))["contests"]
    return [[[[*s[:6], s[7]] for s in game] for game in c["games"]] for c in contests]


def test_a_climb_goes_on_where_it_stopped(tmp_path: Path) -> None:
    assert play_ladder(tmp_path / "parts.json", 3)[1] == 3 + 4
    assert play_ladder(tmp_path / "parts.json", 6)[1] == 3 + 2
    assert play_ladder(tmp_path / "parts.json", 6)[1] == 0
    assert play_ladder(tmp_path / "parts.json", 1)[1] == 0
    play_ladder(tmp_path / "whole.json", 6)
    assert without_times(tmp_path / "parts.json") == without_times(tmp_path / "whole.json")


def test_other_settings_begin_anew(tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    play_ladder(path, 3)
    first = without_times(path)
    assert play_ladder(path, 3, again=True)[1] == 7
    assert without_times(path) == first
    assert play_ladder(path, 3, seed=4)[1] == 7
    assert without_times(path) != first
    path.write_text(re.sub(r'"version": "[^"]+"', '"version": "0.0.1"', path.read_text("utf-8")))
    assert play_ladder(path, 3, seed=4)[1] == 7


def test_what_an_ending_program_has_not_replaced_stays(tmp_path: Path) -> None:
    """Playing again forgets a rung's games with the first new one, not before."""
    path = tmp_path / "ladder.json"
    file, _ = play_ladder(path, 3)
    before = without_times(path)
    LadderRun(file, RUNGS, 3, seed=9, again=True)
    file.save()
    assert without_times(path) == before


def test_a_ladder_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    played = LadderFile(path)
    LadderRun(played, RUNGS, 6, seed=1).play(HERE)
    read = read_ladder_file(path)
    for rung in RUNGS:
        mine, its = played.find(rung), read.find(rung)
        assert mine is not None
        assert its is not None
        assert mine.key == its.key
        for old, new in zip(stand(mine.run), stand(its.run), strict=True):
            assert old.ci95 == new.ci95
            assert old.rating == new.rating
            assert old.points == new.points
            assert old.ms_per_move == pytest.approx(new.ms_per_move, rel=0.01)
    read.save()
    assert read_ladder_file(path).played.keys() == played.played.keys()


def test_a_page_says_what_was_played(tmp_path: Path) -> None:
    file, _ = play_ladder(tmp_path / "ladder.json", 6)
    played_on = played_rungs(file, RUNGS)
    missing = Rung("border-disputes", ("greedy", "exec:x", "exec:x"), share=0.5)
    page = format_page(played_on, [missing], "images/plot.svg")
    assert "![Shares of games won](images/plot.svg)" in page
    assert "## Border Disputes, 3 players" in page
    strong, weak = (line for line in page.splitlines() if line.startswith(("| g", "| r")))
    share = played_on[0].standing.win_share
    assert f"| greedy vs 2 × random | 6 | **{100 * share:.1f} %** |" in strong  # noqa: RUF001
    assert "| ≥ 50 % (> 30 %) | yes |" in strong
    assert "| random vs greedy | 6 |" in weak
    assert "| ≥ 65 % | **no** |" in weak
    assert "Not played yet: greedy vs 2 × exec:x (border-disputes)." in page  # noqa: RUF001
    assert "with seed 3" in page


def test_a_plot_draws_the_shares_to_scale(tmp_path: Path) -> None:
    file, _ = play_ladder(tmp_path / "ladder.json", 6)
    played_on = played_rungs(file, RUNGS)
    root = ElementTree.fromstring(draw_plot(played_on))
    svg = "{http://www.w3.org/2000/svg}"
    dots = [dot for dot in root.iter(f"{svg}circle") if dot.get("r") == "5"][: len(played_on)]
    for dot, rung in zip(dots, played_on, strict=True):
        share = (float(dot.get("cx", 0)) - LEFT) / (RIGHT - LEFT)
        assert share == pytest.approx(rung.standing.win_share, abs=0.001)
        assert ("below" in dot.get("class", "")) is not rung.is_passed
    reaches = [
        line.get("d", "") for line in root.iter(f"{svg}path") if line.get("class") == "reach"
    ]
    for data, rung in zip(reaches, played_on, strict=True):
        ends = [float(x) for x in re.findall(r"[ML]([\d.]+),", data)[:2]]
        shares = [(x - LEFT) / (RIGHT - LEFT) for x in ends]
        assert shares == pytest.approx(rung.standing.ci95, abs=0.001)
    words = [text.text for text in root.iter(f"{svg}text")]
    assert "share of games won, with its 95 % interval" in words
    assert "prefers-color-scheme: dark" in (root.findtext(f"{svg}style") or "")


def test_nothing_played_is_a_page_too() -> None:
    assert "Not played yet: greedy" in format_page([], RUNGS, "x.svg")
    assert ElementTree.fromstring(draw_plot([])).tag.endswith("svg")


def test_the_standing_ladder() -> None:
    rungs = read_rungs()
    assert {rung.map for rung in rungs} == set(map_ids())
    levels = ["peasant", "scribe", "governor", "minister", "chancellor"]
    for players, bar in ((4, (0.4, 0.3)), (2, (0.65, None))):
        lower = 0
        for rung in rungs:
            if len(rung.line_up) == players and "greedy" not in rung.line_up:
                assert rung.line_up == (levels[lower + 1], *[levels[lower]] * (players - 1))
                assert (rung.share, rung.lower) == bar
                lower += 1
        assert lower == 4
    (hardest,) = choose_rungs(rungs, "greedy")
    assert (hardest.line_up[0], hardest.share) == ("chancellor", 0.7)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "arena.no_ladder"),
        ("[[contest]]\nmap = 'border-disputes'", "arena.no_ladder"),
        ("[[contest]]\nmap = 'x'\nline_up = 3\nshare = 1", "arena.no_ladder"),
        ("[[contest]]\nmap = 'x'\nline_up = []\nshare = 1\nbar = 2", "arena.no_ladder"),
        ("[[contest]]\nmap = 'x'\nline_up = []\nshare = 1", "arena.no_ladder"),
        ("not toml", "arena.no_ladder"),
    ],
)
def test_a_file_that_lists_no_contests_is_refused(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "contests.toml").write_text(text, "utf-8")
    with pytest.raises(LadderError) as caught:
        read_rungs(tmp_path / "contests.toml")
    assert caught.value.key == key


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "other"}', '{"format": 1}'])
def test_another_file_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "ladder.json").write_text(text, "utf-8")
    with pytest.raises(LadderError, match="does not contain the games of a ladder"):
        read_ladder_file(tmp_path / "ladder.json")
    assert (tmp_path / "ladder.json").read_text("utf-8") == text
