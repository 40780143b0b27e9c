"""The players' table, the cards on it and the score sheet."""

from collections.abc import Sequence

from rich.box import Box
from rich.table import Table
from rich.text import Text

from han.engine.position import Position
from han.engine.public import Public
from han.engine.result import Result
from han.engine.view import View
from han.engine.words import say, seat_name
from han.tui import palette
from han.tui.palette import EMPEROR, HIDDEN, RULE, SEAT_MARKS, TURN

_BOX = Box(f"    \n    \n {RULE}{RULE} \n    \n    \n {RULE}{RULE} \n    \n    \n")
"""A box with a line below the header and no other lines."""


def draw_table(
    position: Position | View,
    lang: str = "en",
    open: bool = False,  # noqa: A002 - the word a player uses
    names: Sequence[str] = (),
) -> Table:
    """The table of players.

    Args:
        position: A position or a view.
        lang: The language of the heads.
        open: Show every hand of a position; otherwise only the cards that all know.
        names: What the players are called besides their colours.
    """
    columns = ["points", "houses_left", "emissaries_left"]
    columns += ["markers_left"] if position.game.variant else []
    table = _new_table([*columns, "hand"], lang)
    values = [position.scores, position.houses_left, position.emissaries_left]
    values += [position.markers_left] if position.game.variant else []
    for seat, hand in enumerate(shown_hands(position, open)):
        numbers = [str(column[seat]) for column in values]
        table.add_row(_player(position, seat, lang, names), *numbers, draw_cards(hand, lang))
    return table


def shown_hands(
    position: Position | View,
    open: bool = False,  # noqa: A002
) -> list[str]:
    """Each seat's cards as letters, the hidden ones as ``?``."""
    if isinstance(position, Position):
        if open:
            return list(position.hands)
        position = position.view(None)
    hands = [
        known + HIDDEN * position.hidden_count(seat)
        for seat, known in enumerate(position.known_cards)
    ]
    if position.seat is not None:
        hands[position.seat] = position.hand
    return hands


def draw_cards(cards: str, lang: str = "en") -> Text:
    """Cards side by side, each with its letter."""
    if not cards:
        return Text(say("none", lang), palette.QUIET_STYLE)
    text = Text()
    for number, letter in enumerate(cards):
        text.append(" " if number else "")
        text.append(letter, palette.card_style(letter))
    return text


def draw_stock(position: Position | View, lang: str = "en") -> Text:
    """The display, the pile and the discards on a line or two."""
    view = position.view(None) if isinstance(position, Position) else position
    text = _label("display", lang).append_text(draw_cards(view.display, lang))
    text.append("   ").append_text(_label("pile", lang)).append(str(view.pile_size))
    text.append(f" ({say(f'pass_{view.passes}', lang)})   ", palette.QUIET_STYLE)
    return text.append_text(_label("discards", lang)).append_text(_draw_counts(view.discards, lang))


def _draw_counts(cards: str, lang: str) -> Text:
    """The number of cards of each colour, which is shorter than a letter for each card."""
    if not cards:
        return draw_cards("", lang)
    counts = [
        Text(str(cards.count(letter))).append(letter, palette.card_style(letter))
        for letter in dict.fromkeys(cards)
    ]
    return Text(" ").join(counts)


def draw_sheet(position: Public, lang: str = "en", names: Sequence[str] = ()) -> Table:
    """The points of a finished game by source, the winner first (F5)."""
    result = position.result
    if result is None:
        raise ValueError("the score sheet is for a game that is over")
    sources = ["houses", "alliances", "roads", *(["ports"] if _has_ports(position) else [])]
    table = _new_table([*sources, "total", "pieces_left"], lang)
    left = position.pieces_left
    for seat in _standing(result, left):
        points = [str(getattr(result, source)[seat]) for source in sources]
        total = Text(str(result.total[seat]), palette.HEADING_STYLE)
        player = _winner(result, seat, lang, names)
        table.add_row(player, *points, total, str(left[seat]))
    return table


def _standing(result: Result, left: Sequence[int]) -> list[int]:
    return sorted(range(len(left)), key=lambda seat: (-result.total[seat], -left[seat]))


def _has_ports(position: Public) -> bool:
    return any(space.port for space in position.game.map.spaces)


def _winner(result: Result, seat: int, lang: str, names: Sequence[str]) -> Text:
    sign = EMPEROR if seat in result.winners else " "
    return Text(f"{sign} ").append_text(draw_seat(seat, lang, names))


def _player(position: Public, seat: int, lang: str, names: Sequence[str]) -> Text:
    turn = TURN if seat == position.turn and not position.is_over else " "
    emperor = EMPEROR if seat == position.start else " "
    return Text(f"{turn}{emperor} ").append_text(draw_seat(seat, lang, names))


def draw_seat(seat: int, lang: str = "en", names: Sequence[str] = ()) -> Text:
    """A seat's letter and colour, and the player's name if there is one."""
    text = Text().append(f" {SEAT_MARKS[seat]} ", palette.piece_style(seat))
    text.append(f" {seat_name(seat, lang)}")
    return text.append(f" ({names[seat]})" if names else "", palette.QUIET_STYLE)


def _new_table(columns: Sequence[str], lang: str) -> Table:
    """A table with a column for the seat and then those named, numbers to the right."""
    table = Table(box=_BOX, border_style=palette.RULE_STYLE, pad_edge=False, show_edge=False)
    table.add_column(say("column_seat", lang), no_wrap=True, vertical="bottom")
    for column in columns:
        justify = "left" if column == "hand" else "right"
        table.add_column(say(f"column_{column}", lang), justify=justify)  # type: ignore[arg-type]
    return table


def _label(name: str, lang: str) -> Text:
    return Text().append(f"{say(name, lang)} ", palette.HEADING_STYLE)
