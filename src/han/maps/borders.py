"""The borders of a map: outlines cut into arcs, each smoothed once.

A map file gives every outline as points, and two neighbours give the same points along
their common border. The outlines are cut into arcs at the junctions where three or more
regions meet; everything outside the provinces is one region. All code that draws or measures
an outline uses these arcs, so that two neighbours meet exactly.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from han.maps.geometry import Curve, Polyline, Segment, mirror, reverse, smooth, straight
from han.maps.model import Map, Point, Province
from han.maps.plane import edges

Edge = tuple[Point, Point]


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

    def outline(self, points: Polyline) -> Curve:
        """The closed curve through the outline points of a province, or of a lake between."""
        return tuple(self.segments[edge] for edge in edges(points))


def trace_borders(game_map: Map) -> Borders:
    """Cut the outlines of a map into arcs and smooth each of them once."""
    net = _Net(game_map.provinces)
    arcs = tuple(_trace_arc(net, points, game_map.outlines) for points in net.arcs())
    there = {(segment[0], segment[3]): segment for arc in arcs for segment in arc.curve}
    back = {(end, start): reverse(segment) for (start, end), segment in there.items()}
    return Borders(arcs, there | back)


def _trace_arc(net: "_Net", points: Polyline, outlines: str) -> Arc:
    before, after = net.beyond(points[1], points[0]), net.beyond(points[-2], points[-1])
    curve = smooth(points, before, after) if outlines == "curved" else straight(points)
    return Arc(net.beside[points[0], points[1]], curve)


class _Net:
    """The outlines as a graph: the neighbours of each point, and the provinces beside each edge."""

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

    def arcs(self) -> Iterator[Polyline]:
        """Each arc once; closed arcs without a junction, such as an island's, come last."""
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
        """The point to which a smooth line from ``before`` continues after ``end``.

        A coast runs on past a border that meets it, so that the junction makes no kink in
        it; a border just ends there.
        """
        ways = [other for other in self.links[end] if other != before]
        if self.is_junction(end):
            is_coast = len(self.beside[before, end]) == 1
            ways = [other for other in ways if is_coast and len(self.beside[end, other]) == 1]
        return ways[0] if len(ways) == 1 else mirror(before, end)
