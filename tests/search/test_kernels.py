"""Conventions of all kernels."""

import ast
from collections.abc import Iterator
from pathlib import Path

import han

SOURCES = Path(han.__file__).parent
MOST_PARAMETERS = 8


def is_kernel(decorator: ast.expr) -> bool:
    """Whether a decorator is ``@kernel`` or ``@kernel(…)``."""
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id == "kernel"


def kernels(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(is_kernel, node.decorator_list)):
            yield node


def count_parameters(function: ast.FunctionDef) -> int:
    every = function.args
    stars = [every.vararg, every.kwarg]
    return sum(map(len, (every.posonlyargs, every.args, every.kwonlyargs))) + len(
        [star for star in stars if star]
    )


def test_no_kernel_takes_more_than_eight_parameters() -> None:
    """Arguments that belong together are passed as one record."""
    found, large = 0, []
    for source in SOURCES.rglob("*.py"):
        for function in kernels(ast.parse(source.read_text())):
            found += 1
            if count_parameters(function) > MOST_PARAMETERS:
                large.append(f"{source.relative_to(SOURCES)}: {function.name}")
    assert large == []
    assert found > 150


def test_a_large_kernel_would_be_found() -> None:
    source = "@kernel(inline=True)\ndef f(a, b, c, d, e, f, g, /, h, *i): ...\n@other\ndef g(): ..."
    assert [count_parameters(function) for function in kernels(ast.parse(source))] == [9]
