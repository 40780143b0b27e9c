"""What happened at a table besides the game, told in sentences (see `han.engine.narrator`)."""

from collections.abc import Callable
from typing import Any

from han.engine.sentence import Duration, Seats, Sentence, sentence
from han.table import entry as log
from han.table.entry import Entry


def tell_entry(entry: Entry) -> tuple[Sentence, ...]:
    """The sentences of an entry; none where it goes without saying.

    Of a decision its events are told, and talk is shown as it is.
    """
    tell = _TELL.get(type(entry))
    return (tell(entry),) if tell else ()


def _seat(seat: int) -> Seats:
    return Seats((seat,))


def _answer(entry: log.TakeBackAnswered) -> Sentence:
    if entry.withdrawn:
        return sentence("game.log_withdrawn", seat=_seat(entry.seat))
    key = "game.log_agreed" if entry.agreed else "game.log_declined"
    return sentence(key, seat=_seat(entry.seat))


def _stand_in(entry: log.StoodIn) -> Sentence:
    return sentence(_STAND_INS[entry.reason], seat=_seat(entry.seat))


_STAND_INS = {
    "clock": "game.log_time_up",
    "left": "game.log_left",
    "absent": "game.log_absent",
}


def _ask_stand_in(entry: log.StandInAsked) -> Sentence:
    seat, whom = _seat(entry.seat), _seat(entry.whom)
    if entry.seat == entry.whom:
        return sentence("game.log_here", seat=seat)
    key = "game.log_stand_in_asked" if entry.agreed else "game.log_stand_in_declined"
    return sentence(key, seat=seat, whom=whom)


def _rematch(entry: log.Rematched) -> Sentence:
    if entry.seat is None:
        return sentence("game.log_rematch")
    return sentence("game.log_rematch_offered", seat=_seat(entry.seat))


_TELL: dict[type[Any], Callable[[Any], Sentence]] = {
    log.Accepted: lambda e: sentence("game.log_accepted", seat=_seat(e.seat)),
    log.Started: lambda e: sentence("game.log_started", seat=_seat(e.start)),
    log.Brought: lambda _: sentence("game.log_brought"),
    log.Resumed: lambda _: sentence("game.log_resumed"),
    log.Undone: lambda e: sentence("game.log_undone", seat=_seat(e.seat)),
    log.TakeBackAsked: lambda e: sentence("game.log_take_back", seat=_seat(e.seat)),
    log.TakeBackAnswered: _answer,
    log.StoodIn: _stand_in,
    log.CameBack: lambda e: sentence("game.log_back", seat=_seat(e.seat)),
    log.Nudged: lambda e: sentence("game.log_nudged", seat=_seat(e.seat), whom=_seat(e.whom)),
    log.StandInAsked: _ask_stand_in,
    log.Downtime: lambda e: sentence("game.log_downtime", time=Duration(e.ms)),
    log.Rematched: _rematch,
}
