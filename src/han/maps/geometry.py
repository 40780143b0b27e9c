"""Where the lines of a map run: borders smoothed once, distances, the alliances' seals.

A map file gives every outline as points, and two neighbours give the same points along
their common border. Here the outlines are cut into arcs at the junctions where three or
more regions meet (everything outside the provinces is one region), and each arc is
smoothed once: whoever draws or measures an outline takes its segments from there, so that
two neighbours meet exactly. Nothing here is a rule of the game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot

from han.maps.model import Map, Point, Province
from han.maps.plane import distance_to_segment, edges

SPACE_RADIUS = 17.0
DRAGON_RADIUS = 34.0
SEAL_RADIUS = 13.0
LABEL_SIZE = 30.0
"""Height of the provinces' printed names, where they are short enough for it."""
LABEL_WIDTH = 160.0
"""The longest of them may be this long."""
LETTER = 0.58
"""Width of a letter, spacing included, as a share of its height."""
GAP = 4.0
"""Free ground that a seal keeps around itself where it can."""

Segment = tuple[Point, Point, Point, Point]
"""A cubic Bézier: start, two controls, end. A straight one has its controls at its ends."""
Curve = tuple[Segment, ...]
Line = Sequence[Point]
Edge = tuple[Point, Point]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Arc:
    """A stretch of outline between two junctions, or a whole outline that has none."""

    provinces: tuple[str, ...]
    """The two neighbours; only one where the province ends at water or wilderness."""
    curve: Curve


@dataclass(frozen=True)
class Borders:
    """All arcs of a map, and the segment that leads from each outline point to the next."""

    arcs: tuple[Arc, ...]
    segments: Mapping[Edge, Segment]

    def between(self, first: str, second: str) -> tuple[Arc, ...]:
        """The border that two provinces share."""
        return tuple(arc for arc in self.arcs if set(arc.provinces) == {first, second})

    def outside(self) -> tuple[Arc, ...]:
        """Coasts, lake shores and every other place where the provinces end."""
        return tuple(arc for arc in self.arcs if len(arc.provinces) == 1)

    def neighbours(self) -> frozenset[frozenset[str]]:
        """Every pair of provinces that share a border."""
        return frozenset(frozenset(arc.provinces) for arc in self.arcs if len(arc.provinces) == 2)

    def outline(self, points: Line) -> Curve:
        """The closed curve through the outline points of a province, or of a lake between."""
        return tuple(self.segments[edge] for edge in edges(points))


def trace_borders(game_map: Map) -> Borders:
    """Cut the outlines of a map into arcs and smooth each of them once."""
    net = _Net(game_map.provinces)
    arcs = tuple(_trace_arc(net, points, game_map.outlines) for points in net.arcs())
    there = {(segment[0], segment[3]): segment for arc in arcs for segment in arc.curve}
    back = {(end, start): reverse(segment) for (start, end), segment in there.items()}
    return Borders(arcs, there | back)


def _trace_arc(net: "_Net", points: Line, outlines: str) -> Arc:
    before, after = net.beyond(points[1], points[0]), net.beyond(points[-2], points[-1])
    curve = smooth(points, before, after) if outlines == "curved" else straight(points)
    return Arc(net.beside[points[0], points[1]], curve)


class _Net:
    """The outlines as a net: which points an outline point leads to, who lies beside an edge."""

    def __init__(self, provinces: Iterable[Province]) -> None:
        self.beside: dict[Edge, tuple[str, ...]] = {}
        self.links: dict[Point, list[Point]] = {}
        for province in provinces:
            for start, end in edges(province.outline):
                self._add(start, end, province.id)

    def _add(self, start: Point, end: Point, province: str) -> None:
        if (start, end) not in self.beside:
            self.links.setdefault(start, []).append(end)
            self.links.setdefault(end, []).append(start)
        beside = (*self.beside.get((start, end), ()), province)
        self.beside[start, end] = self.beside[end, start] = beside

    def is_junction(self, point: Point) -> bool:
        return len(self.links[point]) > 2

    def arcs(self) -> Iterator[Line]:
        """Each arc once; those without a junction, such as an island's, come last."""
        walked: set[Edge] = set()
        for start in sorted(self.links, key=self.is_junction, reverse=True):
            for after in self.links[start]:
                if (start, after) not in walked:
                    arc = self._walk(start, after)
                    walked.update(pairwise(arc), pairwise(arc[::-1]))
                    yield arc

    def _walk(self, start: Point, after: Point) -> list[Point]:
        arc = [start, after]
        while arc[-1] != start and not self.is_junction(arc[-1]):
            first, second = self.links[arc[-1]]
            arc.append(second if first == arc[-2] else first)
        return arc

    def beyond(self, before: Point, end: Point) -> Point:
        """Where a smooth line that comes from ``before`` would go on after ``end``.

        A coast runs on past a border that meets it, so that the junction makes no kink in
        it; a border just ends there.
        """
        ways = [other for other in self.links[end] if other != before]
        if self.is_junction(end):
            is_coast = len(self.beside[before, end]) == 1
            ways = [other for other in ways if is_coast and len(self.beside[end, other]) == 1]
        return ways[0] if len(ways) == 1 else _mirror(before, end)


