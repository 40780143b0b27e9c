"""Where a game is shown: a console, a language and how much may be seen."""

import textwrap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import Console
from rich.style import Style
from rich.text import Text

from han.engine import event as events
from han.engine.event import Event
from han.engine.narrator import CardEvent, tell_events
from han.engine.position import Position
from han.engine.view import View
from han.engine.wording import render
from han.notation import atom as kinds
from han.tui import palette
from han.tui.board import draw_board
from han.tui.table import draw_stock, draw_table

WIDEST = 120
"""Columns that a board makes use of."""
UNTOLD = (events.PlacingStopped, events.TurnBegun)
"""Events that go without saying when a turn is told from its start to its end."""

_INDENT = "   "
_NO_SIGN = Text(" ")
_PLAIN = Style()
_PIECE_SIGNS = {
    kinds.HOUSE: palette.HOUSE,
    kinds.EMISSARY: palette.DRAGON,
    kinds.FORTIFICATION: palette.FORTIFICATION,
    kinds.MARKET_PLACE: palette.MARKET_PLACE,
}
_EVENT_SIGNS: dict[type[Event], str] = {
    events.ProvinceScored: palette.DISK,
    events.AllianceScored: palette.DRAGON,
    events.EmissariesJoined: palette.MARKET_PLACE,
    events.RowScored: palette.HOUSE,
    events.PortsScored: palette.PORT,
}


@dataclass(frozen=True)
class Stage:
    """Prints the parts that a game is told in."""

    console: Console
    lang: str
    names: Sequence[str] = ()
    open: bool = False
    """Whether every card is shown, or only what lies open."""

    def rule(self, title: str) -> None:
        """A line across with a title in it."""
        self.console.print()
        heading = Text(title, palette.HEADING_STYLE)
        self.console.rule(heading, characters=palette.RULE, style=palette.RULE_STYLE)

    def heading(self, text: Text) -> None:
        """A line that begins something, with air above."""
        self.console.print()
        self.console.print(text)

    def table(self, position: Position | View) -> None:
        """The players and the cards on the table."""
        self.console.print()
        self.console.print(draw_table(position, self.lang, self.open, self.names))
        self.console.print()
        self.console.print(draw_stock(position, self.lang))

    def board(self, position: Position | View, fresh: Collection[str] = ()) -> None:
        """The board, as wide as the console allows."""
        width = min(self.console.width, WIDEST)
        board = draw_board(position, self.lang, width, fresh)
        self.console.print()
        self.console.print(board, crop=False, overflow="ignore")

    def tell(self, happened: Iterable[Event], after: Position) -> None:
        """Sentences for events: a line each, but cards coming and going share one."""
        seen = [event if self.open else event.seen_by(None) for event in happened]
        told = [
            (event, render(sentences, after.game.map, self.lang))
            for event, sentences in zip(seen, tell_events(seen, after), strict=True)
            if sentences and not isinstance(event, UNTOLD)
        ]
        for is_quiet, run in groupby(told, key=lambda one: isinstance(one[0], CardEvent)):
            if is_quiet:
                line = " ".join(text for _, text in run)
                self._print_line(line, style=palette.QUIET_STYLE)
            else:
                for event, text in run:
                    style = palette.QUIET_STYLE if _is_worthless(event) else _PLAIN
                    self._print_line(text, _sign(event), style)

    def say(self, sentence: str, style: Style = _PLAIN) -> None:
        """A sentence of its own."""
        self._print_line(sentence, style=style)

    def _print_line(self, sentence: str, sign: Text = _NO_SIGN, style: Style = _PLAIN) -> None:
        """A sign and a sentence, whose further lines begin below its first.

        Rich would break a line before a French colon, at the no-break space.
        """
        width = self.console.width - len(_INDENT)
        first, *rest = textwrap.wrap(sentence, width, break_on_hyphens=False)
        self.console.print(Text.assemble(" ", sign, " ", (first, style)))
        for line in rest:
            self.console.print(Text.assemble(_INDENT, (line, style)))


def _sign(event: Event) -> Text:
    if isinstance(event, events.PiecePlaced):
        return Text(_PIECE_SIGNS[event.action.kind], palette.piece_style(event.seat))
    style = palette.piece_style(event.seat) if isinstance(event, events.RowScored) else _PLAIN
    return Text(_EVENT_SIGNS.get(type(event), " "), style)


def _is_worthless(event: Event) -> bool:
    """Whether a scoring gives nobody a point."""
    scorings = (events.ProvinceScored, events.AllianceScored, events.PortsScored)
    return isinstance(event, scorings) and not any(event.points)
