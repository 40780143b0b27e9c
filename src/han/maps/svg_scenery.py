"""The scenery of a map: water, walls, mountains and small drawings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import dist
from xml.sax.saxutils import escape

from han.maps.borders import Borders
from han.maps.geometry import Curve, sample, smooth, smooth_closed, straight
from han.maps.layout import clearance
from han.maps.model import Map, Point, Scenery
from han.maps.plane import edges
from han.maps.svg_elements import curve_data, element, group, line_data, path, text, use
from han.maps.svg_style import INK, SHORE, STONE, WATER


@dataclass(frozen=True)
class DrawingContext:
    """What the functions that draw a map need."""

    game_map: Map
    borders: Borders
    lang: str


STANDING = (
    *("armillary", "banner", "book", "compass", "dunes", "fields", "halls", "kiln"),
    *("pagoda", "peaks", "ships", "silo", "stall", "trees"),
)
"""Kinds of scenery that are small drawings."""

LINES = ("lake", "moat", "mountains", "pond", "river", "sea", "wall")
"""Kinds of scenery that need at least three points."""

Drawer = Callable[[DrawingContext, Scenery], str]


def draw_waters(context: DrawingContext) -> str:
    """The waters below the provinces."""
    drawers: Mapping[str, Drawer] = {"sea": _sea, "moat": _moat}
    return _draw(context, drawers)


def draw_scenery(context: DrawingContext) -> str:
    """The scenery on the provinces and beside them; unknown kinds are left out."""
    drawers: Mapping[str, Drawer] = {
        "river": _river,
        "lake": _lake,
        "pond": _lake,
        "mountains": _mountains,
        "name": _name,
        **dict.fromkeys(STANDING, _standing),
    }
    return _draw(context, drawers)


def draw_walls(context: DrawingContext) -> str:
    """Walls with their towers and gates, over the borders."""
    drawers: Mapping[str, Drawer] = {"wall": _wall, "tower": _standing, "gate": _standing}
    return _draw(context, drawers)


def _draw(context: DrawingContext, drawers: Mapping[str, Drawer]) -> str:
    return "".join(
        drawers[scenery.kind](context, scenery)
        for scenery in context.game_map.scenery
        if scenery.kind in drawers and (scenery.kind not in LINES or len(scenery.points) > 2)
    )


# Water.


def _sea(context: DrawingContext, sea: Scenery) -> str:
    shape = curve_data(smooth_closed(sea.points), is_closed=True)
    clip = element("clipPath", path(shape), id="sea")
    coasts = [curve_data(arc.curve) for arc in context.borders.outside()]
    lines = _waterlines([shape, *coasts])
    water = path(shape, fill="url(#waves)")
    return clip + group(water, lines, clip_path="url(#sea)", class_="sea")


def _waterlines(shores: Sequence[str]) -> str:
    """Lines that follow a shore at three distances, as on engraved maps.

    Each line is the visible edge of a broad stroke whose inner part is covered by water. The half
    on the land is covered by the provinces.
    """
    strokes = []
    for away, strength in ((24, 0.35), (15, 0.5), (7, 0.7)):
        strokes.append(_again("shore", 2 * away + 1.2, SHORE, strength))
        strokes.append(_again("shore", 2 * away - 1.2, WATER))
    return element("defs", path("".join(shores), id="shore", fill="none")) + "".join(strokes)


def _again(name: str, width: float, colour: str, opacity: float = 1.0) -> str:
    return element("use", href=f"#{name}", stroke=colour, stroke_width=width, opacity=opacity)


def _moat(context: DrawingContext, moat: Scenery) -> str:
    shape = line_data(moat.points, is_closed=True)
    return _stroke(shape, 24, INK) + _stroke(shape, 20, WATER) + _stroke(shape, 1, SHORE)


def _river(context: DrawingContext, river: Scenery) -> str:
    curve = smooth(river.points)
    data = curve_data(curve)
    line = _stroke(data, 9, SHORE) + _stroke(data, 6, WATER)
    return line + (_river_name(context, river, sample(curve)) if river.name else "")


def _river_name(context: DrawingContext, river: Scenery, line: Sequence[Point]) -> str:
    """A river's name along the stretch with the most free space."""
    name = river.name[context.lang] if river.name else ""
    stretch = _quiet_stretch(context.game_map, line, width=11.0 * len(name))
    above = [(x, y - 9) for x, y in stretch[:: max(1, len(stretch) // 6)]]
    key = f"river-{context.game_map.scenery.index(river)}"
    words = element("textPath", escape(name), href=f"#{key}", startOffset="50%")
    course = path(curve_data(smooth(above)), id=key, fill="none")
    return course + element("text", words, class_="water-name")


def _quiet_stretch(game_map: Map, line: Sequence[Point], width: float) -> Sequence[Point]:
    """The part of a line, ``width`` long, that is farthest from the elements of the game."""
    stretches = list(_stretches(line, width)) or [line]
    return max(stretches, key=lambda part: min(clearance(at, game_map) for at in part[::3]))


def _stretches(line: Sequence[Point], width: float) -> Iterator[Sequence[Point]]:
    along = [0.0, *accumulate(dist(*leg) for leg in pairwise(line))]
    for start in range(0, len(line), 4):
        end = next((i for i, at in enumerate(along) if at >= along[start] + width), None)
        if end is not None and line[end][0] - line[start][0] > 0.8 * width:
            yield line[start : end + 1]


def _name(context: DrawingContext, place: Scenery) -> str:
    words = place.name[context.lang] if place.name else ""
    return "".join(text(words, at, class_="water-name") for at in place.points)


def _lake(context: DrawingContext, lake: Scenery) -> str:
    data = curve_data(_closed(context, lake), is_closed=True)
    ripple = _stroke(data, 1.2, SHORE)
    return path(data, fill="url(#waves)") + ripple + path(data, class_="ink coast")


def _closed(context: DrawingContext, scenery: Scenery) -> Curve:
    """A closed outline; along borders it uses their arcs."""
    if all(edge in context.borders.segments for edge in edges(scenery.points)):
        return context.borders.outline(scenery.points)
    return smooth_closed(scenery.points)


# Land.


def _mountains(context: DrawingContext, range_: Scenery) -> str:
    return path(curve_data(_closed(context, range_), is_closed=True), fill=STONE, opacity=0.75)


def _standing(context: DrawingContext, things: Scenery) -> str:
    """Small drawings, from top to bottom; their sizes and directions vary deterministically."""
    points = sorted(things.points, key=lambda point: point[1])
    return "".join(
        use(things.kind, at, _size(things.kind, i), flip=i % 3 == 1) for i, at in enumerate(points)
    )


def _size(kind: str, index: int) -> float:
    return (1.0, 0.82, 1.14, 0.9)[index % 4] if kind in ("peaks", "trees", "dunes") else 1.0


def _wall(context: DrawingContext, wall: Scenery) -> str:
    is_curved = context.game_map.outlines == "curved"
    curve = smooth(wall.points) if is_curved else straight(wall.points)
    return group(rampart(curve_data(curve), 11), class_="wall")


def rampart(data: str, width: float) -> str:
    """A wall seen from above, with merlons on both its sides."""
    return (
        _stroke(data, width + 4, INK, stroke_dasharray="4 5", stroke_linecap="butt")
        + _stroke(data, width, INK)
        + _stroke(data, width - 3, STONE)
        + _stroke(data, 1, INK, opacity=0.4)
    )


def _stroke(data: str, width: float, colour: str, **attributes: object) -> str:
    return path(
        data,
        **{
            "fill": "none",
            "stroke": colour,
            "stroke_width": width,
            "stroke_linejoin": "round",
            "stroke_linecap": "round",
            **attributes,
        },
    )