# Lines and curves.


def smooth(points: Line, before: Point | None = None, after: Point | None = None) -> Curve:
    """A curve through all the points: Catmull-Rom in its centripetal form, without loops.

    Args:
        points: What it passes through.
        before: Where it would have come from; straight along its first leg by default.
        after: Where it would go on to.
    """
    first = before or _mirror(points[1], points[0])
    last = after or _mirror(points[-2], points[-1])
    line = [first, *points, last]
    return tuple(
        (b, _control(a, b, c), _control(d, c, b), c)
        for a, b, c, d in zip(line, line[1:], line[2:], line[3:], strict=False)
    )


def smooth_closed(points: Line) -> Curve:
    """A smooth curve through all the points and back to the first."""
    return smooth([*points, points[0]], points[-1], points[1])


def straight(points: Line) -> Curve:
    """The polyline through the points, as a curve."""
    return tuple((start, start, end, end) for start, end in pairwise(points))


def reverse(segment: Segment) -> Segment:
    """The same segment from its end to its start."""
    start, first, second, end = segment
    return end, second, first, start


def _control(before: Point, at: Point, after: Point) -> Point:
    """The control point that leaves ``at`` towards ``after``."""
    near, far = dist(at, after) ** 0.5, dist(before, at) ** 0.5
    weights = -near * near, 2 * far * far + 3 * far * near + near * near, far * far
    scale = 3 * far * (far + near)
    x, y = (
        sum(
            weight * point[axis] for weight, point in zip(weights, (before, at, after), strict=True)
        )
        / scale
        for axis in (0, 1)
    )
    return x, y


def _mirror(point: Point, centre: Point) -> Point:
    return 2 * centre[0] - point[0], 2 * centre[1] - point[1]


def sample(curve: Curve, pieces: int = 12) -> tuple[Point, ...]:
    """Points along a curve, its two ends among them: ``pieces`` to a segment."""
    points = [_at(segment, i / pieces) for segment in curve for i in range(pieces)]
    return (*points, curve[-1][3])


def _at(segment: Segment, t: float) -> Point:
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    x, y = (sum(w * p[axis] for w, p in zip(weights, segment, strict=True)) for axis in (0, 1))
    return x, y


# Distances.


def area(polygon: Line) -> float:
    """The area inside the polygon."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(polygon))) / 2


def distance(point: Point, line: Line) -> float:
    """From the point to the nearest place of a polyline."""
    return min(distance_to_segment(point, leg) for leg in pairwise(line))


def label_size(game_map: Map) -> float:
    """The height of the provinces' names: one for the whole map and all languages."""
    names = [name for province in game_map.provinces for name in province.name.values()]
    return min(LABEL_SIZE, LABEL_WIDTH / LETTER / max(map(len, names)))


def label_box(province: Province, size: float) -> Box:
    """The ground that a province's name takes in the language in which it is longest."""
    x, y = province.label
    width = max(map(len, province.name.values())) * size * LETTER
    return x - width / 2, y - size / 2, x + width / 2, y + size / 2


def distance_to_box(point: Point, box: Box) -> float:
    """From the point to a box; 0 inside it."""
    left, top, right, bottom = box
    x, y = point
    return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


# The alliances' seals.


def place_seals(game_map: Map, borders: Borders) -> tuple[Point, ...]:
    """Where each alliance's number is printed: on the border of its two provinces.

    As near as may be to the straight line between their dragons, but where it touches
    nothing; should there be no such place, where it touches least.
    """
    seals: list[Point] = []
    dragons = {province.id: province.dragon for province in game_map.provinces}
    for first, second in game_map.alliances:
        way = dragons[first], dragons[second]
        costs = [
            (_seal_cost(place, way, _room(place, arc, game_map, seals)), place)
            for arc in borders.between(first, second)
            for place in sample(arc.curve, 24)
        ]
        seals.append(min(costs)[1])
    return tuple(seals)


def _seal_cost(place: Point, way: Line, room: float) -> float:
    return 1000 * max(0.0, SEAL_RADIUS + GAP - room) + distance(place, way)


def _room(place: Point, arc: Arc, game_map: Map, seals: Sequence[Point]) -> float:
    """The free ground round a place on an arc; a seal on a junction would name three provinces."""
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
