"""The line numbers of values are found in all forms of TOML."""

import tomllib

import pytest

from han.maps.line_numbers import LineNumbers, Path

TEXT = '''\
# [[space]] in a comment
one_line = [["a", "b"], ["c", "d"]]  # ["x", "y"]
many = [ # [
  ["a", "b"], ["c", # ]
    "d"],

  ["]", "["],
  # ["x", "y"],
  ["e", 'f']
]
about = """
[[space]]
many = [ "]" """
dotted.key = 1
"quoted key" = '"]'
inline = { en = "{", de = [1, 2] }
time = 1979-05-27 07:32:00.5

[[space]]   # the first
id = "a"
at = [
  1.5,
  -2,
]
[[space]]
id="b"
[space.name]
en = "B"
[table]
x = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("one_line",), 2),
        (("one_line", 0), 2),
        (("one_line", 1, 1), 2),
        (("many",), 3),
        (("many", 0), 4),
        (("many", 1), 4),
        (("many", 1, 1), 5),
        (("many", 2), 7),
        (("many", 3), 9),
        (("about",), 11),
        (("dotted", "key"), 14),
        (("quoted key",), 15),
        (("inline", "de", 1), 16),
        (("time",), 17),
        (("space", 0), 19),
        (("space", 0, "id"), 20),
        (("space", 0, "at"), 21),
        (("space", 0, "at", 1), 23),
        (("space", 1), 25),
        (("space", 1, "id"), 26),
        (("space", 1, "name"), 27),
        (("space", 1, "name", "en"), 28),
        (("table", "x"), 30),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_of(path: Path, line: int, newline: str) -> None:
    assert LineNumbers(TEXT.replace("\n", newline))[path] == line


def test_text_is_what_tomllib_reads() -> None:
    document = tomllib.loads(TEXT)
    assert len(document["many"]) == 4
    assert len(document["space"]) == 2


@pytest.mark.parametrize(
    ("path", "line"), [(("space", 1, "port"), 25), (("nothing", 3, "x"), 1), (("many", 9), 3)]
)
def test_missing_value_is_sought_around(path: Path, line: int) -> None:
    assert LineNumbers(TEXT)[path] == line


def test_ends_of_text() -> None:
    assert LineNumbers("")["x",] == 1
    assert LineNumbers("\na = 1")["a",] == 2
    assert LineNumbers('\na = "')["a",] == 2
