"""A river from far inland to the sea, around everything that the game needs."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import fsum

import numpy as np

from han.maps.geometry import sample, smooth
from han.maps.layout import DRAGON_RADIUS, SEAL_RADIUS, SPACE_RADIUS, label_box, label_size
from han.maps.make.cells import gap
from han.maps.make.dice import Dice
from han.maps.make.field import (
    Flags,
    Numbers,
    Places,
    from_box,
    from_line,
    from_points,
    inside,
    places_of,
)
from han.maps.make.names import draw_river
from han.maps.make.paper import CANVAS
from han.maps.make.shapes import Ground, Shape
from han.maps.model import Map, Point, Scenery

MESH = 26
"""Pixels between the places that a river may pass."""
CLEAR = 8.0
"""Between the river and what it must not touch."""
SHORTEST, LONGEST = 340.0, 1050.0
INLAND = 200.0
"""From a source to the nearest mouth, as the crow flies."""
NEAR_COAST = 48.0
HILL = 25.0
"""Around the hill where it rises."""
STRAIGHT = 0.68
"""The least distance from source to mouth, as a share of the river's length."""
SOURCES = 16
"""Sources that are tried."""
MESH_STEPS = 3
"""Steps of the mesh between two points of the drawn river."""
WIDE = 330.0
"""A river as wide as this from west to east gets a name."""
AT_SHORE = 30.0

Node = tuple[int, int]


def draw_river_course(
    board: Map, grounds: Sequence[Ground], sea: Shape, seals: Sequence[Point], dice: Dice
) -> tuple[Scenery, ...]:
    """One river and the hill where it rises; nothing if there is no way for it."""
    at = _mesh(dice)
    places = places_of(list(at.values()))
    on_land, mouths = _land_and_mouths(places, [ground.shape for ground in grounds], sea)
    toll = np.where(on_land, _tolls(places, board, grounds, seals), np.inf)
    ends = [node for node, is_mouth in zip(at, mouths, strict=True) if is_mouth]
    onward = _flow(at, dict(zip(at, toll.tolist(), strict=True)), ends)
    inland = from_points(places, [at[end] for end in ends])
    hilly = (inland > INLAND) & (toll == 1.0) & (_free(places, board, seals) > HILL)
    sources = [node for node, is_source in zip(at, hilly, strict=True) if is_source]
    for source in dice.shuffled([node for node in sources if node in onward])[:SOURCES]:
        course = _to_shore([at[node] for node in _course(source, onward)], grounds)
        points = _thinned(course)
        length = fsum(gap(*leg) for leg in pairwise(course))
        is_straight = gap(course[0], course[-1]) >= STRAIGHT * length
        if SHORTEST <= length <= LONGEST and is_straight and _is_dry(points, board, seals):
            x, y = course[0]
            return _named(points, dice), Scenery("peaks", ((round(x), round(y) + 8),))
    return ()


def _mesh(dice: Dice) -> dict[Node, Point]:
    """The places that a river may pass, not quite in rows."""
    columns, rows = int(CANVAS[0]) // MESH, int(CANVAS[1]) // MESH
    return {
        (x, y): (x * MESH + dice.between(-7, 7), y * MESH + dice.between(-7, 7))
        for x in range(1, columns)
        for y in range(1, rows)
    }


def _land_and_mouths(places: Places, shapes: Sequence[Shape], sea: Shape) -> tuple[Flags, Flags]:
    """Which places are on the land, and which in the sea at its shore."""
    on_land = np.zeros(len(places), np.bool_)
    afar = np.full(len(places), 1e6)
    for shape in shapes:
        on_land |= inside(places, shape)
        afar = np.minimum(afar, from_line(places, shape))
    at_sea = inside(places, sea) & (from_line(places, sea) > AT_SHORE)
    return on_land, ~on_land & at_sea & (afar < AT_SHORE) & (afar > 10)


def _tolls(
    places: Places, board: Map, grounds: Sequence[Ground], seals: Sequence[Point]
) -> Numbers:
    """What it costs to pass each place: much beside roads and coasts, too much on other things."""
    at = {space.id: space.at for space in board.spaces}
    toll = np.ones(len(places))
    for shore in (shore for ground in grounds for shore in ground.shores):
        toll = np.where(from_line(places, shore, is_closed=False) < NEAR_COAST, 2.5, toll)
    for start, end in board.roads:
        near = from_line(places, [at[start], at[end]], is_closed=False) < 20
        toll = np.where(near, 3.0, toll)
    return np.where(_free(places, board, seals) < CLEAR + 6, np.inf, toll)


def _free(places: Places, board: Map, seals: Sequence[Point]) -> Numbers:
    """How far places are from the nearest space, dragon, name or seal."""
    free = from_points(places, [space.at for space in board.spaces]) - SPACE_RADIUS
    dragons = [province.dragon for province in board.provinces]
    free = np.minimum(free, from_points(places, dragons) - DRAGON_RADIUS)
    free = np.minimum(free, from_points(places, seals) - SEAL_RADIUS)
    for province in board.provinces:
        free = np.minimum(free, from_box(places, label_box(province, label_size(board))))
    return free


def _flow(
    at: dict[Node, Point], tolls: dict[Node, float], ends: Sequence[Node]
) -> dict[Node, Node]:
    """For each place from which water can reach the sea the next one on its cheapest way."""
    queue = [(0.0, end, end) for end in ends]
    onward: dict[Node, Node] = {}
    while queue:
        cost, node, after = heappop(queue)
        if node in onward:
            continue
        onward[node] = after
        for other in _beside(node):
            if other not in onward and tolls.get(other, np.inf) < np.inf:
                heappush(queue, (cost + tolls[other] * gap(at[node], at[other]), other, node))
    return onward


def _beside(node: Node) -> Iterator[Node]:
    x, y = node
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                yield x + dx, y + dy


def _course(source: Node, onward: dict[Node, Node]) -> list[Node]:
    course = [source]
    while onward[course[-1]] != course[-1]:
        course.append(onward[course[-1]])
    return course


def _to_shore(course: list[Point], grounds: Sequence[Ground]) -> list[Point]:
    """The course up to where it leaves the land."""
    (ax, ay), (bx, by) = course[-2:]
    leg = [(ax + (bx - ax) * step / 24, ay + (by - ay) * step / 24) for step in range(25)]
    places = places_of(leg)
    is_land = np.zeros(len(leg), np.bool_)
    for ground in grounds:
        is_land |= inside(places, ground.shape)
    return [*course[:-1], leg[int(np.flatnonzero(is_land)[-1])]]


def _thinned(course: Sequence[Point]) -> list[Point]:
    """Some of the points, in whole numbers, from west to east."""
    kept = [*course[:-1:MESH_STEPS], course[-1]]
    points = [(float(round(x)), float(round(y))) for x, y in kept]
    return points if points[0][0] <= points[-1][0] else points[::-1]


def _is_dry(points: Sequence[Point], board: Map, seals: Sequence[Point]) -> bool:
    """Whether the drawn river leaves everything dry."""
    line = places_of(sample(smooth(points), 8))
    return bool(_free(line, board, seals).min() >= CLEAR)


def _named(points: Sequence[Point], dice: Dice) -> Scenery:
    (left, first), (right, last) = points[0], points[-1]
    is_wide = right - left >= WIDE and right - left >= abs(last - first)
    name = draw_river(dice)
    return Scenery("river", tuple(points), name if is_wide else None)
