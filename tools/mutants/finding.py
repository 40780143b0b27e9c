"""The mutants of a module: all small changes of its text that could change what it does."""

import ast
import io
import tokenize
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

COMPARISON, ARITHMETIC, CONSTANT = "comparison", "arithmetic", "constant"
BOOLEAN, DELETION = "boolean", "deletion"
KINDS = (COMPARISON, ARITHMETIC, CONSTANT, BOOLEAN, DELETION)

_COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_MEMBERSHIPS = {"in": "not in", "not in": "in", "is": "is not", "is not": "is"}
_SUMS = {"+": "-", "-": "+", "*": "//", "//": "*", "%": "//"}
_BITS = {"<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&"}
SWAPS = {
    **{old: (COMPARISON, new) for old, new in (_COMPARISONS | _MEMBERSHIPS).items()},
    **{old: (ARITHMETIC, new) for old, new in (_SUMS | _BITS).items()},
    **{old + "=": (ARITHMETIC, new + "=") for old, new in (_SUMS | _BITS).items()},
    "and": (BOOLEAN, "or"),
    "or": (BOOLEAN, "and"),
}
"""What an operator becomes. Others, such as the ``/`` of paths, stay."""
LAYOUT_CALLS = ("field", "dtype")
"""What is written inside these decides where fields lie in memory, not what they mean."""
ARRAY_CALLS = ("zeros", "empty", "ones")
"""Their first argument is a shape: one row more changes nothing but memory."""


@dataclass(frozen=True)
class Mutant:
    """One small change of a module."""

    file: str
    """Below the package, as in ``rules/legal.py``."""
    line: int
    function: str
    kind: str
    before: str
    """The changed line; several lines of one statement become one."""
    after: str
    start: int
    """From here on, up to ``end``, the module's text is replaced by ``text``."""
    end: int
    text: str

    def __str__(self) -> str:
        """As the report shows it."""
        return f"{self.file}:{self.line}: {self.before}  →  {self.after}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays the same when other lines are edited."""
        return self.file, self.function, self.before, self.after

    def apply(self, source: str) -> str:
        """The module's text with the change."""
        return source[: self.start] + self.text + source[self.end :]


NO_WORDS = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)
"""Tokens that are not part of an expression."""
Change: TypeAlias = tuple[str, int, int, str]
"""A kind of mutation, where it starts and ends, and the text that it puts there."""


