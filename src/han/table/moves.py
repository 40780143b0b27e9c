"""Commands while a game is played: decide and go back."""

from collections.abc import Sequence
from typing import Literal

from han.engine.action import Action
from han.messages import Term
from han.table import command
from han.table import entry as log
from han.table.absence import check_present, check_running
from han.table.errors import StaleError, TableError
from han.table.progress import Progress, progress_by, progress_by_steps
from han.table.sender import Sender
from han.table.table import MOST_UNDOS, Table
from han.table.timeline import Step, Timeline, take_step


def play(table: Table, sender: Sender, asked: command.Play) -> Progress:
    """A person's decision for the position of a moment."""
    seat = sender.seat_at(table)
    check_running(table)
    check_present(table, seat)
    _check_in_time(table, seat)
    _check_moment(table, seat, asked.moment)
    steps = _decide(table, seat, asked.action)
    played = log.Played(**sender.stamp, seat=seat, actions=_actions(steps))
    return progress_by_steps(table, played, steps)


def check_action(table: Table, seat: int | None, action: str) -> None:
    """Raise what forbids an action now; nothing if a seat may do it."""
    if seat is None:
        raise TableError("table.not_your_seat")
    _timeline(table).position.play(action, seat=seat)


def play_bot(table: Table, now: int, action: str, fault: str = "") -> Progress:
    """The decision of the bot that is to move."""
    seat = table.to_move
    if seat is None or not table.bot_to_move:
        raise StaleError("table.too_late")
    by: Literal["stand_in", "bot"] = "stand_in" if table.has_stand_in(seat) else "bot"
    steps = _decide(table, seat, action)
    played = log.Played(at=now, seat=seat, actions=_actions(steps), by=by, fault=fault)
    return progress_by_steps(table, played, steps)


def _decide(table: Table, seat: int, text: str) -> list[Step]:
    """A decision, and what chance gives after it until somebody decides again."""
    timeline = _timeline(table)
    steps = [take_step(timeline.position, Action(text), seat)]
    while (position := steps[-1].position).is_chance:
        outcome = table.fair.outcome(position, timeline.cards + len(steps) - 1)
        steps.append(take_step(position, outcome))
    return steps


def _actions(steps: Sequence[Step]) -> tuple[str, ...]:
    return tuple(str(step.action) for step in steps)


def undo(table: Table, sender: Sender, asked: command.Undo) -> Progress:
    """Take one's last decision back, as long as nobody has learned anything by it."""
    seat = sender.seat_at(table)
    timeline = _timeline(table)
    check_present(table, seat)
    _check_in_time(table, seat)
    _check_moment(table, seat, asked.moment)
    if seat != table.to_move:
        raise TableError("table.undo_not_your_turn")
    if timeline.length <= timeline.undo_limit:
        raise TableError("table.nothing_to_undo")
    if table.undos >= MOST_UNDOS:
        raise TableError("table.too_many_undos", most=MOST_UNDOS)
    return progress_by(table, log.Undone(**sender.stamp, seat=seat, length=timeline.length - 1))


def ask_take_back(table: Table, sender: Sender, asked: command.AskTakeBack) -> Progress:
    """Ask everybody to go back to the beginning of one's last turn."""
    seat = sender.seat_at(table)
    check_running(table)
    if not table.options.casual:
        raise TableError("table.not_casual", button=Term("game.undo"))
    check_present(table, seat)
    _check_moment(table, seat, asked.moment)
    goal = take_back_goal(table, seat)
    entry = log.TakeBackAsked(**sender.stamp, seat=seat, length=goal, redraw=True)
    return progress_by(table, entry)


def take_back_goal(table: Table, seat: int) -> int:
    """How much of the game would remain if a seat took its last turn back.

    Raises:
        TableError: Why it cannot ask for that now.
    """
    if table.take_backs.asked:
        raise TableError("table.take_back_pending")
    length = _timeline(table).last_turn_of(seat)
    if length is None:
        raise TableError("table.nothing_to_take_back", button=Term("game.undo"))
    if not table.keeps_absent_players_moves(length):
        raise TableError("table.take_back_behind")
    if table.take_backs.declined.get(seat) == length:
        raise TableError("table.take_back_declined")
    return length


def answer_take_back(table: Table, sender: Sender, answer: command.AnswerTakeBack) -> Progress:
    """Agree to a take-back or refuse it; the one who asked can withdraw it so."""
    seat = sender.seat_at(table)
    _timeline(table)
    if not table.take_backs.asked:
        raise TableError("table.no_take_back")
    if table.stand_ins.get(seat) == "left":
        raise TableError("table.away", button=Term("game.come_back"))
    agreed = answer.agreed
    withdrawn = not agreed and sender.guest == table.take_backs.asked.guest
    entry = log.TakeBackAnswered(**sender.stamp, seat=seat, agreed=agreed, withdrawn=withdrawn)
    return progress_by(table, entry)


def _timeline(table: Table) -> Timeline:
    check_running(table)
    assert table.timeline is not None
    return table.timeline


def _check_in_time(table: Table, seat: int) -> None:
    if seat == table.returning:
        raise TableError("table.back_soon")


def _check_moment(table: Table, seat: int, moment: int) -> None:
    if moment != table.moment_of(seat):
        raise StaleError("table.too_late")
