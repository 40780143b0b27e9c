"""``han arena`` as a person runs it."""

import json
import os
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from han.messages import LANGUAGES, message
from han.records.files import read_record
from program import ENDLESS, han_here, interrupt, json_of, output_of, start_han, wait_for_files

ALONE = ("--workers", "1")
"""Play in this process: every worker is an interpreter that has to start."""
TIMES = ("seconds", "games_per_s", "ms_per_move", "moves_per_s")

STUBBORN = """
import os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
pathlib.Path(sys.argv[1], str(os.getpid())).touch()
time.sleep(300)
"""


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in report.items() if key not in TIMES}
    bots = [{k: v for k, v in bot.items() if k not in TIMES} for bot in rest.pop("bots")]
    return rest | {"bots": bots}


def test_the_report_agrees_with_the_records(tmp_path: Path) -> None:
    """Everything is counted a second time, from the games themselves."""
    line_up = "greedy,random,random,greedy"
    options = ["--games", "10", "--variant", "fortifications", *ALONE, "--records", str(tmp_path)]
    report = json_of("arena", "--bots", line_up, *options)
    records = [read_record(path) for path in sorted(tmp_path.iterdir())]
    assert report["games"] == len(records) == 12
    assert report["deals"] == 3
    assert (report["variant"], report["interrupted"], report["decided"]) == (True, False, None)
    assert [bot["spec"] for bot in report["bots"]] == ["greedy", "random"]
    wins, points, roads = defaultdict[str, float](float), Counter[str](), Counter[str]()
    for record in records:
        result = record.result
        assert result is not None
        for seat, spec in enumerate(record.meta["bots"]):
            wins[spec] += (seat in result.winners) / len(result.winners)
            points[spec] += result.total[seat]
            roads[spec] += result.roads[seat]
    for bot in report["bots"]:
        seats = 2 * len(records)
        assert bot["seats"] == 2
        assert bot["win_share"] == pytest.approx(wins[bot["spec"]] / seats, abs=1e-3)
        assert sum(bot["points"].values()) == pytest.approx(points[bot["spec"]] / seats, abs=0.01)
        assert bot["points"]["roads"] == pytest.approx(roads[bot["spec"]] / seats, abs=0.01)
        low, high = bot["ci95"]
        assert 0 <= low <= bot["win_share"] <= high <= 0.5
        assert bot["ms_per_move"] > 0
        assert bot["moves_per_s"] == pytest.approx(1000 / bot["ms_per_move"], rel=0.02)
        assert bot["faults"] == 0
    greedy, plain = report["bots"]
    assert sum(bot["seats"] * bot["win_share"] for bot in report["bots"]) == pytest.approx(1)
    gap = (points["greedy"] - points["random"]) / (2 * len(records))
    assert greedy["mean_margin"] == pytest.approx(2 * gap / 3, abs=0.01)
    assert plain["mean_margin"] == pytest.approx(-greedy["mean_margin"], abs=0.01)
    assert greedy["rating"] > 25 > plain["rating"]
    assert output_of("verify", str(tmp_path)) == "12 records verified.\n"


def test_the_number_of_workers_changes_nothing_but_times() -> None:
    """Two play more games than are needed until it is sure; only those that one plays count."""
    options = ["arena", "--bots", "greedy,random", "--games", "400", "--until-sure"]
    one = json_of(*options, "--workers", "1")
    two = json_of(*options, "--workers", "2")
    assert without_times(one) == without_times(two)
    assert (one["decided"], one["games"]) == ("better", 30)
    assert (one["map"], one["interrupted"]) == ("ways-of-diplomacy", False)
    other = json_of(*options, "--workers", "1", "--seed", "5")
    assert without_times(other)["bots"] != without_times(one)["bots"]


