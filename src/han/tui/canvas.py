"""A grid of characters to draw on: a coloured ground, lines of small dots, marks on top.

Lines are made of Braille characters, which hold two by four dots each: fine enough for a
road at any angle, and of the same width in every terminal.
"""

from collections.abc import Sequence
from itertools import pairwise

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
"""A line, counted in dots from the top left."""


class Canvas:
    """What has been drawn so far; a copy can be drawn on further."""

    def __init__(self, columns: int, rows: int) -> None:
        """Begin with an empty grid."""
        self.columns = columns
        self.rows = rows
        self._grounds: dict[Cell, str] = {}
        self._dots: dict[Cell, int] = {}
        self._inks: dict[Cell, str] = {}
        self._marks: dict[Cell, tuple[str, Style]] = {}

    def copy(self) -> "Canvas":
        """The same drawing, to go on with."""
        other = Canvas(self.columns, self.rows)
        other._grounds = self._grounds.copy()
        other._dots = self._dots.copy()
        other._inks = self._inks.copy()
        other._marks = self._marks.copy()
        return other

    def paint(self, cell: Cell, ground: str) -> None:
        """Colour the ground of a cell."""
        self._grounds[cell] = ground

    def draw_line(self, line: Dots, ink: str, every: int = 1) -> None:
        """Draw a line; ``every`` third dot of it, say, makes a dotted one.

        A line drawn in another ink replaces what it crosses: a cell has one colour only.
        """
        for number, (x, y) in enumerate(_steps(line)):
            if number % every == 0:
                self._dot(x, y, ink)

    def _dot(self, x: int, y: int, ink: str) -> None:
        cell = x // DOTS_ACROSS, y // DOTS_DOWN
        if self._inks.get(cell) != ink:
            self._dots[cell] = 0
        self._inks[cell] = ink
        self._dots[cell] |= _BITS[y % DOTS_DOWN][x % DOTS_ACROSS]

    def write(self, cell: Cell, text: str, style: Style) -> None:
        """Write single-width characters from a cell on; what leaves the grid is cut off."""
        column, row = cell
        for offset, character in enumerate(text):
            if 0 <= column + offset < self.columns:
                self._marks[column + offset, row] = character, style

    def is_free(self, cell: Cell, length: int) -> bool:
        """Whether nothing is written on ``length`` cells."""
        column, row = cell
        return all((column + offset, row) not in self._marks for offset in range(length))

    def text(self) -> Text:
        """The drawing, line by line."""
        text = Text(no_wrap=True, end="")
        for row in range(self.rows):
            for column in range(self.columns):
                text.append(*self._look((column, row)))
            text.append("\n")
        return text

    def _look(self, cell: Cell) -> tuple[str, Style]:
        ground = Style(bgcolor=self._grounds.get(cell))
        if cell in self._marks:
            character, style = self._marks[cell]
            return character, ground + style
        if cell in self._dots:
            return chr(_BRAILLE + self._dots[cell]), ground + Style(color=self._inks[cell])
        return " ", ground


def _steps(line: Dots) -> list[tuple[int, int]]:
    """The dots that a line passes, each once in a row."""
    steps: list[tuple[int, int]] = []
    for (x1, y1), (x2, y2) in pairwise(line):
        count = max(1, round(max(abs(x2 - x1), abs(y2 - y1))))
        for step in range(count + 1):
            share = step / count
            dot = int(x1 + share * (x2 - x1)), int(y1 + share * (y2 - y1))
            if not steps or steps[-1] != dot:
                steps.append(dot)
    return steps
