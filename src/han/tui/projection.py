"""Where the places of a map come to lie on a grid of characters."""

from dataclasses import dataclass
from math import ceil

from han.maps.model import Map, Point
from han.tui.canvas import DOTS_ACROSS, DOTS_DOWN, Cell

TALLEST = 34
"""Rows of the tallest board, so that it fits on a screen with the players' table."""
MARGIN = 2
"""Columns left free beside the provinces, for the marks of spaces on the coast."""
ASPECT = 2
"""A character is about twice as high as it is wide."""


@dataclass(frozen=True)
class Projection:
    """The scale and the place of a map on the grid."""

    left: float
    top: float
    pixels: float
    """How many pixels of the map a column shows."""
    columns: int
    rows: int

    def dot(self, point: Point) -> tuple[float, float]:
        """A point in dots from the top left."""
        x, y = point
        across = (x - self.left) / self.pixels
        down = (y - self.top) / self.pixels / ASPECT
        return across * DOTS_ACROSS, down * DOTS_DOWN

    def cell(self, point: Point) -> Cell:
        """The cell that a point lies in."""
        x, y = self.dot(point)
        return int(x / DOTS_ACROSS), int(y / DOTS_DOWN)

    def centre(self, cell: Cell) -> Point:
        """The point of the map in the middle of a cell."""
        column, row = cell
        x = self.left + (column + 0.5) * self.pixels
        return x, self.top + (row + 0.5) * ASPECT * self.pixels


def project(game_map: Map, width: int) -> Projection:
    """Fit the provinces of a map into ``width`` columns and `TALLEST` rows."""
    xs = [x for province in game_map.provinces for x, _ in province.outline]
    ys = [y for province in game_map.provinces for _, y in province.outline]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    pixels = max(across / (width - 2 * MARGIN), down / ASPECT / (TALLEST - 1))
    columns = min(width, ceil(across / pixels) + 2 * MARGIN)
    rows = ceil(down / ASPECT / pixels) + 1
    return Projection(
        left=min(xs) - (MARGIN + 0.25) * pixels,
        top=min(ys) - pixels * ASPECT * 0.625,
        pixels=pixels,
        columns=columns,
        rows=rows,
    )
