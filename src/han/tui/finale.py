"""The final scoring, step by step, and the result."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from han.engine import event as events
from han.engine.event import Event
from han.engine.narrator import tell_result
from han.engine.position import Position
from han.engine.public import Public
from han.engine.wording import render
from han.engine.words import say
from han.tui import palette
from han.tui.stage import Stage
from han.tui.table import draw_sheet

_PARTS: dict[str, tuple[type[Event], ...]] = {
    "final_houses": (events.EmissariesJoined, events.ProvinceScored),
    "final_alliances": (events.AllianceScored,),
    "final_roads": (events.RowScored,),
    "final_ports": (events.PortsScored,),
}
"""The final scoring's parts in their order (F1-F4), and the events of each."""


def show_final_scoring(stage: Stage, happened: Sequence[Event], after: Position) -> None:
    """Tell each part of the final scoring and what every seat gets from it."""
    stage.rule(say("final", stage.lang))
    for part, kinds in _PARTS.items():
        scored = [event for event in happened if isinstance(event, kinds)]
        if scored or part == "final_roads":
            stage.heading(_part_heading(part, scored, after.game.players, stage.lang))
            stage.tell(scored, after)
        if not scored and part == "final_roads":
            stage.say(say("no_rows", stage.lang))


def show_result(stage: Stage, position: Public) -> None:
    """The score sheet, and who won; nothing before the end."""
    if position.result is None:
        return
    stage.rule(say("result", stage.lang))
    stage.console.print()
    stage.console.print(draw_sheet(position, stage.lang, stage.names))
    stage.console.print()
    sentence = render(tell_result(position), position.game.map, stage.lang)
    stage.say(sentence, palette.HEADING_STYLE)
    stage.console.print()


def _part_heading(part: str, scored: Iterable[Event], players: int, lang: str) -> Text:
    """The part's name and each seat's points from it."""
    text = Text(say(part, lang), palette.HEADING_STYLE)
    for seat in range(players):
        points = sum(_points(event, seat) for event in scored)
        text.append("   ").append(palette.SEAT_MARKS[seat], palette.piece_style(seat))
        text.append(f" +{points}", palette.HEADING_STYLE)
    return text


def _points(event: Event, seat: int) -> int:
    match event:
        case events.RowScored(owner, _, points):
            return points if owner == seat else 0
        case events.ProvinceScored() | events.AllianceScored() | events.PortsScored():
            return event.points[seat]
    return 0
