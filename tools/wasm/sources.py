"""A digest of what is built from: it says without a compiler whether the built files are current.

Comments, docstrings and versions of Python or of a compiler do not count.
"""

import ast
import hashlib
from pathlib import Path
from typing import Final

import han
from han.rules import compile as decorator
from han.rules.compile import kernel_sources

PACKAGE: Final = Path(han.__file__).parent
PARTS: Final = ("rules", "engine", "search", "bots", "maps")
"""The packages of the kernels that browsers get, of their records and constants."""
OWN: Final = Path(__file__).with_name("questions.py")
"""Kernels of this tool."""


def source_digest() -> str:
    """A digest of the code of these modules."""
    digest = hashlib.sha256()
    for source in kernel_sources():
        place = source.relative_to(PACKAGE)
        if place.parts[0] in PARTS and source != Path(decorator.__file__):
            digest.update(f"{place.as_posix()}\n{code_of(source)}\n".encode())
    digest.update(code_of(OWN).encode())
    return digest.hexdigest()


def code_of(source: Path) -> str:
    """A module without comments and docstrings."""
    tree = ast.parse(source.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [one for one in node.body if not _is_text(one)] or [ast.Pass()]
    return ast.unparse(tree)


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring, of whatever."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
