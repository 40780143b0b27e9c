"""The commands as a person runs them: their output, their errors, their exit status."""

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

from han.bots.levels import LEVELS
from han.engine.game import Game
from han.maps.load import load_map
from han.records.fair import FairCards, SaltOrigin, commitment
from han.records.record import format_record
from han.records.recorder import Recorder
from han.version import __version__
from program import COMMAND, han, han_here, output_of
from table.building import record_of
from table.devices import brought, device

GAMES = Path(__file__).parents[1] / "records" / "games"
RECORD = GAMES / "ways-of-diplomacy-2-greedy.json"
POSITION = "border-disputes 3 start=0 seat=0 phase=place hands=RRG,VYO,GGR display=RGYV"


def test_version() -> None:
    assert output_of("--version") == f"han {__version__}\n"


def test_version_does_not_load_the_compiler() -> None:
    code = "import sys; from han.cli import main; print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(
    "command",
    ["play", "sim", "verify", "show", "perft", "bench", "map list", "map check", "map svg",
     "map study", "map make"],
)  # fmt: skip
def test_every_command_has_help(command: str) -> None:
    assert "Usage" in han_here(*command.split(), "--help").stdout


@pytest.mark.parametrize(
    "command", ["--version", "map list", "map check pyproject.toml", "sim --players 2", "dance"]
)
def test_an_interpreter_of_its_own_makes_no_difference(command: str) -> None:
    """Else the tests of bad input below would not say what a person sees."""
    apart, here = han(*command.split()), han_here(*command.split())
    assert (apart.returncode, apart.stdout, apart.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )


def test_sim_prints_the_same_with_and_without_records(tmp_path: Path) -> None:
    options = ["sim", "--map", "ways-of-diplomacy", "--players", "3", "--variant", "--bots"]
    options += ["greedy,random,random", "--games", "4", "--seed", "7", "--json"]
    plain = json.loads(output_of(*options))
    kept = json.loads(output_of(*options, "--records", str(tmp_path)))
    assert plain["seats"] == kept["seats"]
    assert plain["turns"] == kept["turns"]
    assert plain["games"] == 4
    assert sum(seat["win_share"] for seat in plain["seats"]) == pytest.approx(1, abs=0.001)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"00000{number}.json" for number in range(1, 5)]
    assert output_of("verify", str(tmp_path)) == "4 records verified.\n"


def test_sim_shows_a_table() -> None:
    table = output_of("sim", "--games", "5", "--bots", "random")
    assert "Border Disputes: 5 games" in table
    assert "turns per game" in table


def test_verify_names_the_first_differing_line(tmp_path: Path) -> None:
    lines = RECORD.read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if '"scored": {"' in line)
    lines[number - 1] = re.sub(r'("scored": {"\w+": \[)\d+', r"\g<1>49", lines[number - 1])
    tampered = tmp_path / "tampered.json"
    tampered.write_text("\n".join(lines), "utf-8")
    done = han_here("verify", str(RECORD), str(tampered))
    assert done.returncode == 1
    assert done.stderr.startswith(f"{tampered}: Line {number}: ")
    assert done.stderr.count("\n") == 1
    verdicts = json.loads(han_here("verify", str(RECORD), str(tampered), "--json").stdout)
    assert [verdict["ok"] for verdict in verdicts["verdicts"]] == [True, False]
    assert verdicts["verdicts"][1]["line"] == number


def test_verify_goes_on_after_what_is_no_record(tmp_path: Path) -> None:
    whole = RECORD.read_text("utf-8")
    wrong = {
        "map.json": whole.replace('"map": "ways-of-diplomacy"', '"map": "/etc/passwd"'),
        "nan.json": whole.replace('"meta": {', '"meta": {"x": NaN, '),
        "players.json": re.sub(r'"players": \d', '"players": 9', whole),
        "surrogate.json": whole.replace('"meta": {', '"meta": {"x": "\\ud800", '),
        "twice.json": whole.replace('"start": ', '"start": 0, "start": '),
    }
    for name, text in wrong.items():
        assert text != whole, name
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "zzz.json").write_text(whole, "utf-8")
    done = han_here("verify", str(tmp_path))
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [Path(line.partition(":")[0]).name for line in lines] == sorted(wrong)
    sentences = [line.partition(": ")[2] for line in lines]
    assert "There is no map “/etc/passwd”" in sentences[0]
    assert sentences[1] == "This is not a record: NaN is not a number in JSON."
    assert "for 2 to 4 players, not 9" in sentences[2]
    assert sentences[3] == "This is not a record: one of its texts contains half a character."
    assert sentences[4] == 'This is not a record: "start" appears twice in one place.'
    told = json.loads(han_here("verify", str(tmp_path), "--json").stdout)
    assert (told["records"], told["wrong"]) == (6, 5)
    is_record = [verdict["is_record"] for verdict in told["verdicts"]]
    assert is_record == [True, False, True, False, False, True]


