"""The shapes that outlines have on the drawn board, where they are smoothed."""

from collections.abc import Sequence
from dataclasses import dataclass

from han.maps.borders import trace_borders
from han.maps.geometry import Curve, area, sample
from han.maps.make.alliances import Pair
from han.maps.make.field import from_line, inside, places_of
from han.maps.model import COLOURS, PROVINCES, Map, Point, Province

PIECES = 4
"""Straight pieces that stand for one piece of a curve."""
FINENESS = 16
"""Places are rounded to this part of a pixel: roots may differ in their last digit elsewhere."""
APART = 64.0
"""Provinces of one colour keep this distance."""
SHORE_DEPTH = 24.0
"""How far inside the sea's drawing a shore must be to be at the sea."""

Shape = list[Point]


@dataclass(frozen=True)
class Ground:
    """The ground of a province."""

    shape: Shape
    shores: tuple[Shape, ...]
    """Its coasts, from one neighbour to the next; those of lakes are not among them."""
    inland: tuple[Shape, ...]
    """The other parts of its outline."""


def trace_grounds(
    outlines: Sequence[Sequence[Point]], lakes: Sequence[Sequence[Point]]
) -> list[Ground]:
    """The grounds of all provinces."""
    traced = trace_borders(_bare_map(outlines))
    ponds = [set(lake) for lake in lakes]
    grounds = []
    for index, outline in enumerate(outlines):
        arcs = [arc for arc in traced.arcs if str(index) in arc.provinces]
        coasts = [arc.curve for arc in arcs if _is_coast(arc.curve, arc.provinces, ponds)]
        others = [arc.curve for arc in arcs if not _is_coast(arc.curve, arc.provinces, ponds)]
        grounds.append(
            Ground(
                _drawn(traced.outline(outline))[:-1],
                tuple(map(_drawn, coasts)),
                tuple(map(_drawn, others)),
            )
        )
    return grounds


def inner_points(outlines: Sequence[Sequence[Point]], pair: Pair) -> list[Point]:
    """The points along the border of two provinces, without its ends."""
    first, second = (str(index) for index in pair)
    arcs = trace_borders(_bare_map(outlines)).between(first, second)
    return [segment[0] for arc in arcs for segment in arc.curve[1:]]


def areas(grounds: Sequence[Ground]) -> list[float]:
    """How large the grounds are."""
    return [area(ground.shape) for ground in grounds]


def touching(grounds: Sequence[Ground]) -> set[Pair]:
    """The pairs of provinces that are close to each other."""
    return {
        (one, other)
        for other in range(PROVINCES)
        for one in range(other)
        if from_line(places_of(grounds[one].shape), grounds[other].shape).min() < APART
    }


def sea_shores(ground: Ground, sea: Shape) -> list[Shape]:
    """The coasts of a province at the sea, each as the stretches that are well inside it."""
    stretches: list[Shape] = []
    for shore in ground.shores:
        places = places_of(shore)
        at_sea = inside(places, sea) & (from_line(places, sea) >= SHORE_DEPTH)
        stretch: Shape = []
        for point, is_wet in zip(shore, at_sea, strict=True):
            stretch = [*stretch, point] if is_wet else []
            if len(stretch) == 1:
                stretches.append(stretch)
            elif stretch:
                stretches[-1] = stretch
    return stretches


def _is_coast(curve: Curve, provinces: tuple[str, ...], ponds: Sequence[set[Point]]) -> bool:
    ends = {curve[0][0], curve[-1][3], *(segment[0] for segment in curve)}
    return len(provinces) == 1 and not any(ends <= pond for pond in ponds)


def _drawn(curve: Curve) -> Shape:
    return rounded(sample(curve, PIECES))


def rounded(points: Sequence[Point]) -> Shape:
    """Points without the digits that may differ between machines."""
    return [(round(x * FINENESS) / FINENESS, round(y * FINENESS) / FINENESS) for x, y in points]


def bare_province(index: int, outline: Sequence[Point]) -> Province:
    """A province that has nothing but an outline yet; its id is its index."""
    return Province(str(index), COLOURS[0], {}, (0.0, 0.0), (0.0, 0.0), tuple(outline))


def _bare_map(outlines: Sequence[Sequence[Point]]) -> Map:
    provinces = tuple(bare_province(*item) for item in enumerate(outlines))
    return Map(
        id="", name={}, about="", canvas=(0.0, 0.0), outlines="curved", players=(0, 0), display=0,
        removed={}, variant="fortifications", provinces=provinces, spaces=(), roads=(),
        alliances=(), scenery=(), sha256="",
    )  # fmt: skip
