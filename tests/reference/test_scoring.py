"""The scorings against numbers counted by hand, and roads against a plainer search."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from .scoring import all_rows, alliance_points, house_points, road_points, row_points


@pytest.mark.parametrize(
    ("houses", "points"),
    [
        ([4, 2, 1], [7, 4, 2]),  # example 4
        ([2, 2, 1], [5, 5, 2]),  # example 5
        ([4, 2, 0], [6, 4, 0]),  # example 8
        ([0, 0, 0], [0, 0, 0]),
        ([1, 1, 1, 1], [4, 4, 4, 4]),
        ([0, 3, 0, 5], [0, 5, 0, 8]),
        ([1, 2, 3, 2, 0], [2, 3, 8, 3, 0]),
        ([1, 2, 3, 4, 5], [2, 3, 4, 5, 15]),
    ],
)
def test_house_points(houses: list[int], points: list[int]) -> None:
    """H1-H3."""
    assert house_points(houses) == points


def test_doubled_house_points() -> None:
    """V3: only the owner's own points."""
    assert house_points([4, 2, 1], doubled={1}) == [7, 8, 2]


@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ({0: 1, 1: 1}, {0: 2, 1: 1, 2: 1}, [6, 0, 0]),  # example 6
        ({0: 1}, {1: 1}, [0, 0, 0]),
        ({}, {}, [0, 0, 0]),
        ({}, {1: 3}, [0, 0, 0]),
        ({1: 0}, {1: 3}, [0, 0, 0]),
        ({0: 2, 1: 2, 2: 1}, {0: 1, 1: 1}, [7, 7, 0]),
        ({0: 1, 1: 1, 2: 1}, {0: 1, 1: 1, 2: 1}, [6, 6, 6]),
    ],
)
def test_alliance_points(here: dict[int, int], there: dict[int, int], points: list[int]) -> None:
    """F2."""
    assert alliance_points(Counter(here), Counter(there), 3) == points


def roads(*lines: str) -> list[tuple[str, str]]:
    """Roads along lines of one-letter spaces."""
    return [pair for line in lines for pair in pairwise(line)]


@pytest.mark.parametrize(
    ("lines", "houses", "points"),
    [
        (["abc"], "abc", 0),
        (["abcd"], "abcd", 4),
        (["abcdefg"], "abcdefg", 7),
        (["abcdefgh"], "abcdefgh", 8),
        (["abcdefgh"], "abcdfgh", 4),  # a gap ends a row
        (["abcde", "cf"], "abcdef", 5),  # a branch does not count
        (["abcda"], "abcd", 4),  # a ring
        (["abcdefa"], "abcdef", 6),
        (["abc", "bd", "be"], "abcde", 0),  # a star has no row of four
        (["abcdefg", "dhij"], "abcdefghij", 7),  # three arms of three: one stays out
        (["abcdefghi", "ejklm"], "abcdefghijklm", 13),  # three arms of four: one is its own row
        (["abcd", "efgh"], "abcdefgh", 8),
    ],
)
def test_road_points(lines: list[str], houses: str, points: int) -> None:
    """F3, Q4."""
    assert road_points(set(houses), roads(*lines)) == points


@pytest.mark.parametrize(
    ("lines", "fortification", "points"),
    [
        (["abc"], "a", 0),
        (["abcd"], "c", 8),
        (["abcdefgh"], "a", 16),  # one long row is better than two short ones
        (["abcde", "cf"], "f", 8),  # f c d e doubled, not a b c d e
        (["abcdefg", "dhijk"], "a", 18),  # a to g doubled, h to k
        (["abcdefg", "dhijk"], "h", 16),  # k to d to a doubled, the other three lost
        (["abcd", "efgh"], "e", 12),
    ],
)
def test_road_points_with_a_fortification(
    lines: list[str], fortification: str, points: int
) -> None:
    """V3, Q4: the row with the fortification counts double."""
    assert road_points(set("".join(lines)), roads(*lines), fortification) == points


def plain_road_points(
    rows: list[frozenset[str]], fortification: str | None, used: frozenset[str] = frozenset()
) -> int:
    """Take each row or leave it: no order, no memory, no bound."""
    if not rows:
        return 0
    row, rest = rows[0], rows[1:]
    without = plain_road_points(rest, fortification, used)
    if row & used:
        return without
    taken = plain_road_points(rest, fortification, used | row)
    return max(without, row_points(row, fortification) + taken)


def test_road_points_against_a_plain_search() -> None:
    rng = Random(20140)
    for _ in range(150):
        spaces = "abcdefghij"
        network = [(a, b) for a in spaces for b in spaces if a < b and rng.random() < 0.22]
        houses = set(rng.sample(spaces, rng.randint(6, 10)))
        fortification = rng.choice([None, *sorted(houses)])
        rows = list(all_rows(houses, network))
        if len(rows) <= 60:
            expected = plain_road_points(rows, fortification)
            assert road_points(houses, network, fortification) == expected


def test_twenty_houses_in_a_grid() -> None:
    across = ["abcd", "efgh", "ijkl", "mnop", "qrst"]
    down = ["".join(line) for line in zip(*across, strict=True)]
    assert road_points(set("".join(across)), roads(*across, *down)) == 20
    assert road_points(set("".join(across)), roads(*across, *down), "a") == 40
