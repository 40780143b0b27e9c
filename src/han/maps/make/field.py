"""Many places at once: which are inside a shape, and how far they are from things.

Arrays are used only element by element, with operations that every machine rounds alike.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from han.maps.geometry import Box
from han.maps.model import Point

Places: TypeAlias = NDArray[np.float64]
"""One row for each place: x, y."""
Numbers: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


def places_of(points: Sequence[Point]) -> Places:
    """Points as an array."""
    return np.array(points, np.float64).reshape(-1, 2)


def inside(places: Places, shape: Sequence[Point]) -> Flags:
    """Which places are in a polygon; counts the sides that a ray to the right crosses."""
    x, y = places[:, 0, None], places[:, 1, None]
    (ax, ay), (bx, by) = _ends(shape)
    spans = (ay > y) != (by > y)
    rise = np.where(by == ay, 1.0, by - ay)
    crossed = spans & (x < ax + (y - ay) * (bx - ax) / rise)
    return np.asarray(crossed.sum(axis=1) % 2 == 1)


def from_line(places: Places, line: Sequence[Point], is_closed: bool = True) -> Numbers:
    """How far each place is from a polygon's sides, or from an open line."""
    x, y = places[:, 0, None], places[:, 1, None]
    (ax, ay), (bx, by) = _ends(line)
    if not is_closed:
        ax, ay, bx, by = ax[:-1], ay[:-1], bx[:-1], by[:-1]
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = ((x - ax) * dx + (y - ay) * dy) / np.where(square == 0, 1.0, square)
    along = np.minimum(1.0, np.maximum(0.0, along))
    wide, high = x - (ax + along * dx), y - (ay + along * dy)
    return np.asarray(np.sqrt((wide * wide + high * high).min(axis=1)))


def from_points(places: Places, points: Sequence[Point]) -> Numbers:
    """How far each place is from the nearest of some points; far if there is none."""
    if not points:
        return np.full(len(places), 1e6)
    others = places_of(points)
    wide = places[:, 0, None] - others[:, 0]
    high = places[:, 1, None] - others[:, 1]
    return np.asarray(np.sqrt((wide * wide + high * high).min(axis=1)))


def from_box(places: Places, box: Box) -> Numbers:
    """How far each place is from a box; 0 inside it."""
    left, top, right, bottom = box
    x, y = places[:, 0], places[:, 1]
    wide = np.maximum(0.0, np.maximum(left - x, x - right))
    high = np.maximum(0.0, np.maximum(top - y, y - bottom))
    return np.asarray(np.sqrt(wide * wide + high * high))


def _ends(line: Sequence[Point]) -> tuple[tuple[Numbers, Numbers], tuple[Numbers, Numbers]]:
    """The coordinates of the starts and of the ends of a polygon's sides."""
    starts = places_of(line)
    ends = np.concatenate([starts[1:], starts[:1]])
    return (starts[:, 0], starts[:, 1]), (ends[:, 0], ends[:, 1])
