"""Bots on the command line: programs, packages, faults, and one sentence for bad specs."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from program import han_here
from waiting import HUNG_S

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
TIMEOUT_MS = round(1000 * HUNG_S)
LINE_BOT = f"exec:ms={TIMEOUT_MS} {shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
SMALL = ["--map", "ways-of-diplomacy", "--players", "2", "--seed", "3"]


@pytest.mark.parametrize("command", ["play", "sim"])
@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("chess", "There is no bot “chess”; choose one of random, greedy"),
        ("greedy:depth=3", "greedy takes no parameters; leave out “depth”."),
        ("greedy:", "“” is not a parameter of greedy"),
        ("exec:", "“exec:” does not name a program"),
        ("exec:ms=-3 cat", "The parameter “ms” must be at least 1, not -3."),
        ("exec:ms=700000 cat", "The parameter “ms” must be at most 600000, not 700000."),
        ("exec:./no-such-bot --fast", "The program “./no-such-bot” does not exist"),
        ("greedy,exec:/etc/passwd", "The program “/etc/passwd” does not exist or cannot be run."),
        ("greedy,greedy,greedy", "3 bots were named for 2 players"),
    ],
)
def test_a_bad_bot_is_one_sentence_and_status_2(command: str, bots: str, sentence: str) -> None:
    done = han_here(command, *SMALL, "--bots", bots)
    assert done.returncode == 2
    assert done.stderr.startswith(f"han: {sentence}")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_study_takes_only_bots_that_play_in_bulk() -> None:
    done = han_here("map", "study", "ways-of-diplomacy", "--bots", "exec:cat")
    assert done.returncode == 2
    can = "random, greedy, peasant, scribe, governor can."
    assert f"in bulk, which exec:cat cannot do; {can}" in done.stderr


def test_the_example_plays_in_sim_and_its_records_are_true(tmp_path: Path) -> None:
    options = ["sim", *SMALL, "--bots", f"{LINE_BOT},random", "--games", "3", "--json"]
    kept = han_here(*options, "--records", str(tmp_path))
    assert kept.stderr == ""
    plain = han_here(*options)
    assert json.loads(plain.stdout)["seats"] == json.loads(kept.stdout)["seats"]
    assert json.loads(kept.stdout)["seats"][0]["bot"] == LINE_BOT
    assert han_here("verify", str(tmp_path)).stdout == "3 records verified.\n"


def test_the_example_plays_in_play() -> None:
    done = han_here("play", *SMALL, "--bots", f"{LINE_BOT},greedy", "--boards", "never")
    assert done.returncode == 0
    assert done.stderr == ""
    assert (
        done.stdout
        == han_here("play", *SMALL, "--bots", f"{LINE_BOT},greedy", "--boards", "never").stdout
    )


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "han: Seat 1, exec:cat: cat gave an invalid answer: “{"),
        ("de", "han: Platz 1, exec:cat: cat hat eine ungültige Antwort gegeben: „{"),
        ("fr", "han: Place 1, exec:cat : cat a donné une réponse invalide : « {"),
        ("it", "han: Posto 1, exec:cat: cat ha dato una risposta non valida: «{"),
    ],
)
def test_faults_are_told_in_the_readers_language(lang: str, sentence: str, tmp_path: Path) -> None:
    options = ["sim", *SMALL, "--bots", "greedy,exec:cat", "--games", "1"]
    done = han_here(*options, "--records", str(tmp_path), HAN_LANG=lang)
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(sentence) for line in lines)
    meta = json.loads((tmp_path / "000001.json").read_text("utf-8"))["meta"]
    assert meta["bots"] == ["greedy", "exec:cat"]
    assert [fault["seat"] for fault in meta["faults"]] == [1, 1, 1]
    assert meta["faults"][0]["fault"].startswith("cat gave an invalid answer")


def test_play_goes_on_when_a_program_fails() -> None:
    done = han_here("play", *SMALL, "--bots", "exec:true,greedy", "--boards", "end")
    assert done.returncode == 0
    assert done.stderr.count("true ended without an answer (exit status 0).") == 3
    assert done.stderr.count("\n") == 3


def test_a_bot_of_another_package_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    about = tmp_path / "last_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: last-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[han.bots]\nlast = last_bots:Last\n")
    (tmp_path / "last_bots.py").write_text(
        "class Last:\n"
        "    spec = 'last'\n"
        "    def choose(self, view, chance):\n"
        "        return view.legal_actions[-1]\n"
    )
    options = ["sim", *SMALL, "--games", "2", "--json", "--bots"]
    done = han_here(*options, "Last,random")
    assert [seat["bot"] for seat in json.loads(done.stdout)["seats"]] == ["last", "random"]
    refused = han_here(*options, "last:depth=2")
    assert refused.returncode == 2
    assert refused.stderr.startswith(
        "han: The bot last from the package last-bots cannot be created: "
    )
    unknown = han_here(*options, "first")
    assert "last" in unknown.stderr
