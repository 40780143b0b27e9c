"""Bring a game from somebody's device to a table: nothing that the device says is believed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from han.records.fair import claims_fair
from han.records.record import Record
from han.records.replay import first_position, verify
from han.records.replay import replay as replay_record
from han.table import entry as log
from han.table.entry import Entry, Seat
from han.table.errors import TableError
from han.table.opening import clean_name, create
from han.table.options import Options
from han.table.sender import Sender

MOST_DECISIONS = 2_000
"""Several times as many as the longest games have."""


def check_brought(record: Record) -> None:
    """Refuse a record unless it is a running game with nothing wrong in it.

    Every action must be allowed, every card the one that follows from the record's seed, and every
    number what the rules give.
    """
    fair = record.meta.get("fair")
    if not claims_fair(record) or not isinstance(fair, dict):
        raise TableError("table.brought_seed")
    if sum(len(turn.atoms) for turn in record.turns) > MOST_DECISIONS:
        raise TableError("table.brought_too_long", most=MOST_DECISIONS)
    position = verify(record)
    if "brought" in fair or position.is_over or position.is_chance:
        raise TableError("table.brought_state")


@dataclass(frozen=True)
class Bringing:
    """A game that somebody brings."""

    record: Record
    """What was played; see `check_brought`."""
    options: Options
    """What is agreed on from now on; the game itself is the record's."""
    seats: Sequence[Seat]
    """Who sits where from now on."""
    name: str
    """What whoever brings it is called."""


def bring(game: Bringing, sender: Sender, commitment: str) -> list[Entry]:
    """The log of a table at which a game goes on.

    Args:
        game: What is brought; its record has been checked.
        sender: Who brings it, and becomes the host.
        commitment: What binds the table to the seed of the cards to come.
    """
    record, options = game.record, game.options
    fair, first = record.meta["fair"], first_position(record)
    options = replace(
        options,
        map=record.map,
        players=record.players,
        variant=record.variant,
        wild_in_prices=record.wild_in_prices,
        start=None if fair["start_drawn"] else record.start,
    )
    created = create(options, game.seats, sender, commitment)
    salts = tuple(fair["salts"])
    return [
        replace(created, brought_by=clean_name(game.name)),
        log.Started(
            at=sender.at, start=first.start, hands=first.hands, display=first.display, salts=salts
        ),
        *_decisions(record, created.seats, sender),
        log.Brought(
            **sender.stamp,
            seed=fair["seed"],
            salts=salts,
            redraws=tuple(fair.get("redraws", ())),
        ),
    ]


def _decisions(record: Record, seats: Sequence[Seat], sender: Sender) -> Iterator[log.Played]:
    """What was decided, each time with the outcomes of chance after it."""
    actions: list[str] = []
    for step in replay_record(record):
        actions.append(str(step.action))
        if step.after.is_chance:
            continue
        seat = record.turns[step.turn].seat
        by: Literal["person", "bot"] = "person" if seats[seat].kind == "person" else "bot"
        yield log.Played(
            at=sender.at, guest=seats[seat].guest, seat=seat, actions=tuple(actions), by=by
        )
        actions = []
