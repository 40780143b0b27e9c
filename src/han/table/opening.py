"""Wishes before a game begins: sit down, make place, add a salt, begin, give up."""

from collections.abc import Sequence

from han.records.fair import LONGEST_SALT, is_salt
from han.table import entry as log
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.options import Options, check_options, game_of
from han.table.progress import Progress, progress_by, progress_by_deal
from han.table.table import Table
from han.table.wish import Wisher

LONGEST_NAME = 24
SALT_PATIENCE_MS = 10_000
"""How long the deal waits for salts. Browsers add theirs at once, without being asked."""


def create(
    options: Options,
    seats: Sequence[Seat],
    wisher: Wisher,
    commitment: str,
    rematch_of: str = "",
) -> log.Created:
    """Set a table up."""
    check_options(options)
    if len(seats) != options.players:
        raise TableError("table.seat_count", count=len(seats), players=options.players)
    seats = [clean_seat(seat) for seat in seats]
    _expect_different_names(seats)
    return log.Created(
        **wisher.stamp,
        options=options,
        seats=tuple(seats),
        commitment=commitment,
        rematch_of=rematch_of,
    )


def clean_seat(seat: Seat) -> Seat:
    """The seat with its person's name in order."""
    if seat.kind != "person":
        return seat
    return Seat("person", clean_name(seat.name), seat.guest)


def clean_name(name: str) -> str:
    """A name without control characters and needless space."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not name:
        raise TableError("table.name_missing")
    if len(name) > LONGEST_NAME:
        raise TableError("table.name_too_long", most=LONGEST_NAME)
    return name


def sit_down(table: Table, wisher: Wisher, name: str) -> Progress:
    """Take a free seat: the wished one, or the first."""
    _expect_open(table)
    free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
    if not free:
        raise TableError("table.full")
    seat = free[0] if wisher.seat is None else wisher.seat
    if seat not in free:
        raise TableError("table.seat_taken")
    sitter = clean_seat(Seat("person", name, wisher.guest))
    _expect_different_names([*table.seats, sitter])
    return _seat_change(table, wisher, seat, sitter)


def stand_up(table: Table, wisher: Wisher) -> Progress:
    """Leave one's seat to others."""
    _expect_open(table)
    return _seat_change(table, wisher, wisher.seat_at(table), Seat())


def place(table: Table, wisher: Wisher, seat: int, now: Seat) -> Progress:
    """The host puts a bot on a seat, or frees it."""
    _expect_open(table)
    _expect_host(table, wisher)
    if seat not in range(len(table.seats)):
        raise TableError("table.no_such_seat", seat=seat)
    return _seat_change(table, wisher, seat, clean_seat(now))


def add_salt(table: Table, wisher: Wisher, commitment: str, salt: str) -> Progress:
    """Add to the shuffle what nobody could know when the seed was made; once.

    Args:
        table: The table.
        wisher: Somebody who sits there.
        commitment: What they were told that binds the server.
        salt: Any text; an empty one says that none will come.
    """
    _expect_open(table)
    seats = table.seats_of(wisher.guest)
    if not seats:
        raise TableError("table.not_your_seat")
    if commitment != table.commitment:
        raise TableError("table.other_commitment")
    if not is_salt(salt):
        raise TableError("table.salt", most=LONGEST_SALT)
    if wisher.guest in table.given:
        raise TableError("table.salt_given")
    return progress_by(table, log.Salted(**wisher.stamp, seat=seats[0], salt=salt))


def start(table: Table, wisher: Wisher) -> Progress:
    """Begin, as soon as everybody's salt is in.

    Anybody who sits there may wish it: the host may have gone.
    """
    _expect_open(table)
    if wisher.guest != table.host and not table.seats_of(wisher.guest):
        raise TableError("table.not_your_seat")
    if any(seat.kind == "open" for seat in table.seats):
        raise TableError("table.seats_open")
    if table.starting:
        raise TableError("table.starting")
    if not table.awaited_salts:
        return deal(table, wisher)
    until = wisher.at + SALT_PATIENCE_MS
    return progress_by(table, log.Starting(**wisher.stamp, until=until))


def deal_if_due(table: Table, now: int) -> Progress | None:
    """The deal that somebody wished for, once no salt is missing or it is time."""
    if table.deal_at is None or now < table.deal_at:
        return None
    return deal(table, Wisher(log.NOBODY, now))


def deal(table: Table, wisher: Wisher) -> Progress:
    """Deal the cards (S3), from the seed that the table is bound to and the salts."""
    first = table.fair.deal(game_of(table.options), table.options.start)
    started = log.Started(
        **wisher.stamp,
        start=first.start,
        hands=first.hands,
        display=first.display,
        salts=table.salts,
    )
    return progress_by_deal(table, started, first)


def close(table: Table, wisher: Wisher) -> Progress:
    """Give a table up."""
    _expect_open(table)
    _expect_host(table, wisher)
    return progress_by(table, log.Closed(**wisher.stamp))


def _expect_different_names(seats: Sequence[Seat]) -> None:
    taken = set()
    for seat in seats:
        if seat.name and seat.name.casefold() in taken:
            raise TableError("table.name_taken", name=seat.name)
        taken.add(seat.name.casefold())


def _seat_change(table: Table, wisher: Wisher, seat: int, now: Seat) -> Progress:
    return progress_by(table, log.SeatChanged(**wisher.stamp, seat=seat, now=now))


def _expect_open(table: Table) -> None:
    if table.status == "closed":
        raise TableError("table.closed")
    if table.status != "open":
        raise TableError("table.has_begun")


def _expect_host(table: Table, wisher: Wisher) -> None:
    if wisher.guest != table.host:
        raise TableError("table.host_only")
