"""Draw a map as one stand-alone SVG, in the style of an old silk map.

Elements have ids for programs: ``province-wei``, ``dragon-wei``, ``name-wei``, ``space-wei-1``,
``road-wei-1--wei-2``, ``alliance-3``. Pieces are drawn over it in the map's own coordinates.
"""

from collections.abc import Iterator

from han.maps.borders import trace_borders
from han.maps.layout import label_size, place_seals
from han.maps.model import Map
from han.maps.svg_drawings import definitions as drawings
from han.maps.svg_elements import curve_data, element, group, line_data, path
from han.maps.svg_legend import draw_legend, draw_title
from han.maps.svg_marks import draw_dragon, draw_ground, draw_label, draw_space, road, seal
from han.maps.svg_scenery import DrawingContext, draw_scenery, draw_walls, draw_waters, rampart
from han.maps.svg_style import PAPER, STYLE
from han.maps.svg_style import definitions as patterns


def draw_map(game_map: Map, lang: str = "en", overlay: str = "") -> str:
    """The whole map.

    Args:
        game_map: What to draw.
        lang: The language of its names and of its key.
        overlay: SVG elements to draw on top, such as pieces.
    """
    context = DrawingContext(game_map, trace_borders(game_map), lang)
    width, height = game_map.canvas
    size = {"viewBox": f"0 0 {width:g} {height:g}", "width": width, "height": height}
    return element(
        "svg",
        element("style", STYLE),
        element("defs", patterns(), drawings()),
        _land(context),
        _board(context),
        group(overlay, id="overlay"),
        xmlns="http://www.w3.org/2000/svg",
        class_="han-map",
        role="img",
        aria_label=game_map.name[lang],
        **size,
    )


def _land(context: DrawingContext) -> str:
    """Everything below the elements of the game: sheet, water, provinces, borders, scenery."""
    return group(
        _sheet(context.game_map, PAPER),
        draw_waters(context),
        group(*_grounds(context), id="provinces"),
        draw_scenery(context),
        group(*_borders(context), id="borders"),
        draw_walls(context),
        _sheet(context.game_map, "url(#weave)"),
        _sheet(context.game_map, "url(#age)"),
        _frame(context.game_map),
        _scrolls(context),
        id="land",
    )


def _board(context: DrawingContext) -> str:
    """The elements of the game: roads, alliances, spaces, dragons and names."""
    game_map = context.game_map
    provinces = {province.id: province for province in game_map.provinces}
    size = label_size(game_map)
    return group(
        group(*_alliances(context), id="alliances"),
        group(*_roads(game_map), id="roads"),
        group(*(draw_space(space, provinces) for space in game_map.spaces), id="spaces"),
        group(*(draw_dragon(province) for province in game_map.provinces), id="dragons"),
        group(*(draw_label(p, context.lang, size) for p in game_map.provinces), id="names"),
        id="board",
    )


def _sheet(game_map: Map, fill: str) -> str:
    width, height = game_map.canvas
    return element("rect", width=width, height=height, fill=fill)


def _frame(game_map: Map) -> str:
    width, height = game_map.canvas
    return "".join(
        element("rect", x=gap, y=gap, width=width - 2 * gap, height=height - 2 * gap, class_=look)
        for gap, look in ((6, "ink coast"), (11, "ink fine faint"))
    )


def _grounds(context: DrawingContext) -> Iterator[str]:
    for province in context.game_map.provinces:
        shape = curve_data(context.borders.outline(province.outline), is_closed=True)
        yield draw_ground(province, shape)


def _borders(context: DrawingContext) -> Iterator[str]:
    """Solid coasts and dashed borders; a wall between neighbours without an alliance."""
    allied = {frozenset(alliance) for alliance in context.game_map.alliances}
    for arc in context.borders.arcs:
        data = curve_data(arc.curve)
        if len(arc.provinces) == 1:
            yield path(data, class_="ink coast")
        elif frozenset(arc.provinces) in allied:
            yield path(data, class_="ink border")
        else:
            yield rampart(data, 8)


def _alliances(context: DrawingContext) -> Iterator[str]:
    """A red line from dragon to dragon, with its number in a seal on the border."""
    dragons = {province.id: province.dragon for province in context.game_map.provinces}
    seals = place_seals(context.game_map, context.borders)
    for number, (first, second) in enumerate(context.game_map.alliances, 1):
        at = seals[number - 1]
        thread = path(line_data([dragons[first], at, dragons[second]]), class_="way")
        yield group(thread, seal(at, str(number)), id=f"alliance-{number}")


def _roads(game_map: Map) -> Iterator[str]:
    places = {space.id: space.at for space in game_map.spaces}
    for start, end in game_map.roads:
        yield road(places[start], places[end], id=f"road-{start}--{end}")


def _scrolls(context: DrawingContext) -> str:
    scrolls = {"title": draw_title, "legend": draw_legend}
    return "".join(
        scrolls[place.kind](context, (place.points[0], place.points[1]))
        for place in context.game_map.scenery
        if place.kind in scrolls and len(place.points) == 2
    )
