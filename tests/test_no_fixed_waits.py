"""No test waits for a time. The linter sees functions that sleep; methods it cannot see."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
BANNED = "wait_for_timeout"


def fixed_waits(source: str) -> Iterator[int]:
    """The lines where a page is told to wait for a time."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr == BANNED:
            yield node.lineno


def test_a_fixed_wait_is_found() -> None:
    assert list(fixed_waits(f"page.goto('/')\npage.{BANNED}(50)\n")) == [2]


def test_no_page_waits_for_a_time() -> None:
    found = [
        f"{path.relative_to(TESTS.parent)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        for line in fixed_waits(path.read_text("utf-8"))
    ]
    assert not found, f"wait for a condition (expect, PlayArea, waiting.wait_until) in {found}"
