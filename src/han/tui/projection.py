"""The projection of a map on a grid of characters."""

from dataclasses import dataclass
from math import ceil

from han.maps.model import Map, Point
from han.tui.canvas import DOTS_ACROSS, DOTS_DOWN, Cell

TALLEST = 34
"""The most rows of a board, so that it fits on a screen with the players' table."""
NARROWEST = 40
"""The fewest columns of a board: with fewer, neighbouring spaces would overlap."""
MARGIN = 2
"""Columns left free on either side, for the marks of spaces on the coast."""
ASPECT = 2
"""A character is about twice as high as it is wide."""
INSET = (0.23, 0.37)
"""How far into its column and row the first point lies.

Odd numbers: no line of a map then runs exactly through the middle of a row of cells, where
neither of two provinces would get them.
"""


@dataclass(frozen=True)
class Projection:
    """The scale and the offset of a map on the grid."""

    left: float
    top: float
    pixels: float
    """How many pixels of the map a column shows."""
    columns: int
    rows: int

    def dot(self, point: Point) -> tuple[float, float]:
        """A point in dots from the top left."""
        across = (point[0] - self.left) / self.pixels
        down = (point[1] - self.top) / self.pixels / ASPECT
        return across * DOTS_ACROSS, down * DOTS_DOWN

    def cell(self, point: Point) -> Cell:
        """The cell that a point lies in."""
        x, y = self.dot(point)
        return int(x / DOTS_ACROSS), int(y / DOTS_DOWN)

    def centre(self, cell: Cell) -> Point:
        """The point of the map in the middle of a cell."""
        x = self.left + (cell[0] + 0.5) * self.pixels
        return x, self.top + (cell[1] + 0.5) * self.pixels * ASPECT


def project(game_map: Map, width: int) -> Projection:
    """Fit the provinces of a map into ``width`` columns and `TALLEST` rows."""
    width = max(width, NARROWEST)
    xs = [x for province in game_map.provinces for x, _ in province.outline]
    ys = [y for province in game_map.provinces for _, y in province.outline]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    pixels = max(across / (width - 2 * MARGIN - 1), down / ASPECT / (TALLEST - 1))
    return Projection(
        left=min(xs) - (MARGIN + INSET[0]) * pixels,
        top=min(ys) - INSET[1] * pixels * ASPECT,
        pixels=pixels,
        columns=ceil(across / pixels + INSET[0]) + 2 * MARGIN,
        rows=ceil(down / pixels / ASPECT + INSET[1]),
    )
