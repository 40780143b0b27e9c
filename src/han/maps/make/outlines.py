"""The outlines of provinces: the sides of their cells, drawn by an unsteady hand.

A side between two provinces, or at a lake, is drawn once and used by both its neighbours.
"""

from collections.abc import Sequence

from han.maps.make.cells import Cell, gap
from han.maps.make.dice import Dice
from han.maps.make.land import Land, corner_keys
from han.maps.model import PROVINCES, Point

BORDER, COAST = 0.085, 0.15
"""How far a line strays from the straight one, as a share of its length."""
STEP = 74.0
"""A shorter piece of a line stays as it is."""
CORNER_GAP = 46.0
"""Corners of a coast keep this distance."""

Line = list[Point]


def draw_outlines(land: Land, dice: Dice) -> tuple[list[Line], list[Line]]:
    """The outlines of the provinces, and those of the lakes."""
    pen = _Pen(land, dice)
    provinces = [pen.outline(index, cell) for index, cell in enumerate(land.cells)]
    return provinces, [pen.outline(index, cell) for index, cell in land.lakes]


class _Pen:
    """Draws each line once."""

    def __init__(self, land: Land, dice: Dice) -> None:
        self._land = land
        self._dice = dice
        self._corners: dict[frozenset[int], Point] = {}
        self._lines: dict[tuple[int, int], Line] = {}

    def outline(self, index: int, cell: Cell) -> Line:
        """The outline of a cell: the lines of its sides, one after another."""
        start = self._first_junction(cell)
        turned = [*cell[start:], *cell[:start]]
        points = [
            self._corner(key, corner.at)
            for key, corner in zip(corner_keys(index, turned), turned, strict=True)
        ]
        outline: Line = []
        place = 0
        while place < len(turned):
            beyond, end = turned[place].beyond, place + 1
            if self._land.is_outside(beyond):
                while end < len(turned) and self._land.is_outside(turned[end].beyond):
                    end += 1
                outline += self._coast([*points, points[0]][place : end + 1])
            else:
                outline += self._border(index, beyond, points[place], points[end % len(points)])
            place = end
        return outline

    def _first_junction(self, cell: Cell) -> int:
        """A corner that is not in the middle of a coast."""
        outside = [self._land.is_outside(corner.beyond) for corner in cell]
        return next(
            (place for place in range(len(cell)) if not (outside[place] and outside[place - 1])), 0
        )

    def _corner(self, key: frozenset[int], at: Point) -> Point:
        return self._corners.setdefault(key, (round(at[0]), round(at[1])))

    def _border(self, index: int, beyond: int, start: Point, end: Point) -> Line:
        """The line from one corner to the next, without its end."""
        if (beyond, index) in self._lines:
            return [*self._lines[beyond, index][1:], start][::-1]
        rough = BORDER if beyond < PROVINCES and index < PROVINCES else COAST
        line = wander(start, end, rough, self._dice)
        self._lines[index, beyond] = line
        return line

    def _coast(self, corners: Sequence[Point]) -> Line:
        kept = [corners[0]]
        for corner in corners[1:-1]:
            if min(gap(corner, kept[-1]), gap(corner, corners[-1])) >= CORNER_GAP:
                kept.append(corner)
        line: Line = []
        for start, end in zip(kept, [*kept[1:], corners[-1]], strict=True):
            line += wander(start, end, COAST, self._dice)
        return line


def wander(start: Point, end: Point, rough: float, dice: Dice) -> Line:
    """A line that strays, from start up to, not including, the end; in whole numbers."""
    length = gap(start, end)
    if length < STEP:
        return [start]
    along, aside = dice.between(0.42, 0.58), dice.between(-rough, rough)
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = (
        round(start[0] + along * dx - aside * dy),
        round(start[1] + along * dy + aside * dx),
    )
    return wander(start, middle, rough, dice) + wander(middle, end, rough, dice)
