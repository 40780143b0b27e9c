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


def test_code_names_only_rules_of_the_page() -> None:
    for path in sorted((ROOT / "src/han").rglob("*.py")):
        if path.name != "svg_drawings.py":  # whose paths are full of letters and numbers
            named = {rule for rule, _ in rules_index.named_in(path)}
            assert named <= RULES | NO_RULES, path


def test_messages_and_pages_name_only_rules_of_the_page() -> None:
    for path in sorted((ROOT / "src/han/messages").rglob("*.json")):
        texts = json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False)
        assert rules_index.ids_in(texts) <= RULES, path
    for path in sorted((ROOT / "docs").rglob("*.md")):
        assert rules_index.ids_in(path.read_text("utf-8")) <= RULES | NO_RULES, path


def test_every_rule_is_named_by_a_test() -> None:
    tests = rules_index.tests()
    assert [rule for rule in rules_index.rules_of_page() if not tests[rule]] == []
