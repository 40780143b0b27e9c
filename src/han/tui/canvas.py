"""A grid of characters with three layers: coloured ground, lines of small dots, text.

Lines are made of Braille characters, which hold two by four dots each: fine enough for a
road at any angle, and of the same width in every terminal.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from rich.style import Style
from rich.text import Text

DOTS_ACROSS = 2
DOTS_DOWN = 4

_BRAILLE = 0x2800
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot in a character, by row and column."""

Cell = tuple[int, int]
"""Column and row, from the top left."""
Dots = Sequence[tuple[float, float]]
"""The points of a line, counted in dots from the top left."""


class Canvas:
    """A grid of characters to draw on."""

    def __init__(self, columns: int, rows: int) -> None:
        """An empty grid."""
        self.columns = columns
        self.rows = rows
        self._grounds: dict[Cell, str] = {}
        self._dots: dict[Cell, int] = {}
        self._inks: dict[Cell, str] = {}
        self._marks: dict[Cell, tuple[str, Style]] = {}

    def copy(self) -> "Canvas":
        """A copy of the drawing."""
        other = Canvas(self.columns, self.rows)
        other._grounds |= self._grounds
        other._dots |= self._dots
        other._inks |= self._inks
        other._marks |= self._marks
        return other

    def paint(self, cell: Cell, ground: str) -> None:
        """Colour the ground of a cell."""
        self._grounds[cell] = ground

    def draw_line(self, line: Dots, ink: str, every: int = 1) -> None:
        """Draw a line; with ``every`` fourth dot only it is a dotted one.

        It replaces lines of another ink in the same cells, since a cell has only one colour.
        """
        for number, dot in enumerate(_steps(line)):
            if number % every == 0:
                self._draw_dot(*dot, ink)

    def _draw_dot(self, x: int, y: int, ink: str) -> None:
        cell = x // DOTS_ACROSS, y // DOTS_DOWN
        if self._inks.get(cell) != ink:
            self._dots[cell] = 0
        self._inks[cell] = ink
        self._dots[cell] |= _BITS[y % DOTS_DOWN][x % DOTS_ACROSS]

    def write(self, cell: Cell, text: str, style: Style) -> None:
        """Write characters from a cell on; text outside the grid is cut off."""
        column, row = cell
        for offset, character in enumerate(text):
            if self.has_room((column + offset, row), 1):
                self._marks[column + offset, row] = character, style

    def has_room(self, cell: Cell, length: int) -> bool:
        """Whether ``length`` cells lie on the grid."""
        column, row = cell
        return 0 <= row < self.rows and column >= 0 and column + length <= self.columns

    def is_free(self, cell: Cell, length: int) -> bool:
        """Whether nothing is written on ``length`` cells."""
        column, row = cell
        return all((column + offset, row) not in self._marks for offset in range(length))

    def text(self) -> Text:
        """The drawing, line by line."""
        lines = (self._line(row) for row in range(self.rows))
        return Text("\n", no_wrap=True, end="").join(lines)

    def _line(self, row: int) -> Text:
        cells = [self._look((column, row)) for column in range(self.columns)]
        while cells and cells[-1] == _BLANK:
            cells.pop()
        line = Text()
        for style, run in groupby(cells, key=lambda look: look[1]):
            line.append("".join(character for character, _ in run), style)
        return line

    def _look(self, cell: Cell) -> tuple[str, Style]:
        ground = Style(bgcolor=self._grounds.get(cell))
        if cell in self._marks:
            character, style = self._marks[cell]
            return character, ground + style
        if cell in self._dots:
            return chr(_BRAILLE + self._dots[cell]), ground + Style(color=self._inks[cell])
        return " ", ground


_BLANK = " ", Style()


def _steps(line: Dots) -> Iterator[tuple[int, int]]:
    """The dots that a line passes, one after the other."""
    last = None
    for (x1, y1), (x2, y2) in pairwise(line):
        count = max(1, round(max(abs(x2 - x1), abs(y2 - y1))))
        for step in range(count + 1):
            dot = int(x1 + (x2 - x1) * step / count), int(y1 + (y2 - y1) * step / count)
            if dot != last:
                yield dot
            last = dot
