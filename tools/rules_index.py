"""Write docs/rules-index.md: for each rule where it is carried out and which tests name it."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"
INDEX = ROOT / "docs" / "rules-index.md"

_ID = re.compile(r"\b([CSTHDFVQ])(\d{1,2})(?:-([CSTHDFVQ])(\d{1,2}))?\b")
_ENTRY = re.compile(r"^\*\*([CSTHDFVQ]\d{1,2})\*\* ", re.MULTILINE)
_HEAD = """# Index of the rules

Where each [rule](rules.md) is carried out, by the docstrings of `src/han/rules`, and which tests
name it. Made by `python tools/rules_index.py`; a test says when it is out of date.

| rule | carried out by | tested by |
| --- | --- | --- |
"""


def rules_of_page() -> list[str]:
    """The ids of all rules, in the order of the page."""
    return _ENTRY.findall(PAGE.read_text("utf-8"))


def ids_in(text: str) -> set[str]:
    """The rules that a text names; ``H1-H3`` names three."""
    found = set()
    for letter, first, other, last in _ID.findall(text):
        end = int(last) if other == letter else int(first)
        found |= {f"{letter}{number}" for number in range(int(first), end + 1)}
        if other and other != letter:
            found.add(f"{other}{last}")
    return found


def named_in(path: Path) -> Iterator[tuple[str, str]]:
    """Every rule that a module names, and the function, or the module, that names it.

    Looked at are docstrings, comments and texts; a table outside of functions counts for the
    module.
    """
    source = path.read_text("utf-8")
    lines = source.splitlines()
    inside = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            inside |= set(range(first, (node.end_lineno or first) + 1))
            text = "\n".join(lines[first - 1 : node.end_lineno])
            yield from ((rule, node.name) for rule in ids_in(text))
    rest = "\n".join(line for number, line in enumerate(lines, 1) if number not in inside)
    yield from ((rule, "") for rule in ids_in(rest))


def kernels() -> dict[str, list[str]]:
    """Functions of the rules by the rule that they carry out."""
    found = defaultdict(list)
    for path in sorted((ROOT / "src/han/rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for rule in ids_in(ast.get_docstring(node) or ""):
                    found[rule].append(f"{_short(path, 'src/han')}: `{node.name}`")
    return found


def tests() -> dict[str, list[str]]:
    """Tests, or modules of tests, by the rule that they name.

    The test of the rules page tests no rule: the ids in it are examples.
    """
    found = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path.name == "test_rules_page.py":
            continue
        names = defaultdict(list)
        for rule, name in named_in(path):
            names[rule].append(name)
        for rule, inside in names.items():
            listed = ", ".join(f"`{name}`" for name in sorted(set(inside)) if name)
            found[rule].append(": ".join(filter(None, [_short(path, "tests"), listed])))
    return found


def _short(path: Path, folder: str) -> str:
    return path.relative_to(ROOT / folder).as_posix()


def index() -> str:
    """The page."""
    carried_out, tested = kernels(), tests()
    rows = [
        f"| [{rule}](rules.md#{rule.lower()}) "
        f"| {'<br>'.join(carried_out[rule])} | {'<br>'.join(tested[rule])} |"
        for rule in rules_of_page()
    ]
    return _HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index(), "utf-8")
