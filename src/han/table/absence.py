"""Who plays for people who leave, miss a deadline or are gone, and how they come back."""

from han.messages import Term
from han.table import command
from han.table import entry as log
from han.table.errors import TableError
from han.table.progress import Progress, progress_by
from han.table.sender import Sender
from han.table.table import Table

NUDGE_AFTER_MS = 60_000
"""How long everybody has waited before a player can be nudged, and nudged again."""
STAND_IN_AFTER_MS = 300_000
"""How long after the first nudge the others can have a bot play, at a table without a clock; and
for how long after the first of them has asked for it those who do not answer are waited for."""
MISSED_IN_A_ROW = 2
"""After so many missed deadlines the others can do that at once."""


def leave(table: Table, sender: Sender, _: command.Leave) -> Progress:
    """Let the stand-in play for the sender."""
    seat = sender.seat_at(table)
    check_running(table)
    check_present(table, seat)
    return progress_by(table, log.StoodIn(**sender.stamp, seat=seat, reason="left"))


def come_back(table: Table, sender: Sender, _: command.ComeBack) -> Progress:
    """Play again oneself, or let a game go on that waits for anybody to come back."""
    seat = sender.seat_at(table)
    check_running(table)
    if seat not in table.stand_ins and not table.is_waiting:
        raise TableError("table.not_away")
    return progress_by(table, log.CameBack(**sender.stamp, seat=seat))


def run_out(table: Table, now: int) -> Progress | None:
    """The stand-in takes over a turn when its player's time is up."""
    deadline, seat = table.deadline, table.to_move
    if deadline is None or seat is None or now < deadline:
        return None
    return progress_by(table, log.StoodIn(at=now, seat=seat, reason="clock"))


def give_back_downtime(table: Table, now: int, ms: int) -> Progress | None:
    """Let a time in which no server was there count against nobody."""
    if ms <= 0 or not table.is_timed:
        return None
    return progress_by(table, log.Downtime(at=now, ms=ms))


def nudge(table: Table, sender: Sender, asked: command.Nudge) -> Progress:
    """Remind a player that everybody waits."""
    seat, whom = sender.seat_at(table), asked.whom
    _check_awaited(table, whom)
    check_present(table, seat)
    if table.seats[whom].guest == sender.guest:
        raise TableError("table.not_awaited")
    if sender.at < nudge_from(table):
        raise TableError("table.nudge_too_soon")
    return progress_by(table, log.Nudged(**sender.stamp, seat=seat, whom=whom))


def nudge_from(table: Table) -> int:
    """When the player to move can be nudged."""
    return (table.awaited.nudged_at or table.awaited.since) + NUDGE_AFTER_MS


def ask_stand_in(table: Table, sender: Sender, asked: command.AskStandIn) -> Progress:
    """Agree that a bot plays for an absent player, or do not; the last to agree lets it.

    Who does not answer is not waited for for ever: after a while it is enough to ask again.
    """
    seat, whom, agreed = sender.seat_at(table), asked.whom, asked.agreed
    _check_awaited(table, whom)
    check_present(table, seat)
    if agreed:
        _check_absent(table, sender, whom)
    elif not table.awaited.for_stand_in and table.awaited.nudged_at is None:
        raise TableError("table.no_stand_in_asked")
    others = table.present - table.missing.keys() - {table.seats[whom].guest}
    is_agreed = others <= table.awaited.for_stand_in | {sender.guest} or _is_silence_over(
        table, sender
    )
    if agreed and is_agreed:
        return progress_by(table, log.StoodIn(**sender.stamp, seat=whom, reason="absent"))
    entry = log.StandInAsked(**sender.stamp, seat=seat, whom=whom, agreed=agreed)
    return progress_by(table, entry)


def _is_silence_over(table: Table, sender: Sender) -> bool:
    """Whether those who have not answered had the time to: they may be gone too."""
    asked_at = table.awaited.stand_in_asked_at
    return asked_at is not None and sender.at >= asked_at + STAND_IN_AFTER_MS


def _check_absent(table: Table, sender: Sender, whom: int) -> None:
    """Refuse a stand-in for oneself, and for somebody who may still react."""
    if table.seats[whom].guest == sender.guest:
        raise TableError("table.not_awaited")
    begin = stand_in_from(table)
    if begin is not None and sender.at >= begin:
        return
    if table.options.clock.kind != "none":  # where a nudge changes nothing
        raise TableError("table.stand_in_too_soon_timed", missed=MISSED_IN_A_ROW)
    raise TableError("table.stand_in_too_soon", minutes=STAND_IN_AFTER_MS // 60_000)


def stand_in_from(table: Table) -> int | None:
    """When the others can agree that a bot plays for the player to move; none if never yet."""
    seat = table.person_to_move
    if seat is None:
        return None
    if table.missing.get(table.seats[seat].guest, 0) >= MISSED_IN_A_ROW:
        return table.awaited.since
    nudged_at = table.awaited.first_nudged_at
    if nudged_at is None or table.options.clock.kind != "none":
        return None  # who has a clock may use it
    return nudged_at + STAND_IN_AFTER_MS


def check_running(table: Table) -> None:
    """Refuse what is possible only while the game is played."""
    if table.status == "over":
        raise TableError("table.is_over", button=Term("game.rematch"))
    if table.status == "closed":
        raise TableError("table.closed")
    if table.status != "running":
        raise TableError("table.not_begun")


def check_present(table: Table, seat: int) -> None:
    """Refuse what only those can do who play themselves."""
    if seat in table.stand_ins:
        key = "table.waiting" if table.is_waiting else "table.away"
        raise TableError(key, button=Term("game.come_back"))


def _check_awaited(table: Table, whom: int) -> None:
    check_running(table)
    if table.person_to_move is None or whom != table.person_to_move:
        raise TableError("table.not_awaited")
