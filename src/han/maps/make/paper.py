"""The sheet that a board is drawn on: where title, legend and compass lie, and the sea."""

from collections.abc import Sequence

from han.maps.geometry import Box, sample, smooth_closed
from han.maps.make.dice import Dice
from han.maps.make.shapes import Shape, rounded
from han.maps.model import Point

CANVAS: Point = (1600, 1000)
TITLE: tuple[Point, Point] = ((40, 914), (440, 976))
LEGEND: tuple[Point, Point] = ((1404, 512), (1570, 976))
COMPASS: Point = (1492, 446)
TOP = 104
"""Above is the score track."""
MARGIN = 24
"""Between the land and the edge of the sheet."""
ROLLER = 16
"""What a scroll needs around its corners."""
BEYOND = 120
"""How far the sea reaches over the edges of the sheet."""

SIGNS: tuple[Box, ...] = (
    (TITLE[0][0] - ROLLER, TITLE[0][1] - ROLLER, TITLE[1][0] + ROLLER, TITLE[1][1] + ROLLER),
    (LEGEND[0][0] - ROLLER, LEGEND[0][1] - ROLLER, LEGEND[1][0] + ROLLER, LEGEND[1][1] + ROLLER),
    (COMPASS[0] - 44, COMPASS[1] - 44, COMPASS[0] + 44, COMPASS[1] + 44),
)
"""What the land, ships and hills keep away from."""


def fits_on_paper(outlines: Sequence[Sequence[Point]]) -> bool:
    """Whether the land covers neither the edge of the sheet nor what is printed beside it."""
    width, height = CANVAS
    return all(
        MARGIN < x < width - MARGIN and TOP < y < height - MARGIN and not _is_on_sign((x, y))
        for outline in outlines
        for x, y in outline
    )


def _is_on_sign(at: Point) -> bool:
    x, y = at
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in SIGNS)


def draw_sea_points(dice: Dice) -> Shape:
    """The sea around the whole land, or around half of it and more; the rest is wilderness."""
    edge = _edge(dice.between(0.5, 1.1), dice.unit())
    if edge[0] == edge[-1]:
        return edge[:-1]
    middle = (740.0, 500.0)
    return [*_ray(middle, edge[0], dice), *edge, *_ray(middle, edge[-1], dice)[::-1]]


def sea_shape(points: Sequence[Point]) -> Shape:
    """What the drawn sea covers."""
    return rounded(sample(smooth_closed(points), 8))


def _edge(share: float, start: float) -> Shape:
    """Points on the edge of a sheet somewhat larger than the canvas, clockwise."""
    steps = 40
    count = steps if share > 0.84 else round(steps * share)
    first = int(start * steps)
    return [_on_edge((first + number) % steps / steps) for number in range(count + 1)]


def _on_edge(share: float) -> Point:
    wide, high = CANVAS[0] + 2 * BEYOND, CANVAS[1] + 2 * BEYOND
    along = round(share * 2 * (wide + high))
    if along < wide:
        return along - BEYOND, -BEYOND
    if along < wide + high:
        return CANVAS[0] + BEYOND, along - wide - BEYOND
    if along < 2 * wide + high:
        return CANVAS[0] + BEYOND - (along - wide - high), CANVAS[1] + BEYOND
    return -BEYOND, CANVAS[1] + BEYOND - (along - 2 * wide - high)


def _ray(middle: Point, end: Point, dice: Dice) -> Shape:
    """A crooked line from the middle of the land to a point of the edge, without its end."""
    dx, dy = end[0] - middle[0], end[1] - middle[1]
    points: Shape = []
    for share in (0.2, 0.4, 0.55, 0.7, 0.85):
        aside = dice.between(-0.035, 0.035)
        points.append(
            (round(middle[0] + share * dx - aside * dy), round(middle[1] + share * dy + aside * dx))
        )
    return points
