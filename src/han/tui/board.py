"""The board as a drawing in characters."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from rich.style import Style
from rich.text import Text

from han.engine.public import Public
from han.maps.borders import trace_borders
from han.maps.layout import place_seals
from han.maps.model import Map, Point, Province, Space
from han.maps.names import space_number
from han.tui import palette
from han.tui.backdrop import draw_backdrop
from han.tui.canvas import Canvas, Cell
from han.tui.palette import DISK, DRAGON, SEAT_MARKS
from han.tui.projection import Projection, project

_SHIFTS = sorted(
    ((across, down) for across in range(-9, 10) for down in (-2, -1, 0, 1, 2)),
    key=lambda shift: (abs(shift[0]) + 4 * abs(shift[1]), shift),
)
"""Offsets at which text may be placed, the nearest first."""


def draw_board(
    position: Public, lang: str = "en", width: int = 100, fresh: Collection[str] = ()
) -> Text:
    """Draw a position on its map.

    Args:
        position: A position or a view; only public information is drawn.
        lang: The language of the provinces' names.
        width: The maximal width, at least `NARROWEST`.
        fresh: Spaces and provinces whose pieces get brackets, such as the last turn's.
    """
    game_map = position.game.map
    canvas = draw_backdrop(game_map, width).copy()
    board = _Board(canvas, project(game_map, width), position, frozenset(fresh))
    for space in game_map.spaces:
        board.write_space(space)
    for province in game_map.provinces:
        board.write_name(province, lang)
    for number, place in enumerate(_seals(game_map), start=1):
        board.write_seal(number, place)
    for province in game_map.provinces:
        board.write_dragon(province)
    return canvas.text()


@cache
def _seals(game_map: Map) -> tuple[Point, ...]:
    """The places of the alliances' numbers."""
    return place_seals(game_map, trace_borders(game_map))


@dataclass(frozen=True)
class _Board:
    """Draws a position on a canvas. Spaces have fixed cells; texts go where there is room."""

    canvas: Canvas
    projection: Projection
    position: Public
    fresh: frozenset[str]

    def write_space(self, space: Space) -> None:
        cell = self.projection.cell(space.at)
        seat = self._owner(space.id)
        if seat is None:
            self.canvas.write(cell, self._empty_space(space), palette.PLOT_STYLE)
            return
        if space.id in self.fresh:
            self.canvas.write((cell[0] - 1, cell[1]), "[  ]", palette.PLOT_STYLE)
        piece = self._piece(space.id) + SEAT_MARKS[seat]
        self.canvas.write(cell, piece, palette.piece_style(seat))

    def _owner(self, space: str) -> int | None:
        return self.position.houses.get(space, self.position.markers.get(space))

    def _empty_space(self, space: Space) -> str:
        if len(space.provinces) == 2:
            return f"{palette.BORDER} "
        sign = palette.PORT if space.port else palette.SPACE
        return sign + space_number(self.position.game.map, space)

    def _piece(self, space: str) -> str:
        if space not in self.position.markers:
            return palette.HOUSE
        has_house = space in self.position.houses
        return palette.FORTIFICATION if has_house else palette.MARKET_PLACE

    def write_name(self, province: Province, lang: str) -> None:
        """The name, and the disk once the houses are scored; its cell is reserved before."""
        name = province.name[lang]
        disk = f" {DISK}" if province.id in self.position.disks else "  "
        column, row = self.projection.cell(province.label)
        cell = self._find_room((column - len(name) // 2, row), len(name + disk))
        self.canvas.write(cell, name + disk, palette.NAME_STYLE)

    def write_seal(self, number: int, place: Point) -> None:
        """An alliance's number, on the border between its two provinces."""
        seal = f"({number})"
        column, row = self.projection.cell(place)
        cell = self._find_room((column - len(seal) // 2, row), len(seal))
        self.canvas.write(cell, seal, palette.SEAL_STYLE)

    def write_dragon(self, province: Province) -> None:
        """The dragon space: its sign, then how many emissaries each seat has there."""
        counts = enumerate(self.position.emissaries[province.id])
        pieces: list[tuple[str, Style]] = [(DRAGON, palette.NAME_STYLE)]
        pieces += [(f"{SEAT_MARKS[s]}{n}", palette.piece_style(s)) for s, n in counts if n]
        if province.id in self.fresh:
            pieces = [("[", palette.NAME_STYLE), *pieces, ("]", palette.NAME_STYLE)]
        length = sum(len(text) for text, _ in pieces)
        column, row = self.projection.cell(province.dragon)
        column, row = self._find_room((column - length // 2, row), length)
        for text, style in pieces:
            self.canvas.write((column, row), text, style)
            column += len(text)

    def _find_room(self, cell: Cell, length: int) -> Cell:
        """The nearest cell with ``length`` free cells, and a free one on either side."""
        for across, down in _SHIFTS:
            column, row = cell[0] + across, cell[1] + down
            if self.canvas.has_room((column, row), length) and self.canvas.is_free(
                (column - 1, row), length + 2
            ):
                return column, row
        return cell