def test_until_sure_says_worse_and_undecided() -> None:
    options = ["--until-sure", *ALONE]
    worse = output_of("arena", "--bots", "random,greedy", *options)
    assert "Decided: random is worse than even." in worse
    even = json_of("arena", "--bots", "greedy", "--players", "2", "--games", "20", *options)
    assert (even["decided"], even["games"], even["deals"]) == ("undecided", 20, 20)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table(lang: str) -> None:
    table = output_of("arena", "--bots", "greedy,random", "--games", "4", *ALONE, HAN_LANG=lang)
    assert "greedy" in table
    assert message("arena.column_interval", lang) in table
    english = "Ways of Diplomacy, 2 players: 4 games, 2 deals"
    assert (english in table) == (lang == "en")
    percentages = {"en": r"\d\.\d%", "de": r"\d,\d\xa0%", "fr": r"\d,\d\xa0%", "it": r"\d,\d%"}
    assert len(re.findall(percentages[lang], table)) == 6, "a share and an interval for each bot"


def test_a_bot_that_fails_is_told_once_and_counted() -> None:
    done = han_here("arena", "--bots", "exec:false,random", "--games", "4", "--json", *ALONE)
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "exec:false" in done.stderr
    failing, plain = json.loads(done.stdout)["bots"]
    assert failing["faults"] == 12
    assert plain["faults"] == 0


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    options = ["--games", ENDLESS, "--workers", "2", "--records", str(tmp_path), "--json"]
    with start_han("arena", "--bots", "greedy,random,random,random", *options) as program:
        wait_for_files(tmp_path, "*.json", 6)
        out, err = interrupt(program)
    report = json.loads(out)
    assert report["interrupted"] is True
    assert 6 <= report["games"] < int(ENDLESS)
    assert err == ""
    assert len(list(tmp_path.iterdir())) == report["games"]
    assert output_of("verify", str(tmp_path)) == f"{report['games']} records verified.\n"
    low, high = report["bots"][0]["ci95"]
    assert low < report["bots"][0]["win_share"] <= high
    assert high - low > 0.1


def test_ctrl_c_tells_people_too(tmp_path: Path) -> None:
    options = ["--games", ENDLESS, "--workers", "1", "--records", str(tmp_path)]
    with start_han("arena", "--bots", "greedy,random", *options) as program:
        wait_for_files(tmp_path, "*.json", 2)
        out, _ = interrupt(program)
    assert f"of {ENDLESS} games finished." in out
    assert "Ways of Diplomacy" in out


def test_ctrl_c_before_the_first_game_ends_stubborn_programs(tmp_path: Path) -> None:
    """A bot that answers nothing and ignores every request to end leaves nothing behind."""
    (tmp_path / "stubborn.py").write_text(STUBBORN, "utf-8")
    (tmp_path / "pids").mkdir()
    bot = f"exec:ms=60000 {sys.executable} {tmp_path / 'stubborn.py'} {tmp_path / 'pids'}"
    options = ["--bots", f"{bot},random", "--workers", "2", "--json"]
    with start_han("arena", *options) as program:
        wait_for_files(tmp_path / "pids", "*", 2)
        out, _ = interrupt(program)
    report = json.loads(out)
    assert (report["games"], report["bots"], report["interrupted"]) == (0, [], True)
    for path in (tmp_path / "pids").iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--bots chess,random", "There is no bot “chess”"),
        ("--bots greedy:depth=3,random", "greedy"),
        ("--bots greedy", "Border Disputes is for 3 to 5 players, not 1."),
        ("--bots greedy,random --map border-disputes", "is for 3 to 5 players, not 2."),
        ("--bots a,b,c,d,e,f --players 6", "There is no bot “a”"),
        ("--bots random --players 6", "is for 3 to 5 players, not 6."),
        ("--bots greedy,random,random --players 4", "3 bots were named for 4 players"),
        ("--bots greedy,random --games 0", "greater than or equal to 1"),
        ("--bots greedy,random --workers 0", "greater than or equal to 1"),
        ("--bots greedy,random --map atlantis", "There is no map “atlantis”"),
        ("--bots greedy,random --records /dev/null/x", "/dev/null/x cannot be written"),
        ("", "Missing option"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: str, sentence: str) -> None:
    done = han_here("arena", *arguments.split())
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert done.returncode == 2


@pytest.mark.parametrize("command", ["arena", "ladder"])
def test_help(command: str) -> None:
    assert "Usage" in han_here(command, "--help").stdout
