"""The line numbers of values in a TOML text, which tomllib does not provide.

The text has been parsed by tomllib before, so the scanner relies on correct syntax.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value: ``("province", 2, "outline", 0)``."""

TOKEN = re.compile(
    r"""
      (?P<text>   \"{3} (?: \\. | [^\\] )*? \"{3} \"{0,2}
                | '{3} .*? '{3} '{0,2}
                | " (?: \\. | [^"\\] )* "
                | ' [^']* ' )
    | (?P<comment> \# [^\n]* )
    | (?P<mark>    \n | [][{}=,.] )
    | (?P<word>    [^][{}=,.\s"'\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """A word, a quoted text or a mark, with its line."""

    value: str
    line: int
    quoted: bool


class LineNumbers:
    """The lines of all tables, keys and array entries of a TOML text."""

    def __init__(self, text: str) -> None:
        """Scan the whole text."""
        self._lines: dict[Path, int] = {(): 1}
        self._tables: dict[Path, int] = {}
        self._tokens = list(_tokens(text))
        self._position = 0
        self._scan()

    def __getitem__(self, path: Path) -> int:
        """The line of the value at ``path``, or of the innermost value that contains it."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def _scan(self) -> None:
        table: Path = ()
        while not self._at_end():
            if self._skip("\n"):
                continue
            if self._skip("["):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        """Read ``[name]`` or ``[[name]]`` after its first bracket; return the path it opens."""
        line = self._tokens[self._position].line
        is_array = self._skip("[")
        path: Path = ()
        for name in self._key():
            path = self._newest((*path, name))
        if is_array:
            path = self._open_entry(path)
        self._record(path, line)
        while self._skip("]"):
            pass
        return path

    def _newest(self, path: Path) -> Path:
        """The path with the last index of each array of tables, which a header refers to."""
        return (*path, self._tables[path]) if path in self._tables else path

    def _open_entry(self, path: Path) -> Path:
        array = path[:-1] if path and isinstance(path[-1], int) else path
        self._tables[array] = self._tables.get(array, -1) + 1
        return (*array, self._tables[array])

    def _pair(self, table: Path) -> None:
        """Read ``key = value``; all parts of a dotted key have its line."""
        line = self._tokens[self._position].line
        path = table
        for name in self._key():
            path = (*path, name)
            self._record(path, line)
        self._skip("=")
        self._value(path)

    def _key(self) -> list[str]:
        names = [self._take().value]
        while self._skip("."):
            names.append(self._take().value)
        return names

    def _value(self, path: Path) -> None:
        if self._skip("["):
            self._array(path)
        elif self._skip("{"):
            self._inline_table(path)
        else:
            while not self._at_end() and not self._sees("\n", ",", "]", "}"):
                self._position += 1

    def _array(self, path: Path) -> None:
        index = 0
        while not self._skip("]"):
            if self._skip("\n") or self._skip(","):
                continue
            entry = (*path, index)
            self._record(entry, self._tokens[self._position].line)
            self._value(entry)
            index += 1

    def _inline_table(self, path: Path) -> None:
        while not self._skip("}"):
            if not (self._skip("\n") or self._skip(",")):
                self._pair(path)

    def _record(self, path: Path, line: int) -> None:
        self._lines.setdefault(path, line)

    def _at_end(self) -> bool:
        return self._position >= len(self._tokens)

    def _take(self) -> Token:
        token = self._tokens[self._position]
        self._position += 1
        return token

    def _sees(self, *marks: str) -> bool:
        token = self._tokens[self._position]
        return not token.quoted and token.value in marks

    def _skip(self, mark: str) -> bool:
        """Skip ``mark`` if it comes next."""
        seen = not self._at_end() and self._sees(mark)
        self._position += seen
        return seen


def _tokens(text: str) -> Iterator[Token]:
    line, position = 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        if match.lastgroup == "text":
            yield Token(_unquote(match["text"]), line, quoted=True)
        elif match.lastgroup != "comment":
            yield Token(match[0], line, quoted=False)


def _unquote(text: str) -> str:
    """The text of a quoted key; escapes are not decoded, since they are rare in keys."""
    return text[1:-1]
