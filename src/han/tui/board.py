"""The board as a drawing in characters."""

from functools import cache

from rich.style import Style
from rich.text import Text

from han.engine.public import Public
from han.maps.borders import trace_borders
from han.maps.geometry import Line, sample
from han.maps.model import Map, Province, Space
from han.maps.plane import edges
from han.tui import palette
from han.tui.canvas import Canvas
from han.tui.projection import Projection, project

PLAIN = Style(color=palette.INK)
PLOT=Style(color=palette.INK,bgcolor='#fbf4e2',bold=True)
FAINT = Style(color=palette.FAINT_INK)
BOLD = Style(color=palette.INK, bold=True)


def draw_board(position: Public, lang: str = "en", width: int = 100) -> Text:
    """Draw the provinces, roads and pieces of a position, at most ``width`` columns wide."""
    game_map = position.game.map
    projection = project(game_map, width)
    canvas = _bare_board(game_map, width).copy()
    for province in game_map.provinces:
        _write_name(canvas, projection, position, province, lang)
    for space in game_map.spaces:
        _write_space(canvas, projection, position, space)
    for province in game_map.provinces:
        _write_dragon(canvas, projection, position, province)
    from han.maps.layout import place_seals
    for n, at in enumerate(place_seals(game_map, trace_borders(game_map)),1):
        t=f"({n})"
        c,r=projection.cell(at); c-=len(t)//2
        for d in (0,1,-1,2,-2):
            if canvas.is_free((c+d-1,r),len(t)+2): break
        else: print("no room",n)
        canvas.write((c+d,r), t, Style(color=palette.SEAL))
    return canvas.text()


@cache
def _bare_board(game_map: Map, width: int) -> Canvas:
    """What no move changes: the provinces' ground, their borders and the roads."""
    projection = project(game_map, width)
    canvas = Canvas(projection.columns, projection.rows)
    borders = trace_borders(game_map)
    for province in game_map.provinces:
        outline = sample(borders.outline(province.outline))
        _fill(canvas, projection, outline, palette.GROUNDS[province.colour])
    for arc in borders.arcs:
        line = [projection.dot(point) for point in sample(arc.curve)]
        canvas.draw_line(line, palette.FAINT_INK, every=4)
    places = {space.id: space.at for space in game_map.spaces}
    for start, end in game_map.roads:
        canvas.draw_line([projection.dot(places[start]), projection.dot(places[end])], palette.INK)
    return canvas


def _fill(canvas: Canvas, projection: Projection, outline: Line, ground: str) -> None:
    """Paint the cells whose centre is inside an outline, row by row."""
    for row in range(canvas.rows):
        _, y = projection.centre((0, row))
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in edges(outline)
            if (ay > y) != (by > y)
        )
        for column in range(canvas.columns):
            x, _ = projection.centre((column, row))
            if sum(crossing < x for crossing in crossings) % 2:
                canvas.paint((column, row), ground)


def _write_name(canvas, projection, position, province: Province, lang: str) -> None:
    name = province.name[lang]
    if province.id in position.disks:
        name += f" {palette.DISK}"
    column, row = projection.cell(province.label)
    canvas.write((column - len(name) // 2, row), name, BOLD)


def _write_space(canvas, projection, position, space: Space) -> None:
    cell = projection.cell(space.at)
    if space.id in position.houses:
        seat = position.houses[space.id]
        sign = palette.FORTIFICATION if space.id in position.markers else palette.HOUSE
        canvas.write(cell, sign + palette.SEAT_MARKS[seat], palette.piece_style(seat))
    elif space.id in position.markers:
        seat = position.markers[space.id]
        canvas.write(
            cell, palette.MARKET_PLACE + palette.SEAT_MARKS[seat], palette.piece_style(seat)
        )
    elif len(space.provinces) == 2:
        canvas.write(cell, palette.BORDER+' ', PLOT)
    else:
        sign = palette.PORT if space.port else palette.SPACE
        canvas.write(cell, sign + space.id.rsplit("-")[-1], PLOT)


def _write_dragon(canvas, projection, position, province: Province) -> None:
    column, row = projection.cell(province.dragon)
    counts = [(s, n) for s, n in enumerate(position.emissaries[province.id]) if n]
    column -= len(counts)
    canvas.write((column, row), palette.DRAGON, BOLD)
    for number, (seat, count) in enumerate(counts):
        canvas.write(
            (column + 1 + 2 * number, row),
            f"{palette.SEAT_MARKS[seat]}{count}",
            palette.piece_style(seat),
        )
