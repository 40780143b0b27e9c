"""A table in a few words, for the lobby and for one's own list: nothing hidden, nobody's id."""

import msgspec
from msgspec import Struct

from han.engine.encoding import encode
from han.server.store import GameState
from han.table.shapes import ClockShape, Sitter
from han.table.state import Status
from han.table.table import Table

BOT_OVERDUE_S = 1.0
"""When a bot has not moved for so long, somebody should look whether its server lives."""


class Summary(Struct, frozen=True):
    """A table in a list."""

    id: str
    status: Status
    map: str
    players: int
    variant: bool
    clock: ClockShape
    seats: list[Sitter]
    to_move: int | None
    scores: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    created: int
    changed: int
    deadline: int | None = None
    """When a bot takes over from the person to move, if there is a clock."""
    invited: tuple[int, ...] = ()
    """The seats of people who were invited and have not said yet that they want to play."""


def summary_json(table: Table) -> Summary:
    """What anybody may read about a table without entering."""
    options = table.options
    result = table.position.result if table.timeline else None
    return Summary(
        id=table.id,
        status=table.status,
        map=options.map,
        players=options.players,
        variant=options.variant,
        clock=msgspec.convert(options.clock, ClockShape, from_attributes=True),
        seats=[Sitter(seat.kind, seat.name, seat.bot) for seat in table.seats],
        to_move=table.to_move,
        scores=table.told_position.scores if table.timeline else None,
        winners=result.winners if result else None,
        created=table.created,
        changed=table.changed,
        deadline=table.deadline,
        invited=tuple(i for i, seat in enumerate(table.seats) if seat.guest in table.invited),
    )


read_summary = msgspec.json.Decoder(Summary).decode
"""A summary that the database has kept."""


def state_of(table: Table, *, seats_changed: bool) -> GameState:
    """What the database keeps beside the log, to find tables by."""
    guests = {i: seat.guest for i, seat in enumerate(table.seats) if seat.guest}
    return GameState(
        status=table.status,
        public=table.options.public,
        due_at=_due_at(table),
        summary=encode(summary_json(table)).decode(),
        guests=guests if seats_changed else None,
    )


def _due_at(table: Table) -> float | None:
    """When the server must do something by itself."""
    if table.bot_to_move:
        return table.changed / 1000 + BOT_OVERDUE_S
    due = table.deadline if table.status == "running" else table.deal_at
    return None if due is None else due / 1000
