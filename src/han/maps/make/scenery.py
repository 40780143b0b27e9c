"""What is drawn on a board and known to no rule: the sea, lakes, hills, trees, ships."""

from collections.abc import Iterable, Sequence

import numpy as np

from han.maps.geometry import Box
from han.maps.layout import DRAGON_RADIUS, SEAL_RADIUS, SPACE_RADIUS, label_box, label_size
from han.maps.make.cells import gap
from han.maps.make.dice import Dice
from han.maps.make.field import (
    Flags,
    Places,
    from_box,
    from_line,
    from_points,
    inside,
    places_of,
)
from han.maps.make.names import draw_sea
from han.maps.make.paper import CANVAS, COMPASS, LEGEND, SIGNS, TITLE
from han.maps.make.shapes import Shape
from han.maps.model import Map, Point, Scenery

HILLS, MEADOWS, SHIPS = 34, 15, 4
"""At most so many drawings in the wilderness, in the provinces, and on the sea."""
DRAWN = 22.0
"""Half the size of a small drawing."""
HEIGHT = 12.0
"""How far the middle of a small drawing is above its place."""
NAME_TRIALS = 40
"""Places that are tried for the sea's name."""
KINDS = ("peaks", "trees", "dunes")
INLAND_KINDS = ("trees", "fields", "trees", "peaks", "fields")


def draw_scenery(
    board: Map, shapes: Sequence[Shape], sea: Shape, seals: Sequence[Point], dice: Dice
) -> tuple[Scenery, ...]:
    """The small drawings, the sea's name, and what is printed beside the land."""
    probes = places_of(
        [(dice.whole(30, int(CANVAS[0]) - 30), dice.whole(90, int(CANVAS[1]) - 30))
         for _ in range(900)]
    )  # fmt: skip
    at_sea = inside(probes, sea)
    afar = np.full(len(probes), 1e6)
    on_land = np.zeros(len(probes), np.bool_)
    for shape in shapes:
        afar = np.minimum(afar, from_line(probes, shape))
        on_land |= inside(probes, shape)
    free = _free_of_signs(probes) & (afar >= DRAWN + HEIGHT) & ~on_land
    sea_edge = from_line(probes, sea)
    name = _sea_name(probes[free & at_sea & (sea_edge > 40)], shapes, sea, dice)
    named = [_name_box(thing) for thing in name]
    open_sea = free & at_sea & (sea_edge > 40) & (afar >= 40)
    for box in named:
        open_sea &= from_box(probes, box) >= 60
    ships = _apart(probes[open_sea], 190.0, SHIPS)
    wild = _apart(probes[free & ~at_sea & (sea_edge > 26)], 46.0, HILLS)
    meadows = _apart(probes[on_land & _free_inland(probes, board, seals, afar)], 70.0, MEADOWS)
    return (
        *_sorted_by_anchor(wild, dice),
        *_inland(meadows, dice),
        *([Scenery("ships", tuple(ships))] if ships else []),
        *name,
        Scenery("compass", (COMPASS,)),
        Scenery("title", TITLE),
        Scenery("legend", LEGEND),
    )


def _free_of_signs(probes: Places) -> Flags:
    free = np.ones(len(probes), np.bool_)
    for box in SIGNS:
        free &= from_box(probes, box) >= DRAWN + 6
    return free


def _free_inland(probes: Places, board: Map, seals: Sequence[Point], depths: Places) -> Flags:
    """Which probes keep away from everything that the game needs."""
    middles = probes - np.array([0.0, HEIGHT])
    at = {space.id: space.at for space in board.spaces}
    free = (
        (depths >= DRAWN)
        & (from_points(middles, list(at.values())) >= SPACE_RADIUS + DRAWN + 3)
        & (from_points(middles, [p.dragon for p in board.provinces]) >= DRAGON_RADIUS + DRAWN + 6)
        & (from_points(middles, seals) >= SEAL_RADIUS + DRAWN + 4)
    )
    for province in board.provinces:
        free &= from_box(middles, label_box(province, label_size(board))) >= DRAWN
    for start, end in board.roads:
        free &= from_line(middles, [at[start], at[end]], is_closed=False) >= DRAWN + 2
    for thing in board.scenery:
        if thing.kind == "river":
            free &= from_line(middles, thing.points, is_closed=False) >= DRAWN + 8
        elif thing.kind == "peaks":
            free &= from_points(probes, thing.points) >= 2 * DRAWN + 10
    return np.asarray(free)


def _apart(places: Places, least: float, most: int) -> list[Point]:
    """The first places that keep a distance from one another."""
    chosen: list[Point] = []
    for x, y in places.tolist():
        if len(chosen) < most and all(gap((x, y), other) >= least for other in chosen):
            chosen.append((x, y))
    return chosen


def _sorted_by_anchor(places: Iterable[Point], dice: Dice) -> list[Scenery]:
    """Hills, woods and dunes, each kind in its own parts of the wilderness."""
    anchors = [
        (kind, (dice.between(0, CANVAS[0]), dice.between(0, CANVAS[1])))
        for kind in (*KINDS, "peaks")
    ]
    kinds = {kind: list[Point]() for kind in KINDS}
    for place in places:
        kind, _ = min(anchors, key=lambda anchor: gap(anchor[1], place))
        kinds[kind].append(place)
    return [Scenery(kind, tuple(points)) for kind, points in kinds.items() if points]


def _inland(places: Iterable[Point], dice: Dice) -> list[Scenery]:
    """Woods, fields and a hill here and there."""
    kinds = {kind: list[Point]() for kind in dict.fromkeys(INLAND_KINDS)}
    for place in places:
        kinds[dice.pick(INLAND_KINDS)].append(place)
    return [Scenery(kind, tuple(points)) for kind, points in kinds.items() if points]


def _sea_name(
    places: Places, shapes: Sequence[Shape], sea: Shape, dice: Dice
) -> tuple[Scenery, ...]:
    """The sea's name, where it is farthest from the land; nothing if there is no room."""
    name = draw_sea(dice)
    best: tuple[float, Scenery | None] = (26.0, None)
    for x, y in places[:NAME_TRIALS].tolist():
        thing = Scenery("name", ((x, y),), name)
        left, top, right, bottom = _name_box(thing)
        if left < 30 or right > CANVAS[0] - 30:
            continue
        rim = places_of(
            [(left + (right - left) * part / 6, (top + bottom) / 2) for part in range(7)]
        )
        room = min(float(from_line(rim, shape).min()) for shape in shapes)
        room = min(room, float(from_line(rim, sea).min()), 90.0)
        is_free = inside(rim, sea).all() and all(from_box(rim, sign).min() >= 20 for sign in SIGNS)
        if is_free and room > best[0]:
            best = room, thing
    return (best[1],) if best[1] else ()


def _name_box(thing: Scenery) -> Box:
    (x, y), words = thing.points[0], max(map(len, (thing.name or {}).values()))
    half = words * 4.8
    return x - half, y - 16, x + half, y + 4
