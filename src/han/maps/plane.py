"""Segments and polygons in the plane, for the checks of maps."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

from han.maps.model import Point

Segment = tuple[Point, Point]
Outline = Sequence[Point]

TOUCH = 0.01
"""A distance in pixels that is too small to be seen in a drawing."""


def side(point: Point, line: Segment, tolerance: float = 0.0) -> int:
    """On which side of a line a point is: -1, 1, or 0 within ``tolerance`` of it."""
    (ax, ay), (bx, by) = line
    area = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
    return 0 if abs(area) <= tolerance * dist(*line) else 1 if area > 0 else -1


def crosses(one: Segment, other: Segment, tolerance: float = 0.0) -> bool:
    """Whether two segments cross; touching is not crossing."""
    return (
        side(one[0], other, tolerance) * side(one[1], other, tolerance) < 0
        and side(other[0], one, tolerance) * side(other[1], one, tolerance) < 0
    )


def distance_to_segment(point: Point, segment: Segment) -> float:
    """How far a point is from the nearest point of a segment."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return dist(point, (ax + along * dx, ay + along * dy))


def edges(outline: Outline) -> list[Segment]:
    """The sides of a polygon, the one that closes it last."""
    return list(zip(outline, [*outline[1:], *outline[:1]], strict=True))


def distance_to_outline(point: Point, outline: Outline) -> float:
    """How far a point is from the nearest side of a polygon, inside or out."""
    return min(distance_to_segment(point, edge) for edge in edges(outline))


def is_inside(point: Point, outline: Outline) -> bool:
    """Whether a point is in a polygon; counts the sides that a ray to the right crosses."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in edges(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def is_polygon(outline: Outline) -> bool:
    """Whether an outline is a simple polygon: three or more different corners, no crossing."""
    corners = {tuple(point) for point in outline}
    return 3 <= len(corners) == len(outline) and find_self_crossing(outline) is None


def find_self_crossing(outline: Outline) -> tuple[int, int] | None:
    """The numbers of two sides of a polygon that meet elsewhere than in a common corner."""
    for (first, one), (second, other) in combinations(enumerate(edges(outline)), 2):
        if crosses(one, other) or _touches(one, other) or _touches(other, one):
            return first, second
    return None


def _touches(one: Segment, other: Segment) -> bool:
    """Whether an end of one segment lies on the other, but not on its ends."""
    return any(distance_to_segment(end, other) < TOUCH for end in one if end not in other)
