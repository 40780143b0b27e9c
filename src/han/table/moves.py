"""Wishes while a game is played: decide and go back."""

from typing import Literal

from han.engine.action import Action
from han.table import entry as log
from han.table.absence import expect_present, expect_running
from han.table.errors import StaleError, TableError
from han.table.line import Line
from han.table.table import MOST_UNDOS, Table
from han.table.wish import Wisher


def play(table: Table, wisher: Wisher, action: str, moment: int) -> log.Played:
    """A person's decision for the position of ``moment``."""
    seat = wisher.seat_at(table)
    expect_running(table)
    expect_present(table, seat)
    _expect_in_time(table, seat)
    _expect_now(table, moment)
    return log.Played(
        at=wisher.at,
        guest=wisher.guest,
        cid=wisher.cid,
        seat=seat,
        actions=_decided(table, seat, action),
    )


def refuse_action(table: Table, seat: int | None, action: str) -> None:
    """Raise what forbids an action now; nothing if a seat may do it."""
    if seat is None:
        raise TableError("table.not_your_seat")
    _line(table).position.play(action, seat=seat)


def play_bot(table: Table, now: int, action: str, fault: str = "") -> log.Played:
    """The decision of the bot that is to move."""
    seat = table.to_move
    if seat is None or not table.bot_to_move:
        raise StaleError("table.too_late")
    by: Literal["stand_in", "bot"] = "stand_in" if table.has_stand_in(seat) else "bot"
    return log.Played(at=now, seat=seat, actions=_decided(table, seat, action), by=by, fault=fault)


def _decided(table: Table, seat: int, text: str) -> tuple[str, ...]:
    """A decision, and what chance gives after it until somebody decides again."""
    line, decision = _line(table), Action(text)
    position = line.try_out(decision, seat)
    actions = [str(decision)]
    while position.is_chance:
        outcome = table.fair.outcome(position, line.cards + len(actions) - 1)
        actions.append(str(outcome))
        position, _ = position.play(outcome)
    return tuple(actions)


def undo(table: Table, wisher: Wisher, moment: int) -> log.Undone:
    """Take one's last decision back, as long as nobody has learned anything by it."""
    seat = wisher.seat_at(table)
    line = _line(table)
    expect_present(table, seat)
    _expect_in_time(table, seat)
    _expect_now(table, moment)
    if seat != table.to_move:
        raise TableError("table.undo_not_your_turn")
    if line.length <= line.undo_limit:
        raise TableError("table.nothing_to_undo")
    if table.undos >= MOST_UNDOS:
        raise TableError("table.too_many_undos", most=MOST_UNDOS)
    return log.Undone(
        at=wisher.at, guest=wisher.guest, cid=wisher.cid, seat=seat, length=line.length - 1
    )


def ask_take_back(table: Table, wisher: Wisher, moment: int) -> log.TakeBackAsked:
    """Ask everybody to go back to the beginning of one's last turn."""
    seat = wisher.seat_at(table)
    line = _line(table)
    if not table.options.casual:
        raise TableError("table.not_casual")
    expect_present(table, seat)
    _expect_now(table, moment)
    if table.take_back:
        raise TableError("table.take_back_pending")
    length = line.last_turn_of(seat)
    if length is None:
        raise TableError("table.nothing_to_take_back")
    if not table.spares_absent(length):
        raise TableError("table.take_back_behind")
    return log.TakeBackAsked(
        at=wisher.at, guest=wisher.guest, cid=wisher.cid, seat=seat, length=length
    )


def answer_take_back(table: Table, wisher: Wisher, agreed: bool) -> log.TakeBackAnswered:
    """Agree to what somebody asked, or do not; the one who asked may think better of it."""
    seat = wisher.seat_at(table)
    _line(table)
    if not table.take_back:
        raise TableError("table.no_take_back")
    if table.stand_ins.get(seat) == "left":
        raise TableError("table.away")
    return log.TakeBackAnswered(
        at=wisher.at, guest=wisher.guest, cid=wisher.cid, seat=seat, agreed=agreed
    )


def _line(table: Table) -> Line:
    expect_running(table)
    assert table.line is not None
    return table.line


def _expect_in_time(table: Table, seat: int) -> None:
    if seat == table.returning:
        raise TableError("table.back_soon")


def _expect_now(table: Table, moment: int) -> None:
    if moment != table.moment:
        raise StaleError("table.too_late")