def test_verify_takes_the_named_map_for_records_of_that_map_alone(tmp_path: Path) -> None:
    own, other = tmp_path / "own.json", tmp_path / "other.json"
    board = tmp_path / "board.toml"
    packaged = load_map("ways-of-diplomacy")
    text = files("han.maps").joinpath("ways-of-diplomacy.toml").read_text("utf-8")
    board.write_text(text.replace('id = "ways-of-diplomacy"', 'id = "my-board"'), "utf-8")
    whole = RECORD.read_text("utf-8").replace(packaged.sha256, load_map(board).sha256)
    own.write_text(whole.replace('"ways-of-diplomacy"', '"my-board"'), "utf-8")
    other.write_text(whole.replace('"ways-of-diplomacy"', '"atlantis"'), "utf-8")
    records = (str(own), str(RECORD))
    assert output_of("verify", "--map", str(board), *records) == "2 records verified.\n"
    done = han_here("verify", "--map", str(board), *records, str(other))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"{other}: Line 3: There is no map “atlantis”")
    done = han_here("verify", "--map", "atlantis", *records)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("han: There is no map “atlantis”")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
def test_verify_prints_names_that_are_no_text(tmp_path: Path) -> None:
    """In most people's settings standard output takes whole characters only."""
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json"))
    file.write_text(fair_deal(["salt", ""], ["own", "bot"]), "utf-8")
    done = han("verify", str(tmp_path), PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\udcff.json: seat 0: own salt" in done.stdout
    for encoding in ("utf-8:strict", "utf-8:surrogateescape", "ascii:strict"):
        done = han_here("verify", str(tmp_path), "--json", PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert [verdict["file"] for verdict in json.loads(done.stdout)["verdicts"]] == [str(file)]


def fair_deal(salts: list[str], origins: list[SaltOrigin] | None = None) -> str:
    """The record of a game just dealt that tells its seed."""
    cards = FairCards(bytes(32), salts)
    first = cards.deal(Game("ways-of-diplomacy", len(salts)))
    fair = cards.meta(start_drawn=True, origins=origins)
    return format_record(Recorder(first, {"fair": fair}).record())


def test_verify_says_in_how_many_records_the_cards_were_checked(tmp_path: Path) -> None:
    fair, unfair, going_on = (tmp_path / name for name in ("fair.json", "unfair.json", "open.json"))
    fair.write_text(fair_deal(["salt", "盐"]), "utf-8")
    unfair.write_text(fair_deal(["salt", "盐"]).replace('"salt"', '"sugar"'), "utf-8")
    going_on.write_text(re.sub(r'"seed": "\w+", ', "", fair_deal(["", ""])), "utf-8")
    said = output_of("verify", str(RECORD), str(fair), str(going_on))
    *counts, old = said.splitlines()
    assert counts == ["3 records verified.", "In 1 record, every card follows from the seed."]
    assert old.startswith(f"{fair}: an old record; it does not say whether")
    files = [str(RECORD), str(fair), str(unfair), str(going_on)]
    done = han_here("--lang", "de", "verify", *files)
    assert done.returncode == 1
    assert re.fullmatch(r".*unfair.json: Zeile \d+: .* Startwert .*\n", done.stderr)
    verdicts = json.loads(han_here("verify", *files, "--json").stdout)["verdicts"]
    assert [verdict["fair"] for verdict in verdicts] == [None, True, False, None]


def test_verify_says_whose_salts_are_in_and_compares_what_was_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(fair_deal(["salt", "", "", ""], ["own", "shared", "none", "bot"]), "utf-8")
    shown = ("--commitment", commitment(bytes(32)), "--salt", "salt")
    assert output_of("verify", str(file), *shown).splitlines()[-1] == (
        f"{file}: seat 0: own salt; seat 1: the salt of another seat on the same device; "
        "seat 2: no salt; seat 3: no salt (bot)"
    )
    for wrong, sentence in (
        (("--commitment", commitment(bytes([1] * 32))), "not the commitment that you were shown"),
        (("--salt", "sugar"), "your salt is not among those of the people"),
    ):
        done = han_here("verify", str(file), *wrong)
        assert done.returncode == 1
        assert sentence in done.stderr
    told = json.loads(han_here("verify", str(file), *shown, "--json").stdout)["verdicts"]
    assert [verdict["salts"] for verdict in told] == [["own", "shared", "none", "bot"]]


def test_verify_says_which_cards_were_dealt_on_somebodys_device(tmp_path: Path) -> None:
    file = tmp_path / "brought.json"
    table = brought(device(20))
    table.deal()
    file.write_text(format_record(record_of(table.table)), "utf-8")
    counts, fair, salts, redraws, told = output_of("verify", str(file)).splitlines()
    assert (counts, salts) == ("1 record verified.", f"{file}: {SALTED}")
    assert fair == "In 1 record, every card follows from the seed."
    assert redraws.startswith(f"{file}: cards were drawn again after 1 takeback.")
    verdicts = json.loads(han_here("verify", str(file), "--json").stdout)["verdicts"]
    cards = verdicts[0]["brought"]
    assert (verdicts[0]["fair"], verdicts[0]["redraws"]) == (True, 1)
    assert told.startswith(
        f"{file}: the game was brought from somebody\u2019s device, where the first"
    )
    assert f"first {cards} cards could be known and chosen. Only the cards after" in told


SALTED = "seat 0: own salt; seat 1: no salt (bot); seat 2: no salt (bot)"


def test_show_draws_a_position_and_tells_a_game() -> None:
    shown = output_of("show", POSITION)
    assert "Wei" in shown
    told = output_of("show", str(RECORD))
    result = json.loads(RECORD.read_text("utf-8"))["result"]
    for total in result["total"]:
        assert str(total) in told


def test_show_hides_hands_unless_told_otherwise() -> None:
    position = POSITION.replace("VYO", "OOO")
    assert "O O O" not in output_of("show", position)
    assert "O O O" in output_of("show", position, "--open")


def test_show_string_walks_through_a_record() -> None:
    record = json.loads(RECORD.read_text("utf-8"))
    first = output_of("show", str(RECORD), "--turn", "0", "--string").strip()
    assert first.startswith("ways-of-diplomacy 2 ")
    assert f"hands={','.join(record['deal']['hands'])}" in first
    last = output_of("show", str(RECORD), "--string").strip()
    assert "phase=over" in last


def test_show_compiles_nothing_anew_for_the_end_of_a_game() -> None:
    last = output_of("show", str(RECORD), "--string").strip()
    assert output_of("show", last, "--string").strip() == last
    again = han("show", last, "--string")
    assert (again.stdout.strip(), again.stderr) == (last, "")


def test_perft() -> None:
    leaves = json.loads(output_of("perft", POSITION, "--depth", "2", "--json"))
    split = output_of("perft", POSITION, "--depth", "2", "--split").splitlines()
    assert leaves["leaves"] == int(split[-1])
    assert sum(int(line.rpartition(": ")[2]) for line in split[:-1]) == leaves["leaves"]


def test_map_list_and_check() -> None:
    maps = json.loads(output_of("map", "list", "--json"))["maps"]
    assert [entry["id"] for entry in maps] == ["border-disputes", "ways-of-diplomacy"]
    assert [entry["spaces"] for entry in maps] == [49, 41]
    assert "2 maps" in output_of("map", "check", "border-disputes", "ways-of-diplomacy")


def test_map_check_explains_faults(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.toml"
    text = (Path(__file__).parents[2] / "src/han/maps/border-disputes.toml").read_text("utf-8")
    faulty.write_text(text.replace('colour = "violet"', 'colour = "purple"'), "utf-8")
    line = 1 + text[: text.index('colour = "violet"')].count("\n")
    done = han_here("map", "check", str(faulty))
    assert done.returncode == 1
    assert f"{faulty}:{line}: " in done.stderr
    assert "purple" in done.stderr


def test_map_svg(tmp_path: Path) -> None:
    drawn = tmp_path / "board.svg"
    assert output_of("map", "svg", "border-disputes", "-o", str(drawn)) == ""
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    assert output_of("map", "svg", "border-disputes").strip() == drawn.read_text("utf-8").strip()


def test_map_make(tmp_path: Path) -> None:
    made = tmp_path / "board.toml"
    assert output_of("map", "make", "--seed", "5", "--spaces", "40", "-o", str(made)) == ""
    printed = output_of("map", "make", "--seed", "5", "--spaces", "40")
    assert printed == made.read_bytes().decode()
    assert "1 map without errors." in output_of("map", "check", str(made))
    told = json.loads(output_of("map", "make", "--seed", "5", "--spaces", "40", "--json"))
    assert (told["id"], told["spaces"], told["text"]) == ("made-5-spaces-40", 40, printed)
    written = json.loads(output_of("map", "make", "--json", "-o", str(made)))
    assert (written["id"], written["file"]) == ("made-0", str(made))
    assert load_map(made).sha256 == written["sha256"]


def test_a_made_map_can_be_drawn_studied_and_played(tmp_path: Path) -> None:
    made = tmp_path / "board.toml"
    output_of("map", "make", "--variant", "market-places", "--players", "2", "-o", str(made))
    assert "dragon-" in output_of("map", "svg", str(made))
    assert "decided by roads" in output_of("map", "study", str(made), "-n", "5", "--bots", "random")
    played = output_of("sim", "--map", str(made), "--players", "2", "-n", "3", "--json")
    assert json.loads(played)["games"] == 3


def test_map_study() -> None:
    table = output_of("map", "study", "ways-of-diplomacy", "--games", "20", "--bots", "random")
    assert "| games decided by roads |" in table


def test_bench_prints_one_object() -> None:
    figures = json.loads(output_of("bench", "--json", "--once"))
    kinds = {(r["map"], r["players"], r["variant"]) for r in figures["random_games"]}
    assert len(kinds) == 12
    for rate in figures["random_games"]:
        assert rate["games_per_s"] > 0
        assert rate["decisions_per_s"] > rate["games_per_s"]
    assert 0 < figures["state_bytes"] <= 512
    assert figures["copy_ns"] > 0
    assert 0 < figures["rows"]["median_us"] <= figures["rows"]["worst_us"]
    assert figures["compile_s"] > 0
    assert [answers["level"] for answers in figures["search"]["levels"]] == list(LEVELS)
    assert all(answers["answers"] == 1 for answers in figures["search"]["levels"])


@pytest.mark.parametrize("lang", ["de", "fr", "it"])
def test_other_languages(lang: str) -> None:
    english = output_of("sim", "--games", "2")
    assert output_of("--lang", lang, "sim", "--games", "2") != english
    assert output_of("sim", "--games", "2", HAN_LANG=lang) != english


def test_play_shows_a_whole_game() -> None:
    told = output_of("play", "--seed", "5", "--players", "3", "--bots", "random")
    assert "Wei" in told
    assert told == output_of("play", "--seed", "5", "--players", "3", "--bots", "random")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("sim --map atlantis", "There is no map “atlantis”"),
        ("sim --players 2", "Border Disputes is for 3 to 5 players, not 2."),
        ("sim --map ways-of-diplomacy --players 5", "Ways of Diplomacy is for 2 to 4"),
        ("sim --variant market-places", "no variant “market-places”"),
        ("sim fortifications", "“fortifications” is not expected here"),
        ("sim --bots chess", "There is no bot “chess”"),
        ("sim --bots greedy,random", "2 bots were named for 4 players"),
        ("sim --games 0", "greater than or equal to 1"),
        ("sim --games many", "should be a valid integer"),
        ("sim --dice", "No such option: --dice"),
        ("sim --records /dev/null/x --games 1", "cannot be written"),
        ("verify no-such-file.json", "no-such-file.json cannot be read"),
        ("verify pyproject.toml", "This is not a record"),
        ("verify src", "contains no records"),
        ("verify", "Missing argument"),
        ("show no-such-file.json", "cannot be read"),
        ("perft nonsense --depth 1", "starts with the map and the number of players"),
        ("map check no-such-file.toml", "no-such-file.toml"),
        ("map svg atlantis", "There is no map “atlantis”"),
        ("map make --spaces 99", "cannot be made with --spaces 99: write a number from 36 to 60"),
        ("map make --ports -1", "cannot be made with --ports -1"),
        ("map make --players 2-6", "cannot be made for “2-6” players"),
        ("map make --variant castles", "There is no variant “castles”"),
        ("map make --seed -1", "greater than or equal to 0"),
        ("map make -o /dev/null/board.toml", "cannot be written"),
        ("play --boards sometimes", "“sometimes” is not a valid choice"),
        ("bench --gpu", "GPU"),
        ("--lang xx map list", "There is no language “xx”"),
        ("dance", "No such command 'dance'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: str, sentence: str) -> None:
    done = han_here(*arguments.split())
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert done.returncode == (1 if arguments.startswith("map check") else 2)


def test_show_tells_what_is_wrong_with_a_position() -> None:
    done = han_here("show", POSITION.replace("seat=0", "seat=7"))
    assert done.returncode == 2
    assert done.stderr == "han: “7” is not a seat: seats are numbered from 0 to 2.\n"


def test_a_closed_pipe_is_no_drama() -> None:
    command = [*COMMAND, "map", "svg", "border-disputes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert b"Traceback" not in program.stderr.read()
