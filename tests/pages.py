"""Parts of the documentation that tests write: between two comments, and compared each time.

With the variable ``HAN_UPDATE_DOCS`` set, they are rewritten instead.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
WIDTH = 96

_PART = re.compile(r"(?<=<!-- made: )(.+?)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)


def check_parts(page: Path, parts: Mapping[str, str]) -> None:
    """Compare the made parts of a page with what they should be, or make them so."""
    text = page.read_text("utf-8")
    assert {name for name, _, _ in _PART.findall(text)} == set(parts)
    right = _PART.sub(lambda part: f"{part[1]}{part[2]}{parts[part[1]]}", text)
    if os.environ.get("HAN_UPDATE_DOCS"):
        page.write_text(right, "utf-8")
    else:
        assert text == right, "HAN_UPDATE_DOCS=1 brings the page up to date"


def section(page: Path, heading: str) -> str:
    """What stands below a heading."""
    found = page.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    assert found, heading
    return found


def block(*lines: str) -> str:
    """Lines as a block of JSON."""
    return "```json\n{}\n```\n".format("\n".join(lines))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows as a table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| {} |\n".format(" | ".join(line)) for line in lines)


def pretty(value: object, indent: int = 0, taken: int = 0) -> str:
    """JSON with as much on a line as there is room for."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + taken + len(flat) <= WIDTH or not isinstance(value, dict | list):
        return flat
    if isinstance(value, dict):
        names = [json.dumps(key, ensure_ascii=False) + ": " for key in value]
        parts = [
            name + pretty(inner, indent + 2, len(name) + 1)
            for name, inner in zip(names, value.values(), strict=True)
        ]
        left, right = "{", "}"
    else:
        parts = [pretty(inner, indent + 2, 1) for inner in value]
        left, right = "[", "]"
    space = "\n" + " " * (indent + 2)
    return f"{left}{space}{f',{space}'.join(parts)}\n{' ' * indent}{right}"
