"""Rendering a position: a few lines of text, or a picture as a numpy array.

Both show what everybody can see, and no hands.
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from han.engine.position import Position
from han.envs.errors import check_choice
from han.maps.borders import trace_borders
from han.maps.geometry import sample
from han.maps.layout import DRAGON_RADIUS, SPACE_RADIUS
from han.maps.model import Map, Point
from han.maps.svg_style import GROUND, INK, PAPER, TINTS
from han.notation.cards import format_cards

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

MODES: Final = ("human", "ansi", "rgb_array")
SEAT_COLOURS: Final = ("#2456b8", "#12802f", "#7b2fa0", "#c3202b", "#d9a800")
"""Blue, green, violet, red, yellow (C2)."""

_WIDTH: Final = 800
_FINER: Final = 2
"""The factor by which pictures are drawn larger and then scaled down, for smooth edges."""
_STRIP: Final = 60
"""Height of the scores above the board, in the map's own units."""


def check_mode(mode: str | None) -> str | None:
    """Refuse an unknown render mode."""
    if mode is not None:
        check_choice("render_mode", mode, MODES)
    return mode


def show(position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Render a position in a mode; ``human`` prints it, without a mode nothing is done."""
    if mode == "rgb_array":
        return draw(position)
    if mode is None:
        return None
    text = describe(position)
    if mode == "ansi":
        return text
    print(text)
    return None


def describe(position: Position) -> str:
    """What everybody can see, in a few lines of text."""
    return "\n".join(_lines(position)) + "\n"


def _lines(position: Position) -> Iterator[str]:
    state = position.state
    names = [space.id for space in position.game.map.spaces]
    provinces = position.game.map.provinces
    display = format_cards(state["display"])
    pile, discards = int(state["pile"].sum()), int(state["discards"].sum())
    yield f"{position.game.map.id}, {position.phase}"
    yield f"  display {display}, pile {pile}, discards {discards}"
    for seat in range(position.game.players):
        mark = ">" if seat == position.to_move else " "
        cards = int(state["hands"][seat].sum())
        houses = [name for bit, name in enumerate(names) if int(state["houses"][seat]) >> bit & 1]
        counts = zip(provinces, state["emissaries"][:, seat].tolist(), strict=True)
        emissaries = [f"{province.id}:{count}" for province, count in counts if count]
        display = format_cards(state["display"])
    pile, discards = int(state["pile"].sum()), int(state["discards"].sum())
    yield f"{position.game.map.id}, {position.phase}"
    yield f"  display {display}, pile {pile}, discards {discards}"
    for seat in range(position.game.players):
        mark = ">" if seat == position.to_move else " "
        cards = int(state["hands"][seat].sum())
        houses = [name for bit, name in enumerate(names) if int(state["houses"][seat]) >> bit & 1]
        counts = zip(provinces, state["emissaries"][:, seat].tolist(), strict=True)
        emissaries = [f"{province.id}:{count}" for province, count in counts if count]
        yield f"{mark} seat {seat}: {position.scores[seat]} points, {cards} cards"
        yield f"    houses {' '.join(houses) or '-'}; emissaries {' '.join(emissaries) or '-'}"


def draw(position: Position) -> NDArray[np.uint8]:
    """What everybody can see, as rows of pixels with red, green and blue."""
    from PIL import Image, ImageDraw

    game_map = position.game.map
    scale = _FINER * _WIDTH / game_map.canvas[0]
    picture = _board(game_map).copy()
    pen = ImageDraw.Draw(picture)
    _draw_pieces(pen, position, scale)
    _draw_scores(pen, position, scale)
    size = (picture.width // _FINER, picture.height // _FINER)
    return np.array(picture.resize(size, Image.Resampling.BOX), np.uint8)


@cache
def _board(game_map: Map) -> "Image":
    """The empty board, `_FINER` times larger than it will be shown."""
    from PIL import Image, ImageDraw

    width, height = game_map.canvas
    scale = _FINER * _WIDTH / width
    picture = Image.new("RGB", (_FINER * _WIDTH, int(scale * (height + _STRIP))), PAPER)
    pen = ImageDraw.Draw(picture)
    borders = trace_borders(game_map)
    for province in game_map.provinces:
        outline = [_at(point, scale) for point in sample(borders.outline(province.outline), 12)]
        pen.polygon(outline, TINTS[province.colour], INK, width=_FINER)
    places = {space.id: space.at for space in game_map.spaces}
    for start, end in game_map.roads:
        ends = [_at(places[start], scale), _at(places[end], scale)]
        pen.line(ends, INK, width=round(4 * scale))
    for space in game_map.spaces:
        pen.ellipse(_round(space.at, SPACE_RADIUS, scale), GROUND, INK, width=_FINER)
    for province in game_map.provinces:
        pen.ellipse(_round(province.dragon, DRAGON_RADIUS, scale), GROUND, INK, width=_FINER)
    return picture


def _draw_pieces(pen: "ImageDraw", position: Position, scale: float) -> None:
    state, game_map = position.state, position.game.map
    for seat in range(position.game.players):
        for index, space in enumerate(game_map.spaces):
            if int(state["houses"][seat]) >> index & 1:
                side = 0.7 * SPACE_RADIUS
                pen.rectangle(_round(space.at, side, scale), SEAT_COLOURS[seat], INK)
            if int(state["markers"][seat]) >> index & 1:
                pen.ellipse(_round(space.at, 0.35 * SPACE_RADIUS, scale), GROUND, INK)
    for index, province in enumerate(game_map.provinces):
        seats = np.repeat(np.arange(5), state["emissaries"][index]).tolist()
        for place, seat in enumerate(seats):
            x = province.dragon[0] + 15 * (place % 4 - 1.5)
            y = province.dragon[1] + 15 * (place // 4 - 0.5)
            pen.ellipse(_round((x, y), 7, scale), SEAT_COLOURS[seat], INK)


def _draw_scores(pen: "ImageDraw", position: Position, scale: float) -> None:
    """A bar for each seat as long as its points, that of the seat to move framed."""
    row = _STRIP / 5
    width = position.game.map.canvas[0] - 40
    for seat in range(position.game.players):
        top = scale * (row * seat + 2)
        right = 20 + width * min(1.0, position.scores[seat] / 100) + 4
        frame = INK if seat == position.to_move else PAPER
        box = (20 * scale, top, right * scale, top + scale * (row - 3))
        pen.rectangle(box, SEAT_COLOURS[seat], frame, width=2 * _FINER)


def _at(point: Point, scale: float) -> Point:
    return point[0] * scale, (point[1] + _STRIP) * scale


def _round(point: Point, radius: float, scale: float) -> tuple[float, float, float, float]:
    """The box around a point."""
    x, y = _at(point, scale)
    return x - radius * scale, y - radius * scale, x + radius * scale, y + radius * scale
