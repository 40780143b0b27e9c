"""The rules page has every rule that anything names, and every rule has a test."""

import json
import re
from pathlib import Path

import rules_index

ROOT = Path(__file__).parents[1]
RULES = set(rules_index.rules_of_page())
NO_RULES = {"V8"}
"""What looks like an id and is none: the engine of JavaScript."""


def test_every_rule_is_on_the_page_once() -> None:
    rules = rules_index.rules_of_page()
    assert len(rules) == len(RULES) >= 50
    anchors = re.findall(r'^<a id="(\w+)"></a>$', rules_index.PAGE.read_text("utf-8"), re.M)
    assert [rule.lower() for rule in rules] == anchors


def test_the_index_is_up_to_date() -> None:
    assert rules_index.INDEX.read_text("utf-8") == rules_index.index(), (
        "run python tools/rules_index.py"
    )


def test_ranges_name_every_rule_between() -> None:
    assert rules_index.ids_in("H1-H3, D5 and X9") == {"H1", "H2", "H3", "D5"}


CODE = {".py", ".ts", ".js", ".svelte", ".css", ".html", ".sh"}
NOT_READ = {
    "svg_drawings.py",  # whose paths are full of letters and numbers
    Path(__file__).name,  # which names rules that there are not
}


def files_with_code() -> list[Path]:
    """What is written by hand: the package, its tests and tools, and the browser's client."""
    folders = ["src/han", "tests", "tools", "bench", "examples", "web/src", "web/tests"]
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*"))]
    built = ROOT / "src/han/server/client"
    return [
        path
        for path in found
        if path.suffix in CODE and path.name not in NOT_READ and built not in path.parents
    ]


def unknown_in(path: Path) -> set[str]:
    """The ids in a file that the page does not have."""
    return rules_index.ids_in(path.read_text("utf-8")) - RULES - NO_RULES


def test_code_names_only_rules_of_the_page() -> None:
    files = files_with_code()
    assert {path.suffix for path in files} >= {".py", ".ts", ".svelte"}
    assert {path.name: unknown for path in files if (unknown := unknown_in(path))} == {}


def test_an_unknown_id_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text('"""As T11 and T15 say."""', "utf-8")
    assert unknown_in(path) == {"T15"}


def test_messages_and_pages_name_only_rules_of_the_page() -> None:
    for path in sorted((ROOT / "src/han/messages").rglob("*.json")):
        texts = json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False)
        assert rules_index.ids_in(texts) <= RULES, path
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "web/README.md"]
    assert {path.name: unknown for path in pages if (unknown := unknown_in(path))} == {}


def test_every_rule_is_named_by_a_test() -> None:
    tests = rules_index.tests()
    assert [rule for rule in rules_index.rules_of_page() if not tests[rule]] == []
