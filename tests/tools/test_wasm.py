"""The kernels for browsers: that the built files are current, and what a build refuses.

`make wasm CHECK=1` builds the kernels anew, which takes a minute of a processor; here the digest of
their sources says whether they are current. What they do is compared with one file in two halves:
here what the kernels of this machine do, in `web/tests/engine` what those of the browser do.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from wasm import sources, target
from wasm.__main__ import EXPECTED, TESTS
from wasm.build import BUILT, KERNELS, described, made_with
from wasm.errors import BuildError
from wasm.games_proof import kept_games, sorted_json, told_games
from wasm.lowering import Lowered, lower
from wasm.positions_proof import actions, deals, drawings, foreign, read
from wasm.proof import NUMBERS, PARTS, kind_of
from wasm.signature import Type, signature_of

from han.rules.compile import kernel
from han.rules.types import Number
from tables import SOME_GAMES

STALE = "make wasm brings it up to date"


@pytest.mark.parametrize(
    "name",
    [
        *("manifest.json", "kernels.ts", "games.bin", "tables-2.bin"),
        *("maps.json", "drawing-border-disputes.json", "drawing-ways-of-diplomacy.json"),
    ],
)
def test_the_built_files_are_current(name: str) -> None:
    """The manifest has a digest of the kernels' sources too."""
    assert (BUILT / name).read_bytes() == described(made_with())[name], STALE


def test_there_are_no_other_files() -> None:
    names = {path.name for path in BUILT.iterdir()}
    assert names == {KERNELS, *described(made_with())}


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_the_kernels_of_this_machine_do_what_is_expected(part: str) -> None:
    expected = json.loads(EXPECTED.read_text())[part]
    assert json.loads(json.dumps(list(PARTS[part]()))) == expected, STALE


def as_json(cases: Iterable[object]) -> list[dict[str, Any]]:
    """Cases as their file has them."""
    plain: list[dict[str, Any]] = json.loads(sorted_json(list(cases)))
    return plain


@pytest.mark.slow
def test_python_tells_games_as_expected() -> None:
    """The browser's half has the games of every kind, and `make wasm CHECK=1` both halves."""
    expected = json.loads((TESTS / "games.json").read_text())
    kinds = [kind_of(game) for game in SOME_GAMES]
    digests = [case for case in expected["digests"] if subset(case, kinds[0]) in kinds]
    told = sorted(as_json(told_games(SOME_GAMES)), key=str)
    assert told == sorted(digests, key=str), STALE
    assert as_json(kept_games()) == expected["kept"], STALE


def subset(case: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Some fields of a case."""
    return {name: case[name] for name in names}


@pytest.mark.slow
def test_python_reads_texts_as_expected() -> None:
    """Which texts are kept of the many that are tried is up to `make wasm`."""
    expected = json.loads((TESTS / "texts.json").read_text())
    parts = {"foreign": foreign, "actions": actions, "deals": deals, "drawings": drawings}
    assert expected.keys() == {"positions", *parts}
    assert as_json(read(case["text"]) for case in expected["positions"]) == expected["positions"]
    for name, cases in parts.items():
        assert as_json(cases()) == expected[name], STALE


def test_expected_numbers() -> None:
    expected = json.loads(EXPECTED.read_text())
    assert expected | NUMBERS == expected


def test_comments_do_not_make_the_files_stale(tmp_path: Path) -> None:
    texts = {
        "as it is": '"""A module."""\nONE = 1\ndef f():\n    """Say."""\n    return ONE\n',
        "explained": 'ONE = 1\n"""A number."""\ndef f():\n    # so\n    return (ONE)\n',
        "changed": "ONE = 2\ndef f():\n    return ONE\n",
    }
    codes = {}
    for name, text in texts.items():
        (tmp_path / "module.py").write_text(text)
        codes[name] = sources.code_of(tmp_path / "module.py")
    assert codes["as it is"] == codes["explained"] != codes["changed"]


# What a build refuses.


@kernel(cached=False)
def one_more(number: Number) -> Number:
    return number + 1


@kernel(cached=False)
def unknown(names: list[str]) -> Number:
    return len(names)


def lowered(*lines: str) -> Lowered:
    """A kernel of some lines of code."""
    head = "define i32 @symbol(ptr %result, ptr %exception, i64 %number) {"
    code = "\n".join([*lines[:-1], head, lines[-1], "ret i32 0", "}"])
    return Lowered("symbol", code, signature_of(one_more))


ALLOCATES = lowered("declare ptr @NRT_Allocate(i64)", "%at = call ptr @NRT_Allocate(i64 %number)")
CALLS = lowered("declare i64 @rand(i64)", "%one = call i64 @rand(i64 %number)")
COUNTS = lowered("declare void @NRT_incref(ptr)", "  call void @NRT_incref(ptr null)\n")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (ALLOCATES, r"A kernel allocates memory, which kernels may not: NRT_Allocate\."),
        (CALLS, r"A kernel calls what browsers do not have: rand\."),
    ],
)
def test_calls_that_browsers_do_not_have_are_refused(code: Lowered, sentence: str) -> None:
    with pytest.raises(BuildError, match=sentence):
        target.translate([code], {})


@pytest.mark.slow
def test_a_kernel_that_allocates_is_refused() -> None:
    with pytest.raises(BuildError, match=r"A kernel allocates memory.*NRT_"):
        target.translate(lower("tools.wasm_faults"), {})


def test_a_missing_linker_is_named_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BuildError, match=r"wasm-ld is missing.*apt-get install lld"):
        target.translate([COUNTS], {})


def test_types_that_a_browser_cannot_hand_over_are_refused() -> None:
    with pytest.raises(BuildError, match="unknown: the browser can hand over no list"):
        signature_of(unknown)
    assert signature_of(one_more).parameters == {"number": Type("i8")}
