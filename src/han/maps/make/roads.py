"""The roads of a board: one network that leads everywhere, with forks, and few dead ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from han.maps.make.alliances import Pair
from han.maps.make.dice import Dice
from han.maps.make.ways import Spot
from han.maps.model import PROVINCES, Point
from han.maps.plane import crosses

MOST_WAYS = 4
"""Roads at one space."""
NARROW = 0.86
"""The cosine of the narrowest angle between two roads at a space."""
DEAD_ENDS = 7
"""There is at most one dead end for so many spaces."""
UNJOINED = 2
"""Alliances, at most, whose provinces no road joins."""
LONG_WAY = 60.0
"""A road is worth this much more length for each road of the way round that it saves."""


@dataclass
class Network:
    """Spaces, and the roads that are built between them."""

    spots: Sequence[Spot]
    possible: Mapping[Pair, float]
    roads: list[Pair] = field(default_factory=list)
    links: list[set[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin without roads."""
        self.links = [set() for _ in self.spots]

    def build(self, pair: Pair) -> None:
        """Build a road."""
        self.roads.append(pair)
        self.links[pair[0]].add(pair[1])
        self.links[pair[1]].add(pair[0])

    def fits(self, pair: Pair) -> bool:
        """Whether a road can still be built: it crosses none, and leaves room at its ends."""
        return (
            pair[1] not in self.links[pair[0]]
            and all(len(self.links[end]) < MOST_WAYS for end in pair)
            and not self._is_narrow(pair)
            and not any(self._cross(pair, road) for road in self.roads)
        )

    def distances(self, start: int) -> dict[int, int]:
        """How many roads away every space is that can be reached."""
        away = {start: 0}
        reached = [start]
        for spot in reached:
            for other in sorted(self.links[spot] - away.keys()):
                away[other] = away[spot] + 1
                reached.append(other)
        return away

    def joins(self, pair: Pair) -> frozenset[int]:
        """The provinces that a road joins."""
        return frozenset(province for end in pair for province in self.spots[end].provinces)

    def _cross(self, one: Pair, other: Pair) -> bool:
        return not set(one) & set(other) and crosses(self._line(one), self._line(other))

    def _line(self, pair: Pair) -> tuple[Point, Point]:
        return self.spots[pair[0]].at, self.spots[pair[1]].at

    def _is_narrow(self, pair: Pair) -> bool:
        return any(
            _cosine(self.spots[end].at, self.spots[far].at, self.spots[other].at) > NARROW
            for end, far in (pair, pair[::-1])
            for other in self.links[end]
        )


def build_roads(
    spots: Sequence[Spot],
    possible: Mapping[Pair, float],
    alliances: Sequence[Pair],
    count: int,
    dice: Dice,
) -> Network | None:
    """A network of about so many roads; None if it would not lead everywhere, or end too often."""
    net = Network(spots, possible)
    wish = {pair: possible[pair] * dice.between(0.85, 1.2) for pair in sorted(possible)}
    order = sorted(wish, key=lambda pair: (wish[pair], pair))
    if not _enter_border_spaces(net, order) or not _join_allies(net, order, alliances):
        return None
    if not _join_everything(net, order):
        return None
    _add(net, order, lambda pair: min(len(net.links[end]) for end in pair) == 1, count + 2)
    _shorten(net, wish, count)
    dead_ends = sum(len(links) == 1 for links in net.links)
    return net if _leads_on(net) and dead_ends * DEAD_ENDS <= len(spots) else None


def _enter_border_spaces(net: Network, order: Sequence[Pair]) -> bool:
    """A road from each border space into both its provinces."""
    for index, spot in enumerate(net.spots):
        if len(spot.provinces) == 2:
            for province in spot.provinces:
                inward = (
                    pair for pair in order
                    if index in pair and net.spots[sum(pair) - index].provinces == (province,)
                )  # fmt: skip
                road = next((pair for pair in inward if net.fits(pair)), None)
                if road is None:
                    return False
                net.build(road)
    return True


def _join_allies(net: Network, order: Sequence[Pair], alliances: Sequence[Pair]) -> bool:
    """A road between the provinces of each alliance, but for a few."""
    joined = {net.joins(road) for road in net.roads}
    missing = 0
    for alliance in alliances:
        if frozenset(alliance) not in joined:
            across = (pair for pair in order if net.joins(pair) == set(alliance))
            road = next((pair for pair in across if net.fits(pair)), None)
            if road is None:
                missing += 1
            else:
                net.build(road)
    return missing <= UNJOINED


def _join_everything(net: Network, order: Sequence[Pair]) -> bool:
    """The shortest roads that make one network of all."""
    while len(reached := net.distances(0)) < len(net.spots):
        parts = {spot: part for part, spot_set in enumerate(_parts(net)) for spot in spot_set}
        road = next(
            (pair for pair in order if parts[pair[0]] != parts[pair[1]] and net.fits(pair)), None
        )
        if road is None:
            return False
        net.build(road)
    return len(reached) == len(net.spots)


def _parts(net: Network) -> list[set[int]]:
    left = set(range(len(net.spots)))
    parts: list[set[int]] = []
    while left:
        part = set(net.distances(min(left)))
        parts.append(part)
        left -= part
    return parts


def _add(net: Network, order: Sequence[Pair], is_useful: Callable[[Pair], bool], most: int) -> None:
    """Build useful roads, the shortest first, up to a number of roads."""
    for pair in order:
        if len(net.roads) < most and is_useful(pair) and net.fits(pair):
            net.build(pair)


def _shorten(net: Network, wish: Mapping[Pair, float], count: int) -> None:
    """Build the roads that save the longest ways round."""
    fitting = sorted(wish)
    while len(net.roads) < count:
        away = [net.distances(spot) for spot in range(len(net.spots))]
        fitting = [pair for pair in fitting if net.fits(pair)]
        if not fitting:
            return
        net.build(
            max(fitting, key=lambda pair: LONG_WAY * min(away[pair[0]][pair[1]], 6) - wish[pair])
        )


def _leads_on(net: Network) -> bool:
    """Whether roads lead from every province into at least two others."""
    joined = {net.joins(road) for road in net.roads}
    others = [set().union(*(pair for pair in joined if one in pair)) for one in range(PROVINCES)]
    return all(len(reached) > 2 for reached in others)


def _cosine(end: Point, one: Point, other: Point) -> float:
    """Of the angle at which two roads leave a space."""
    ax, ay, bx, by = one[0] - end[0], one[1] - end[1], other[0] - end[0], other[1] - end[1]
    return (ax * bx + ay * by) / sqrt((ax * ax + ay * ay) * (bx * bx + by * by))
