"""Where the names and the alliances' seals of a map are printed, and sizes.

All drawings of a map, here and in the browser, use this layout.
"""

from collections.abc import Iterable, Sequence
from math import dist

from han.maps.borders import Arc, Borders
from han.maps.geometry import Box, Polyline, distance, distance_to_box, sample
from han.maps.model import Map, Point, Province

SPACE_RADIUS = 17.0
DRAGON_RADIUS = 34.0
SEAL_RADIUS = 13.0
LABEL_SIZE = 30.0
"""Height of the provinces' printed names, if they are short enough."""
LABEL_WIDTH = 160.0
"""The greatest length of a name."""
LETTER = 0.58
"""Width of a letter, spacing included, as a share of its height."""
GAP = 4.0
"""The free distance around a seal, if possible."""


def label_size(game_map: Map) -> float:
    """The height of the provinces' names: one for the whole map and all languages."""
    names = [name for province in game_map.provinces for name in province.name.values()]
    return min(LABEL_SIZE, LABEL_WIDTH / LETTER / max(map(len, names)))


def label_box(province: Province, size: float) -> Box:
    """The box of a province's name in the language in which it is longest."""
    x, y = province.label
    width = max(map(len, province.name.values())) * size * LETTER
    return x - width / 2, y - size / 2, x + width / 2, y + size / 2


def place_seals(game_map: Map, borders: Borders) -> tuple[Point, ...]:
    """Where each alliance's number is printed: on the border of its two provinces.

    As near as possible to the straight line between their dragons, but where it overlaps nothing;
    if there is no such place, where it overlaps least. For provinces that share no border it is
    halfway between their dragons.
    """
    seals: list[Point] = []
    dragons = {province.id: province.dragon for province in game_map.provinces}
    for first, second in game_map.alliances:
        way = dragons[first], dragons[second]
        costs = [
            (_seal_cost(place, way, _free_distance(place, arc, game_map, seals)), place)
            for arc in borders.between(first, second)
            for place in sample(arc.curve, 24)
        ]
        seals.append(min(costs)[1] if costs else _halfway(*way))
    return tuple(seals)


def _halfway(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _seal_cost(place: Point, way: Polyline, free: float) -> float:
    return 1000 * max(0.0, SEAL_RADIUS + GAP - free) + distance(place, way)


def _free_distance(place: Point, arc: Arc, game_map: Map, seals: Sequence[Point]) -> float:
    """The free distance around a place on an arc; junctions, with three provinces, have none."""
    ends = dist(place, arc.curve[0][0]), dist(place, arc.curve[-1][3])
    return min(*ends, clearance(place, game_map, seals))


def clearance(place: Point, game_map: Map, seals: Iterable[Point] = ()) -> float:
    """From a place to the nearest space, dragon, road, name or one of the seals."""
    spaces = {space.id: space.at for space in game_map.spaces}
    size = label_size(game_map)
    return min(
        *(dist(place, at) - SPACE_RADIUS for at in spaces.values()),
        *(dist(place, province.dragon) - DRAGON_RADIUS for province in game_map.provinces),
        *(distance(place, (spaces[start], spaces[end])) for start, end in game_map.roads),
        *(distance_to_box(place, label_box(province, size)) for province in game_map.provinces),
        *(dist(place, seal) - SEAL_RADIUS for seal in seals),
    )
