"""``han show``: a position or a record in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from han.cli.output import console

if TYPE_CHECKING:
    from han.engine.position import Position
    from han.records.record import Record


def show(
    what: Annotated[str, typer.Argument(help="A position string, or the file of a record.")],
    turn: Annotated[
        int | None, typer.Option("--turn", "-t", min=0, help="Show a record after this turn.")
    ] = None,
    open_cards: Annotated[
        bool, typer.Option("--open", help="Show everybody's cards, not only the public ones.")
    ] = False,
    string: Annotated[
        bool, typer.Option("--string", help="Print only the position string.")
    ] = False,
    map_file: Annotated[
        str, typer.Option("--map", help="The map's file, if it is no packaged map.")
    ] = "",
) -> None:
    """Show a position, or tell the game of a record."""
    from han.engine.position import Position
    from han.messages import language
    from han.records.files import read_record
    from han.records.replay import replay
    from han.tui.show import show_match, show_position

    if " " in what:
        position = Position.parse(what, map_file or None)
    else:
        record = read_record(Path(what))
        if turn is None and not string:
            steps = replay(record, map_file or None)
            show_match(steps, console(), language(), open=open_cards)
            return
        position = _position_after(record, turn, map_file or None)
    if string:
        typer.echo(str(position))
    else:
        show_position(position, console(), language(), open_cards)


def _position_after(record: "Record", turn: int | None, map_file: str | None) -> "Position":
    """The position after so many turns, or at the end."""
    from han.messages import HanError
    from han.records.replay import first_position, replay

    last = len(record.turns) if turn is None else turn
    if last > len(record.turns):
        raise HanError("cli.no_such_turn", turn=last, count=len(record.turns))
    position = first_position(record, map_file)
    for step in replay(record, map_file):
        if step.turn >= last:
            break
        position = step.after
    return position
