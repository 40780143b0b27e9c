"""Plane geometry, on shapes small enough to see."""

import pytest

from han.maps.model import Point
from han.maps.plane import (
    crosses,
    distance_to_outline,
    distance_to_segment,
    find_self_crossing,
    is_inside,
    is_polygon,
)

SQUARE: list[Point] = [(0, 0), (10, 0), (10, 10), (0, 10)]
ANGLE: list[Point] = [(0, 0), (10, 0), (10, 10), (8, 10), (8, 2), (0, 2)]


@pytest.mark.parametrize(
    ("ends", "crossing"),
    [
        (((5, -1), (5, 1)), True),
        (((5, 0), (5, 1)), False),  # touches with an end
        (((10, 0), (20, 0)), False),  # goes on where the other ends
        (((2, 0), (8, 0)), False),  # lies upon it
        (((11, -1), (11, 1)), False),
    ],
)
def test_crosses(ends: tuple[Point, Point], crossing: bool) -> None:
    assert crosses(((0, 0), (10, 0)), ends) is crossing
    assert crosses(ends, ((0, 0), (10, 0))) is crossing


def test_crosses_within_tolerance() -> None:
    shallow: tuple[Point, Point] = ((0, 0.5), (10, -5))
    assert crosses(((0, 0), (10, 0)), shallow)
    assert not crosses(((0, 0), (10, 0)), shallow, tolerance=1)


@pytest.mark.parametrize(
    ("point", "distance"), [((5, 3), 3), ((-3, 4), 5), ((13, -4), 5), ((4, 0), 0)]
)
def test_distance_to_segment(point: Point, distance: float) -> None:
    assert distance_to_segment(point, ((0, 0), (10, 0))) == distance


def test_distance_to_single_point() -> None:
    assert distance_to_segment((3, 4), ((0, 0), (0, 0))) == 5


def test_distance_to_outline() -> None:
    assert distance_to_outline((5, 3), SQUARE) == 3
    assert distance_to_outline((5, -3), SQUARE) == 3


@pytest.mark.parametrize(
    ("point", "inside"), [((5, 1), True), ((9, 9), True), ((5, 5), False), ((-1, 1), False)]
)
def test_is_inside(point: Point, inside: bool) -> None:
    assert is_inside(point, ANGLE) is inside


@pytest.mark.parametrize(
    ("outline", "sides"),
    [
        (SQUARE, None),
        (ANGLE, None),
        ([(0, 0), (10, 10), (10, 0), (0, 10)], (0, 2)),  # a bow
        ([(0, 0), (10, 0), (5, 0)], (0, 1)),  # flat
        ([(0, 0), (10, 0), (5, 5), (5, 0), (0, 10)], (0, 2)),  # touches itself
    ],
)
def test_find_self_crossing(outline: list[Point], sides: tuple[int, int] | None) -> None:
    assert find_self_crossing(outline) == sides


def test_is_polygon() -> None:
    assert is_polygon(SQUARE)
    assert not is_polygon(SQUARE[:2])
    assert not is_polygon([*SQUARE, SQUARE[0]])
    assert not is_polygon([])