class Source:
    """The text of a module, and where its parts are."""

    def __init__(self, text: str) -> None:
        """Read the words and signs of a module."""
        self.text = text
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._tokens = [
            (self._starts[token.start[0] - 1] + token.start[1], token.string)
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type not in NO_WORDS
        ]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node starts and ends in the text."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._at(node.lineno, node.col_offset)
        return start, self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        """The place of a column, which ``ast`` counts in bytes."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)

    def tokens(self, start: int, end: int) -> list[tuple[int, str]]:
        """The words and signs in a part of the text, with their places."""
        first = bisect_left(self._tokens, (start, ""))
        return self._tokens[first : bisect_left(self._tokens, (end, ""))]

    def mutant(self, change: Change, file: str, function: str) -> Mutant:
        """A change with all that a reader wants to know about it."""
        kind, start, end, text = change
        first = self.text.rfind("\n", 0, start) + 1
        last = self.text.find("\n", end)
        rest = self.text[end : last if last >= 0 else None]
        before = in_one_line(self.text[first:end] + rest)
        after = in_one_line(self.text[first:start] + text + rest)
        line = self.text.count("\n", 0, start) + 1
        return Mutant(file, line, function, kind, before, after, start, end, text)


def mutants_of(text: str, file: str) -> list[Mutant]:
    """All mutants of a module, in the order of their places."""
    source = Source(text)
    found = [
        source.mutant(change, file, scope.name)
        for node, scope in _walk(ast.parse(text), Scope("", False))
        for change in _changes(node, source, scope)
    ]
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.text))


class Scope(NamedTuple):
    """The function or class that something is written in."""

    name: str
    is_function: bool


def _walk(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    """All nodes that can be changed, and where they are."""
    yield node, scope
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        name = f"{scope.name}.{node.name}".lstrip(".")
        scope = Scope(name, not isinstance(node, ast.ClassDef))
    for child in _children(node):
        yield from _walk(child, scope)


def _children(node: ast.AST) -> Iterable[ast.AST]:
    """The parts of a node, without those that decide nothing in a game.

    These are annotations, decorators, texts and the layout of records. Assertions are left out
    too: a weaker one can only be noticed together with a second mistake.
    """
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node.args, *node.body]
        case ast.ClassDef():
            return node.body
        case ast.arguments():
            return [default for default in (*node.defaults, *node.kw_defaults) if default]
        case ast.AnnAssign(value=ast.expr() as value) if not _names_a_type(node):
            return [node.target, value]
        case ast.Call(func=func, args=[_, *others]) if _name(func) in ARRAY_CALLS:
            return [*others, *node.keywords]
        case ast.AnnAssign() | ast.JoinedStr() | ast.Assert():
            return []
        case ast.Call(func=func) if _name(func) in LAYOUT_CALLS:
            return []
    return ast.iter_child_nodes(node)


def _names_a_type(node: ast.AnnAssign) -> bool:
    return _name(node.annotation) == "TypeAlias"


def _name(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return getattr(node, "attr", getattr(node, "id", ""))


def _changes(node: ast.AST, source: Source, scope: Scope) -> Iterator[Change]:
    """What can be changed about a node itself, not about its parts."""
    match node:
        case ast.Compare():
            yield from _swaps(source, [node.left, *node.comparators])
        case ast.BinOp():
            yield from _swaps(source, [node.left, node.right])
        case ast.BoolOp():
            yield from _swaps(source, node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield _without_first_token(BOOLEAN, node, source)
        case ast.UnaryOp(op=ast.Invert()):
            yield _without_first_token(ARITHMETIC, node, source)
        case ast.Constant(value=bool() as truth):
            yield BOOLEAN, *source.span(node), str(not truth)
        case ast.Constant(value=int() as number):
            yield from _other_numbers(node, number, source)
        case ast.AugAssign():
            yield from _swaps(source, [node.target, node.value])
    if isinstance(node, ast.stmt) and _can_be_left_out(node, scope):
        yield DELETION, *source.span(node), "pass"


def _swaps(source: Source, operands: Sequence[ast.expr]) -> Iterator[Change]:
    """Another operator between two operands."""
    for left, right in pairwise(operands):
        between = source.tokens(source.span(left)[1], source.span(right)[0])
        words = [(at, word) for at, word in between if word not in ("(", ")")]
        operator = " ".join(word for _, word in words)
        if operator in SWAPS:
            kind, other = SWAPS[operator]
            end = words[-1][0] + len(words[-1][1])
            yield kind, words[0][0], end, other


def _without_first_token(kind: str, node: ast.UnaryOp, source: Source) -> Change:
    """``not x`` becomes ``x``; so does ``~x``."""
    (start, _), (rest, _) = source.tokens(*source.span(node))[:2]
    return kind, start, rest, ""


def _other_numbers(node: ast.Constant, number: int, source: Source) -> Iterator[Change]:
    """One more; for 1 also nought."""
    start, end = source.span(node)
    spell = hex if source.text[start:end].lower().startswith("0x") else str
    for other in (0, 2) if number == 1 else (number + 1,):
        yield CONSTANT, start, end, spell(other)


def _can_be_left_out(node: ast.stmt, scope: Scope) -> bool:
    """Whether a module without the statement is still worth a test.

    Without a constant or a field it could not be imported, and whoever raises
    `NotImplementedError` is only there to be declared.
    """
    match node:
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(value=ast.expr()):
            return scope.is_function
        case ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return False
        case ast.Expr(value=ast.Call()) | ast.Assign() | ast.AugAssign() | ast.Return(value=None):
            return True
    return isinstance(node, ast.Raise | ast.Continue | ast.Break | ast.Delete)


def in_one_line(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())
