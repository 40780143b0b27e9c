"""The title and the legend of a map, each drawn on a scroll."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from han.maps.layout import LETTER
from han.maps.model import COLOURS, Map, Point, Province
from han.maps.svg_elements import element, group, line_data, text, use
from han.maps.svg_marks import border_plot, house_plot, medallion, port_plot, road, seal
from han.maps.svg_scenery import DrawingContext, rampart
from han.messages import message

_TERMS = {
    "house": "house_space",
    "port": "port",
    "border": "border_space",
    "dragon": "emissaries",
    "road": "road",
    "alliance": "alliance",
    "wall": "no_alliance",
}
"""The term of each sign in the legend."""


Corners = tuple[Point, Point]

ENTRY_SIZE = 16.0
"""The greatest font size of the legend's words."""
LEADING = 1.16
"""The line spacing of a title, as a multiple of its font size."""


def draw_title(context: DrawingContext, corners: Corners) -> str:
    """The map's name on a scroll, wrapped and as large as it fits."""
    (left, top), (right, bottom) = corners
    name = context.game_map.name[context.lang]
    size, lines = _fit(name, right - left - 40, bottom - top - 22)
    first = (top + bottom) / 2 + size * (0.34 - LEADING * (len(lines) - 1) / 2)
    words = (
        text(line, ((left + right) / 2, first + LEADING * size * i), class_="title", font_size=size)
        for i, line in enumerate(lines)
    )
    return group(_scroll(corners, is_hanging=False), *words, id="title")


def _fit(words: str, width: float, height: float) -> tuple[float, list[str]]:
    """The largest font size at which the wrapped words fit into a box, and their lines."""
    for size in range(30, 10, -1):
        lines = wrap(words, max(1, int(width / size / LETTER)), break_long_words=False)
        widest = max(map(len, lines)) * size * LETTER
        if widest <= width and len(lines) * size * LEADING <= height:
            break
    return size, lines


def draw_legend(context: DrawingContext, corners: Corners) -> str:
    """The legend of the signs on this map."""
    (left, top), (right, bottom) = corners
    rows = [(entry, _word(entry, context.lang)) for entry in _entries(context)]
    size = _entry_size([word for _, word in rows], right - left - 62)
    step = (bottom - top - 44) / len(rows)
    entries = []
    for i, (entry, word) in enumerate(rows):
        y = top + 22 + step * (i + 0.5)
        entries.append(_sign(entry, (left + 30, y), context.game_map))
        entries.append(text(word, (left + 54, y + 5.5), class_="entry", font_size=size))
    return group(_scroll(corners, is_hanging=True), *entries, id="legend")


def _entry_size(words: Sequence[str], width: float) -> float:
    """The font size at which all words fit: one for the whole legend."""
    longest = max(map(len, words))
    return round(min(ENTRY_SIZE, width / LETTER / longest), 1)


def _word(entry: str, lang: str) -> str:
    term = _TERMS.get(entry) or f"colour_{entry[0].upper()}"
    return message(f"terms.{term}", lang)


def _entries(context: DrawingContext) -> Iterator[str]:
    game_map = context.game_map
    yield "house"
    if any(space.port for space in game_map.spaces):
        yield "port"
    if any(len(space.provinces) == 2 for space in game_map.spaces):
        yield "border"
    yield from ("dragon", "road", "alliance")
    if context.borders.neighbours() - {frozenset(pair) for pair in game_map.alliances}:
        yield "wall"
    yield from COLOURS


def _sign(entry: str, at: Point, game_map: Map) -> str:
    x, y = at
    if entry in COLOURS:
        return use(f"glyph-{entry}", at, 1.3)
    if entry == "border":
        return border_plot(at, *_some_neighbours(game_map))
    if entry == "dragon":
        scale = f"translate({x} {y}) scale(0.5)"
        return group(medallion((0, 0), "violet"), transform=scale)
    signs = {
        "house": house_plot(at),
        "port": port_plot(at),
        "road": road((x - 20, y), (x + 20, y)),
        "alliance": seal(at, "1"),
        "wall": rampart(line_data([(x - 18, y), (x + 18, y)]), 8),
    }
    return signs[entry]


def _some_neighbours(game_map: Map) -> tuple[Province, Province]:
    provinces = {province.id: province for province in game_map.provinces}
    shared = next(space for space in game_map.spaces if len(space.provinces) == 2)
    first, second = (provinces[province] for province in shared.provinces)
    return first, second


def _scroll(corners: Corners, is_hanging: bool) -> str:
    """A scroll: a sheet between two rollers, above and below it or at its sides."""
    (left, top), (right, bottom) = corners
    sheet = _box(left, top, right, bottom, class_="silk")
    frame = _box(left + 6, top + 6, right - 6, bottom - 6, class_="ink fine faint")
    edge = _box(left, top, right, bottom, class_="ink fine")
    if is_hanging:
        rollers = [(left - 8, y - 6, right + 8, y + 6) for y in (top, bottom)]
    else:
        rollers = [(x - 6, top - 7, x + 6, bottom + 7) for x in (left, right)]
    bars = [
        _box(*bar, rx=5, class_="lacquer") + _box(*bar, rx=5, class_="ink fine") for bar in rollers
    ]
    return sheet + frame + edge + "".join(bars)


def _box(left: float, top: float, right: float, bottom: float, **attributes: object) -> str:
    size = {"width": right - left, "height": bottom - top}
    return element("rect", x=left, y=top, **size, **attributes)
