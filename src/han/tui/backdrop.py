"""The static part of a board: the provinces' ground, their borders and the roads."""

from functools import cache

from han.maps.borders import trace_borders
from han.maps.geometry import Polyline, sample
from han.maps.model import Map
from han.maps.plane import edges
from han.tui import palette
from han.tui.canvas import Canvas
from han.tui.projection import Projection, project

BORDER_DOTS = 4
"""Every so many dots of a border are drawn; roads are solid, which is visible without colour."""


@cache
def draw_backdrop(game_map: Map, width: int) -> Canvas:
    """The map without names and pieces; draw on a copy of it."""
    projection = project(game_map, width)
    canvas = Canvas(projection.columns, projection.rows)
    _draw_provinces(canvas, projection, game_map)
    _draw_roads(canvas, projection, game_map)
    return canvas


def _draw_provinces(canvas: Canvas, projection: Projection, game_map: Map) -> None:
    borders = trace_borders(game_map)
    for province in game_map.provinces:
        outline = sample(borders.outline(province.outline))
        _fill(canvas, projection, outline, palette.GROUNDS[province.colour])
    for arc in borders.arcs:
        line = [projection.dot(point) for point in sample(arc.curve)]
        canvas.draw_line(line, palette.BORDER_INK, every=BORDER_DOTS)


def _draw_roads(canvas: Canvas, projection: Projection, game_map: Map) -> None:
    places = {space.id: projection.dot(space.at) for space in game_map.spaces}
    for start, end in game_map.roads:
        canvas.draw_line([places[start], places[end]], palette.ROAD_INK)


def _fill(canvas: Canvas, projection: Projection, outline: Polyline, ground: str) -> None:
    """Paint the cells whose middle is inside an outline, row by row."""
    for row in range(canvas.rows):
        _, y = projection.centre((0, row))
        crossings = _crossings(outline, y)
        for column in range(canvas.columns):
            x, _ = projection.centre((column, row))
            if sum(crossing < x for crossing in crossings) % 2:
                canvas.paint((column, row), ground)


def _crossings(outline: Polyline, y: float) -> list[float]:
    """Where an outline crosses a horizontal line."""
    return [
        ax + (y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in edges(outline)
        if (ay > y) != (by > y)
    ]
