"""Curves through points, and distances."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist, hypot

from han.maps.model import Point
from han.maps.plane import distance_to_segment, edges

Segment = tuple[Point, Point, Point, Point]
"""A cubic Bézier: start, two controls, end. A straight one has its controls at its ends."""
Curve = tuple[Segment, ...]
Polyline = Sequence[Point]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def smooth(points: Polyline, before: Point | None = None, after: Point | None = None) -> Curve:
    """A curve through all the points: Catmull-Rom in its centripetal form, without loops.

    Args:
        points: The points of the curve.
        before: The point before the first; by default in a straight line with the first two.
        after: The point after the last.
    """
    first = before or mirror(points[1], points[0])
    last = after or mirror(points[-2], points[-1])
    line = [first, *points, last]
    return tuple(
        (b, _control(a, b, c), _control(d, c, b), c)
        for a, b, c, d in zip(line, line[1:], line[2:], line[3:], strict=False)
    )


def smooth_closed(points: Polyline) -> Curve:
    """A smooth curve through all the points and back to the first."""
    return smooth([*points, points[0]], points[-1], points[1])


def straight(points: Polyline) -> Curve:
    """The polyline through the points, as a curve."""
    return tuple((start, start, end, end) for start, end in pairwise(points))


def reverse(segment: Segment) -> Segment:
    """The same segment from its end to its start."""
    start, first, second, end = segment
    return end, second, first, start


def _control(before: Point, at: Point, after: Point) -> Point:
    """The control point that leaves ``at`` towards ``after``."""
    near, far = dist(at, after) ** 0.5, dist(before, at) ** 0.5
    if not far:
        return at  # a repeated point gives no direction
    weights = -near * near, 2 * far * far + 3 * far * near + near * near, far * far
    scale = 3 * far * (far + near)
    x, y = _mix(weights, (before, at, after))
    return x / scale, y / scale


def mirror(point: Point, centre: Point) -> Point:
    """The point mirrored at a centre."""
    return 2 * centre[0] - point[0], 2 * centre[1] - point[1]


def sample(curve: Curve, pieces: int = 12) -> tuple[Point, ...]:
    """Points along a curve, including its ends: ``pieces`` for each segment."""
    points = [_at(segment, i / pieces) for segment in curve for i in range(pieces)]
    return (*points, curve[-1][3])


def _at(segment: Segment, t: float) -> Point:
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return _mix(weights, segment)


def _mix(weights: Sequence[float], points: Polyline) -> Point:
    """The sum of points, each times its weight."""
    weighted = list(zip(weights, points, strict=True))
    return sum(w * p[0] for w, p in weighted), sum(w * p[1] for w, p in weighted)


def area(polygon: Polyline) -> float:
    """The area inside the polygon."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(polygon))) / 2


def distance(point: Point, line: Polyline) -> float:
    """From the point to the nearest place of a polyline."""
    return min(distance_to_segment(point, leg) for leg in pairwise(line))


def distance_to_box(point: Point, box: Box) -> float:
    """From the point to a box; 0 inside it."""
    left, top, right, bottom = box
    x, y = point
    return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
