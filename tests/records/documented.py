"""The checker of fair cards that the documentation gives, which shares nothing with the package."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "fair-cards.md"


def _program() -> Callable[[dict[str, Any]], None]:
    page = PAGE.read_text("utf-8")
    (program,) = re.findall(r"```python\n(import .*?)```", page, flags=re.DOTALL)
    assert "han" not in re.findall(r"\w+", program)
    names: dict[str, Any] = {}
    exec(program, names)
    checker: Callable[[dict[str, Any]], None] = names["check"]
    return checker


check = _program()
"""Raises an `AssertionError` if a card of a record is wrong."""
