"""Entries of a table's log, and the sentences that tell them."""

import json
from typing import Any, get_args

import msgspec

from han.table import entry as log
from han.table.entry import Entry, Seat, encode_entry
from han.table.narrator import tell_entry
from han.table.options import Options

_OPTIONS = Options(map="border-disputes", players=3)
_ENTRIES: tuple[Entry, ...] = (
    log.Created(at=1, options=_OPTIONS, seats=(Seat(),), commitment="c"),
    log.SeatChanged(at=1, seat=1, now=Seat("bot", bot="peasant")),
    log.Accepted(at=1, seat=2),
    log.Salted(at=1, seat=0, salt="s"),
    log.Starting(at=1, until=2),
    log.Started(at=1, start=2, hands=("RRG",), display="RG"),
    log.Brought(at=1, seed="0f", salts=("s", "")),
    log.Resumed(at=1, salts=("s", "")),
    log.Played(at=1, seat=1, actions=(".",)),
    log.Undone(at=1, seat=1, length=3),
    log.TakeBackAsked(at=1, seat=0, length=3),
    *(
        log.TakeBackAnswered(at=1, seat=1, agreed=agreed, withdrawn=withdrawn)
        for agreed in (True, False)
        for withdrawn in (True, False)
    ),
    log.StoodIn(at=1, seat=0, reason="left"),
    log.StoodIn(at=1, seat=1, reason="clock"),
    log.StoodIn(at=1, seat=2, reason="absent"),
    log.CameBack(at=1, seat=0),
    log.Nudged(at=1, seat=0, whom=2),
    log.StandInAsked(at=1, seat=0, whom=2, agreed=True),
    log.StandInAsked(at=1, seat=0, whom=2, agreed=False),
    log.StandInAsked(at=1, seat=0, whom=0, agreed=False),
    log.Downtime(at=1, ms=61_000),
    log.Said(at=1, seat=0, text="hello"),
    log.Muted(at=1, seat=0, muted=True),
    log.Rematched(at=1, game="other"),
    log.Rematched(at=1, game="other", seat=0),
    log.Closed(at=1),
)


def entry_cases() -> list[dict[str, Any]]:
    """Every kind of entry, as it is stored and with what storing leaves out."""
    return [
        {"entry": kept, "told": msgspec.to_builtins(tell_entry(entry))}
        for entry in _ENTRIES
        for kept in (json.loads(encode_entry(entry)), _in_full(entry))
    ]


def _in_full(entry: Entry) -> dict[str, Any]:
    """An entry with its defaults too."""
    fields = {name: msgspec.to_builtins(getattr(entry, name)) for name in entry.__struct_fields__}
    return {"type": entry.__struct_config__.tag} | fields


def kinds_without_a_case() -> set[type[Any]]:
    """The kinds of entries that no case has."""
    return set(get_args(Entry)) - {type(entry) for entry in _ENTRIES}
