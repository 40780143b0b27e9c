"""Records that were tampered with are detected, and broken ones are refused."""

import json
import re
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.messages import HanError
from han.records.errors import RecordError, RecordMismatchError
from han.records.parse import parse_record
from han.records.record import format_record
from han.records.replay import verify

PATH = Path(__file__).parent / "games" / "border-disputes-4-variant-greedy.json"
TEXT = PATH.read_text("utf-8")
LINES = TEXT.splitlines()
DATA: dict[str, Any] = json.loads(TEXT)


def tampered(change: str) -> dict[str, Any]:
    """The record after one of the changes that a cheat could think of."""
    data = deepcopy(DATA)
    turn = data["turns"][5]
    match change:
        case "sha":
            data["map_sha256"] = "0" * 64
        case "seat":
            turn["seat"] = (turn["seat"] + 1) % 4
        case "drop":
            del data["turns"][5]
        case "twice":
            data["turns"].insert(5, turn)
        case "scored":
            scored = next(t for t in data["turns"] if t["scored"])
            next(iter(scored["scored"].values()))[0] += 1
        case "winner":
            data["result"]["winners"] = [(data["result"]["winners"][0] + 1) % 4]
        case "points":
            data["result"]["roads"][2] += 4
        case "reason":
            data["result"]["reason"] = "board"
        case "unfinished":
            data["result"] = None
        case "start":
            data["start"] = (data["start"] + 1) % 4
        case "deal":
            data["deal"]["hands"][0] = "RRRR"[:3] if data["deal"]["hands"][0] != "RRR" else "VVV"
        case "display":
            data["deal"]["display"] = data["deal"]["display"][:-1]
        case "after the end":
            data["turns"].append({"seat": 0, "atoms": ["X R"], "scored": {}})
    return data


def line_with(text: str) -> int:
    return 1 + next(number for number, line in enumerate(LINES) if text in line)


FIRST_TURN = line_with('"turns": [') + 1


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("sha", line_with("map_sha256")),
        ("seat", FIRST_TURN + 5),
        ("drop", FIRST_TURN + 5),
        ("twice", FIRST_TURN + 6),
        ("scored", 1 + next(n for n, text in enumerate(LINES) if '"scored": {"' in text)),
        ("winner", line_with('"result"')),
        ("points", line_with('"result"')),
        ("reason", line_with('"result"')),
        ("unfinished", line_with('"result"')),
        ("start", FIRST_TURN),
        ("display", line_with('"deal"')),
        ("after the end", line_with('"result"') - 1),
    ],
)
def test_tampering_is_found_at_its_line(change: str, line: int) -> None:
    record = parse_record(json.dumps(tampered(change)))
    with pytest.raises(RecordMismatchError) as caught:
        verify(record)
    assert caught.value.params["line"] == line
    assert str(caught.value).startswith(f"Line {line}: ")


def test_a_record_of_an_edition_that_plays_alike_is_true(tmp_path: Path) -> None:
    """Somebody has changed a name in the map file, and named the file as it was."""
    board = files("han.maps").joinpath(f"{DATA['map']}.toml").read_text("utf-8")
    renamed = board.replace('"Wei"', '"Wey"')
    record, path = parse_record(TEXT), tmp_path / "board.toml"
    path.write_text(renamed, "utf-8")
    with pytest.raises(RecordMismatchError, match=r"another edition"):
        verify(record, str(path))
    edition = f'editions = ["{record.map_sha256}"]\n'
    path.write_text(renamed.replace("display =", edition + "display =", 1), "utf-8")
    assert verify(record, str(path)).is_over


def test_other_cards_in_the_deal_are_found_out() -> None:
    with pytest.raises(RecordMismatchError):
        verify(parse_record(json.dumps(tampered("deal"))))


def test_a_true_record_is_true_however_it_is_laid_out() -> None:
    data = deepcopy(DATA)
    data["deal"]["hands"] = [hand[::-1] for hand in data["deal"]["hands"]]
    for text in (TEXT, json.dumps(data), json.dumps(data, indent=4)):
        record = parse_record(text)
        assert verify(record).is_over
        assert format_record(record) == TEXT


def test_an_unfinished_game_is_true_as_far_as_it_goes() -> None:
    data = deepcopy(DATA)
    data["turns"] = data["turns"][:7]
    data["result"] = None
    assert not verify(parse_record(json.dumps(data))).is_over


@pytest.mark.parametrize("cut", range(0, len(TEXT) - 2, 397))
def test_a_file_cut_short_is_no_record(cut: int) -> None:
    with pytest.raises(RecordError):
        parse_record(TEXT[:cut])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "han-record/2"),
        (("map",), 4),
        (("players",), "4"),
        (("players",), True),
        (("start",), None),
        (("options",), []),
        (("options", "variant"), 1),
        (("deal", "hands"), "RRG"),
        (("deal", "display"), "RGBX"),
        (("turns",), {}),
        (("turns", 0), []),
        (("turns", 0, "seat"), 1.5),
        (("turns", 0, "atoms"), ["H wei-1"]),
        (("turns", 0, "atoms"), [7]),
        (("turns", 0, "scored"), {"wei": "7"}),
        (("result", "total"), [1, "2"]),
        (("result",), {}),
        (("meta",), 3),
    ],
)
def test_a_wrong_shape_is_no_record(path: tuple[Any, ...], value: object) -> None:
    data = deepcopy(DATA)
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(RecordError):
        parse_record(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "null", "3", '"x"', "[" * 100_000, "NaN", "1" * 5000])
def test_other_json_is_no_record(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


@pytest.mark.parametrize("number", ["1e999", "-2.5E+400", "NaN", "Infinity", "-Infinity"])
def test_a_number_that_could_not_be_written_again_is_refused(number: str) -> None:
    text = TEXT.replace('"meta": {', f'"meta": {{"x": {number}, ')
    assert text != TEXT
    with pytest.raises(RecordError, match=re.escape(number)):
        parse_record(text)
    assert parse_record(text.replace(number, "1e300")).meta["x"] == 1e300


@pytest.mark.parametrize("key", [key for key in DATA if key != "meta"])
def test_every_key_is_needed(key: str) -> None:
    data = deepcopy(DATA)
    del data[key]
    with pytest.raises(RecordError, match=key):
        parse_record(json.dumps(data))


@given(st.integers(0, 2**32))
@settings(deadline=None)
def test_any_change_of_a_byte_is_noticed_or_means_the_same(seed: int) -> None:
    rng = Random(seed)
    at = rng.randrange(len(TEXT))
    text = TEXT[:at] + rng.choice('0123456789RGVYO*+=.~"{}[],: XHEwq') + TEXT[at + 1 :]
    try:
        record = parse_record(text)
        verify(record)
    except HanError:
        return
    changed = {
        number
        for number, line in enumerate(format_record(record).splitlines(), start=1)
        if line != LINES[number - 1]
    }
    assert changed <= {line_with('"meta"')}
