"""Faults of the drawing: what lies outside, too close, or across something else."""

from collections.abc import Iterator
from itertools import combinations
from math import dist

from han.maps.draft import Draft, DraftItem, Pair
from han.maps.fault import MapFault
from han.maps.line_numbers import Path
from han.maps.model import Point
from han.maps.plane import (
    Outline,
    Segment,
    crosses,
    distance_to_outline,
    distance_to_segment,
    edges,
    find_self_crossing,
    is_inside,
)

TOLERANCE = 1.0
SPACE_GAP = 30
"""Pixels between the centres of two spaces, so that their houses do not overlap."""
ROAD_GAP = 12
"""Pixels between a road and a space that it only passes."""


def check_canvas_bounds(draft: Draft) -> Iterator[MapFault]:
    """Provinces and spaces are on the canvas; scenery may exceed it."""
    width, height = draft.values.get("canvas", (0, 0))
    if width <= 0 or height <= 0:
        return
    size = {"width": width, "height": height}
    for path, (x, y) in _points(draft):
        if not (0 <= x <= width and 0 <= y <= height):
            yield draft.fault(path, "off_canvas", x=x, y=y, **size)


def check_outline_lengths(draft: Draft) -> Iterator[MapFault]:
    """An outline has at least three corners."""
    for province, outline, path in _outlines(draft):
        if len(outline) < 3:
            yield draft.fault(path, "short_outline", province=province, points=len(outline))


def check_outline_points(draft: Draft) -> Iterator[MapFault]:
    """The corners of an outline are all different."""
    for province, outline, path in _outlines(draft):
        for index, point in enumerate(outline):
            first, second = outline.index(point) + 1, index + 1
            if first < second:
                params = {"province": province, "first": str(first), "second": str(second)}
                yield draft.fault((*path, index), "repeated_point", **params)


def check_outline_crossings(draft: Draft) -> Iterator[MapFault]:
    """An outline does not cross or touch itself."""
    for province, outline, path in _outlines(draft):
        if sides := find_self_crossing(outline):
            first, second = (str(side + 1) for side in sides)
            params = {"province": province, "first": first, "second": second}
            yield draft.fault(path, "crossed_outline", **params)


def check_overlaps(draft: Draft) -> Iterator[MapFault]:
    """Provinces do not overlap."""
    for one, other in combinations(draft.drawn.values(), 2):
        if _overlap(one, other):
            path = (*other.path, "outline")
            yield draft.fault(path, "overlap", province=other.label, other=one.label)


def check_dragons(draft: Draft) -> Iterator[MapFault]:
    """A dragon space lies in its province."""
    for province in draft.drawn.values():
        dragon = province.values.get("dragon")
        if dragon and not is_inside(dragon, province.values["outline"]):
            path = (*province.path, "dragon")
            yield draft.fault(path, "dragon_outside", province=province.label)


def check_space_places(draft: Draft) -> Iterator[MapFault]:
    """A space lies in its province, a border space on the border of both its provinces."""
    for space in draft.spaces:
        provinces = list(dict.fromkeys(space.values.get("provinces", ())))
        if "at" not in space.values or len(provinces) > 2:
            continue
        for name in provinces:
            if name in draft.drawn:
                outline = draft.drawn[name].values["outline"]
                yield from _misplaced(draft, space, name, outline, len(provinces) == 2)


def check_space_gaps(draft: Draft) -> Iterator[MapFault]:
    """Spaces do not overlap."""
    placed = [space for space in draft.spaces if "at" in space.values]
    for one, other in combinations(placed, 2):
        if dist(one.values["at"], other.values["at"]) < SPACE_GAP:
            names = {"space": other.label, "other": one.label}
            yield draft.fault((*other.path, "at"), "spaces_overlap", **names, least=SPACE_GAP)


def check_road_crossings(draft: Draft) -> Iterator[MapFault]:
    """Roads meet at spaces only."""
    for (one, first), (other, second) in combinations(_segments(draft), 2):
        if not one.ends & other.ends and crosses(first, second):
            yield draft.fault(other.path, "roads_cross", road=other.label, other=one.label)


def check_passed_spaces(draft: Draft) -> Iterator[MapFault]:
    """A road keeps away from spaces that it does not join."""
    for road, segment in _segments(draft):
        for name, centre in draft.centres.items():
            if name not in road.ends and distance_to_segment(centre, segment) < ROAD_GAP:
                yield draft.fault(
                    road.path, "road_over_space", road=road.label, space=name, least=ROAD_GAP
                )


def _points(draft: Draft) -> Iterator[tuple[Path, Point]]:
    for item in [*draft.provinces, *draft.spaces]:
        for key in ("dragon", "label", "at"):
            if key in item.values:
                yield (*item.path, key), item.values[key]
        for index, point in enumerate(item.values.get("outline", ())):
            yield (*item.path, "outline", index), point


def _outlines(draft: Draft) -> Iterator[tuple[str, Outline, Path]]:
    for province in draft.provinces:
        if "outline" in province.values:
            yield province.label, province.values["outline"], (*province.path, "outline")


def _overlap(one: DraftItem, other: DraftItem) -> bool:
    """Whether two outlines are the same, cross, or one reaches into the other."""
    mine, theirs = one.values["outline"], other.values["outline"]
    return (
        sorted(mine) == sorted(theirs)
        or any(crosses(a, b, TOLERANCE) for a in edges(mine) for b in edges(theirs))
        or _reaches_into(mine, theirs)
        or _reaches_into(theirs, mine)
    )


def _reaches_into(inner: Outline, outer: Outline) -> bool:
    """Whether a corner of one outline, or the middle of a side, is well inside the other.

    Middles are needed on maps with straight streets, where corners lie on sides of others.
    """
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in edges(inner)]
    return any(
        is_inside(point, outer) and distance_to_outline(point, outer) > TOLERANCE
        for point in (*inner, *middles)
    )


def _misplaced(
    draft: Draft, space: DraftItem, province: str, outline: Outline, is_border: bool
) -> Iterator[MapFault]:
    at, path = space.values["at"], (*space.path, "at")
    is_on_border = distance_to_outline(at, outline) <= TOLERANCE
    if is_border and not is_on_border:
        yield draft.fault(path, "off_border", space=space.label, province=province)
    elif not is_on_border and not is_inside(at, outline):
        yield draft.fault(path, "space_outside", space=space.label, province=province)


def _segments(draft: Draft) -> list[tuple[Pair, Segment]]:
    """The roads that can be drawn, each once."""
    centres = draft.centres
    roads = {road.ends: road for road in draft.roads if len(road.ends & centres.keys()) == 2}
    return [(road, (centres[road.first], centres[road.second])) for road in roads.values()]
