"""Commands before a game begins: sit down, make place, add a salt, begin, give up."""

from collections.abc import Sequence

from han.records.fair import LONGEST_SALT, is_salt
from han.table import command
from han.table import entry as log
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.options import Options, check_options, game_of
from han.table.progress import Progress, progress_by, progress_by_deal
from han.table.sender import Sender
from han.table.table import Table

LONGEST_NAME = 24
SALT_TIMEOUT_MS = 10_000
"""How long the deal waits for salts. Browsers add theirs at once, without being asked."""


def create(
    options: Options,
    seats: Sequence[Seat],
    sender: Sender,
    commitment: str,
    rematch_of: str = "",
    *,
    invites: bool = False,
) -> log.Created:
    """Set a table up; who is invited must accept before the game begins."""
    check_options(options)
    if len(seats) != options.players:
        raise TableError("table.seat_count", count=len(seats), players=options.players)
    seats = [clean_seat(seat) for seat in seats]
    _check_different_names(seats)
    others = {seat.guest for seat in seats if seat.guest} - {sender.guest}
    return log.Created(
        **sender.stamp,
        options=options,
        seats=tuple(seats),
        commitment=commitment,
        rematch_of=rematch_of,
        invited=tuple(sorted(others)) if invites else (),
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


def sit_down(table: Table, sender: Sender, asked: command.Sit) -> Progress:
    """Take a free seat: the named one, or the first."""
    _check_open(table)
    free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
    if not free:
        raise TableError("table.full")
    seat = free[0] if asked.seat is None else asked.seat
    if seat not in free:
        raise TableError("table.seat_taken")
    sitter = clean_seat(Seat("person", asked.name, sender.guest))
    _check_different_names([*table.seats, sitter])
    return _seat_change(table, sender, seat, sitter)


def stand_up(table: Table, sender: Sender, _: command.StandUp) -> Progress:
    """Leave one's seat to others."""
    _check_open(table)
    return _seat_change(table, sender, sender.seat_at(table), Seat())


def place(table: Table, sender: Sender, asked: command.Place) -> Progress:
    """The host puts a bot on a seat, or frees it."""
    _check_open(table)
    _check_host(table, sender)
    if asked.where not in range(len(table.seats)):
        raise TableError("table.no_such_seat")
    if asked.only_if_open and table.seats[asked.where].kind != "open":
        raise TableError("table.seat_taken")
    return _seat_change(table, sender, asked.where, clean_seat(asked.now))


def accept(table: Table, sender: Sender, _: command.Accept) -> Progress:
    """Want to play; the game begins with the last who was invited, if no seat is free."""
    _check_open(table)
    seats = table.seats_of(sender.guest)
    if not seats:
        raise TableError("table.not_your_seat")
    if sender.guest not in table.invited:
        raise TableError("table.accepted")
    is_last = table.invited == {sender.guest} and not _has_free_seat(table)
    until = sender.at + SALT_TIMEOUT_MS if is_last else 0
    return progress_by(table, log.Accepted(**sender.stamp, seat=seats[0], until=until))


def add_salt(table: Table, sender: Sender, asked: command.AddSalt) -> Progress:
    """Add to the shuffle what nobody could know when the seed was made; once."""
    _check_open(table)
    seats = table.seats_of(sender.guest)
    if not seats:
        raise TableError("table.not_your_seat")
    if asked.commitment != table.commitment:
        raise TableError("table.other_commitment")
    if not is_salt(asked.salt):
        raise TableError("table.salt", most=LONGEST_SALT)
    if table.has_answered_for_salt(sender.guest):
        raise TableError("table.salt_given")
    return progress_by(table, log.Salted(**sender.stamp, seat=seats[0], salt=asked.salt))


def start(table: Table, sender: Sender, _: command.Start) -> Progress:
    """Begin, as soon as everybody's salt is in.

    Anybody who sits there can do that: the host may have gone.
    """
    _check_open(table)
    if sender.guest != table.host and not table.seats_of(sender.guest):
        raise TableError("table.not_your_seat")
    if _has_free_seat(table):
        raise TableError("table.seats_open")
    if table.invited:
        names = [seat.name for seat in table.seats if seat.guest in table.invited]
        raise TableError("table.not_accepted", names=", ".join(names))
    if table.starting:
        raise TableError("table.starting")
    if not table.awaited_salts:
        return deal(table, sender)
    until = sender.at + SALT_TIMEOUT_MS
    return progress_by(table, log.Starting(**sender.stamp, until=until))


def deal_if_due(table: Table, now: int) -> Progress | None:
    """The deal that a `Starting` has announced, once no salt is missing or it is time."""
    if table.deal_at is None or now < table.deal_at:
        return None
    return deal(table, Sender(log.NOBODY, now))


def deal(table: Table, sender: Sender) -> Progress:
    """Deal the cards (S3), from the seed that the table is bound to and the salts.

    A game that was brought goes on instead: its next cards come from there.
    """
    if table.brought:
        return progress_by(table, log.Resumed(**sender.stamp, salts=table.salts))
    first = table.fair.deal(game_of(table.options), table.options.start)
    started = log.Started(
        **sender.stamp,
        start=first.start,
        hands=first.hands,
        display=first.display,
        salts=table.salts,
    )
    return progress_by_deal(table, started, first)


def close(table: Table, sender: Sender, _: command.Close) -> Progress:
    """Give a table up."""
    _check_open(table)
    _check_host(table, sender)
    if table.brought:
        raise TableError("table.brought_close")
    return progress_by(table, log.Closed(**sender.stamp))


def _check_different_names(seats: Sequence[Seat]) -> None:
    taken = set()
    for seat in seats:
        if seat.name and seat.name.casefold() in taken:
            raise TableError("table.name_taken", name=seat.name)
        taken.add(seat.name.casefold())


def _seat_change(table: Table, sender: Sender, seat: int, now: Seat) -> Progress:
    return progress_by(table, log.SeatChanged(**sender.stamp, seat=seat, now=now))


def _has_free_seat(table: Table) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def _check_open(table: Table) -> None:
    if table.status == "closed":
        raise TableError("table.closed")
    if table.status != "open":
        raise TableError("table.has_begun")


def _check_host(table: Table, sender: Sender) -> None:
    if sender.guest != table.host:
        raise TableError("table.host_only")
