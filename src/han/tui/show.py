"""Tell a game, or show a position, in the terminal."""

import time
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from han.engine.event import Event, GameEnded, PiecePlaced, ProvinceScored
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.engine.words import say, seat_name
from han.records.replay import Step
from han.tui import palette
from han.tui.finale import show_final_scoring, show_result
from han.tui.legend import draw_legend
from han.tui.stage import Stage

BOARDS = ("turn", "round", "scoring", "end", "never")
"""When boards are drawn: after every turn; after every round and house scoring; after house
scorings; only at the end; never. All but the last draw one at the end."""


def show_match(
    steps: Iterable[Step],
    console: Console,
    lang: str = "en",
    boards: str = "round",
    pause: float = 0.0,
    *,
    names: Sequence[str] = (),
    open: bool = False,  # noqa: A002 - the word a player uses
) -> None:
    """Tell a game turn by turn, while it is played or from a record.

    Args:
        steps: The game: a `Match`, or what `replay` gives.
        console: Where to print; plain text if it is no terminal.
        lang: The language to tell it in.
        boards: When to draw the board, one of `BOARDS`.
        pause: Seconds to wait after each turn.
        names: What the players are called besides their colours, such as their bots' names.
        open: Show the cards in all hands, not only what everybody knows.
    """
    if boards not in BOARDS:
        raise ValueError(f"boards are drawn at {', '.join(BOARDS)}, not at {boards!r}")
    teller = _Teller(Stage(console, lang, names, open), boards)
    for _, turn in groupby(steps, key=lambda step: step.turn):
        teller.tell_turn(list(turn))
        time.sleep(pause)


def show_position(
    position: Position | View,
    console: Console,
    lang: str = "en",
    open: bool = False,  # noqa: A002
    *,
    names: Sequence[str] = (),
) -> None:
    """Show the players, the cards on the table and the board; after the end, the result.

    A view shows its own seat's hand; a position shows the hands only if ``open``.
    """
    stage = Stage(console, lang, names, open)
    stage.rule(_title(position.game, lang))
    stage.table(position)
    stage.board(position)
    stage.heading(draw_legend(position.game, lang, console.width))
    show_result(stage, position)


def _title(game: Game, lang: str) -> str:
    return say("title", lang, map=game.map.name, count=game.players)


class _Teller:
    """Tells one turn after the other, and remembers what the last board showed."""

    def __init__(self, stage: Stage, boards: str) -> None:
        self._stage = stage
        self._boards = boards
        self._fresh: set[str] = set()
        self._has_shown_board = False

    def tell_turn(self, steps: Sequence[Step]) -> None:
        before, after = steps[0].before, steps[-1].after
        events = [event for step in steps for event in step.events]
        if steps[0].turn == 0:
            self._tell_start(before)
        if before.turn == before.start:
            round_number = before.game.round_of(steps[0].turn)
            self._stage.rule(say("round", self._stage.lang, number=round_number))
        self._stage.heading(self._turn_heading(steps[0]))
        self._tell_events(events, after)

    def _tell_start(self, first: Position) -> None:
        self._stage.rule(_title(first.game, self._stage.lang))
        self._stage.table(first)
        if self._boards in ("turn", "round"):
            self._show_board(first)
        if self._boards != "never":
            width = self._stage.console.width
            self._stage.heading(draw_legend(first.game, self._stage.lang, width))

    def _turn_heading(self, step: Step) -> Text:
        lang, seat = self._stage.lang, step.before.turn
        turn = say("turn", lang, number=step.turn + 1, seat=seat_name(seat, lang))
        text = Text().append(f" {palette.SEAT_MARKS[seat]} ", palette.piece_style(seat))
        return text.append(f" {turn}", palette.HEADING_STYLE)

    def _tell_events(self, events: Sequence[Event], after: Position) -> None:
        end = next((i for i, e in enumerate(events, 1) if isinstance(e, GameEnded)), len(events))
        self._stage.tell(events[:end], after)
        self._fresh |= {e.action.place for e in events if isinstance(e, PiecePlaced)}
        if after.is_over:
            self._tell_end(events[end:], after)
        elif self._is_board_due(events, after):
            self._show_board(after)
            self._stage.table(after)

    def _is_board_due(self, events: Sequence[Event], after: Position) -> bool:
        has_scored = any(isinstance(event, ProvinceScored) for event in events)
        return (
            self._boards == "turn"
            or (self._boards in ("round", "scoring") and has_scored)
            or (self._boards == "round" and after.turn == after.start)
        )

    def _show_board(self, position: Position) -> None:
        """Mark what is new since the last board, if there was one."""
        self._stage.board(position, self._fresh if self._has_shown_board else ())
        self._has_shown_board = True
        self._fresh.clear()

    def _tell_end(self, final: Sequence[Event], after: Position) -> None:
        if self._boards != "never":
            self._show_board(after)
        show_final_scoring(self._stage, final, after)
        show_result(self._stage, after)
