"""A plane divided among sites: the power diagram, by cutting each cell out of a frame.

A point belongs to the site with the least squared distance minus the site's weight, so that a
heavier site has a larger cell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from han.maps.model import Point


@dataclass(frozen=True)
class Site:
    """What a cell grows around."""

    x: float
    y: float
    weight: float = 0.0


@dataclass(frozen=True)
class Corner:
    """A corner of a cell, with the neighbour behind the side that begins there.

    A neighbour is the index of a site, or negative where the frame ends the cell.
    """

    at: Point
    beyond: int


Cell = list[Corner]
Side = tuple[int, Point, Point]
"""The neighbour behind a side, and the side's ends."""


def divide(sites: Sequence[Site], frame: Sequence[Point], count: int) -> list[Cell]:
    """The cells of the first ``count`` sites; a site may have none."""
    return [cell_of(index, sites, frame) for index in range(count)]


def cell_of(index: int, sites: Sequence[Site], frame: Sequence[Point]) -> Cell:
    """The cell of one site."""
    own = sites[index]
    cell = [Corner(at, -1 - number) for number, at in enumerate(frame)]
    for number, other in enumerate(sites):
        if number != index and cell:
            a, b = 2 * (other.x - own.x), 2 * (other.y - own.y)
            c = _power(other) - _power(own)
            cell = _cut(cell, (a, b, c), number)
    return cell


def sides(cell: Cell) -> Iterator[Side]:
    """The sides of a cell, in order."""
    for corner, after in zip(cell, [*cell[1:], *cell[:1]], strict=True):
        yield corner.beyond, corner.at, after.at


def middle_and_area(cell: Cell) -> tuple[Point, float]:
    """The centroid of a cell and its area."""
    twice = x = y = 0.0
    for _, (ax, ay), (bx, by) in sides(cell):
        cross = ax * by - bx * ay
        twice, x, y = twice + cross, x + (ax + bx) * cross, y + (ay + by) * cross
    if not twice:
        return (0.0, 0.0), 0.0
    return (x / (3 * twice), y / (3 * twice)), abs(twice) / 2


def gap(one: Point, other: Point) -> float:
    """The distance of two points; unlike `math.dist` rounded alike everywhere."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    return sqrt(dx * dx + dy * dy)


def _power(site: Site) -> float:
    return site.x * site.x + site.y * site.y - site.weight


def _cut(cell: Cell, line: tuple[float, float, float], beyond: int) -> Cell:
    """What remains of a convex cell on one side of a line: where ax + by ≤ c."""
    a, b, c = line
    heights = [a * corner.at[0] + b * corner.at[1] - c for corner in cell]
    if max(heights) <= 0:
        return cell
    kept: Cell = []
    for place, corner in enumerate(cell):
        after = (place + 1) % len(cell)
        here, there = heights[place], heights[after]
        if here <= 0:
            kept.append(corner)
        if (here <= 0) != (there <= 0):
            share = here / (here - there)
            (ax, ay), (bx, by) = corner.at, cell[after].at
            at = ax + share * (bx - ax), ay + share * (by - ay)
            kept.append(Corner(at, beyond if here <= 0 else corner.beyond))
    return kept
