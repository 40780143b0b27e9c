"""Commands as values: each becomes its entry, and travels unchanged."""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from han.records.fair import commitment
from han.table import command as commands
from han.table import entry as log
from han.table.absence import NUDGE_AFTER_MS, STAND_IN_AFTER_MS
from han.table.command import Command, SentCommand
from han.table.decide import decide
from han.table.entry import NOBODY, Entry, Seat
from han.table.errors import TableError
from han.table.opening import SALT_TIMEOUT_MS
from han.table.table import Table
from table.building import (
    ANN,
    BEN,
    NOW,
    SALTS,
    SEED,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    by,
    cleo,
    facts,
    options_of,
)
from tables import GAMES


def waiting() -> Table:
    """A table with a free seat."""
    return Keeper(options_of(GAMES[0]), [ann, ben, Seat()]).table


def full() -> Table:
    """A table that can begin."""
    return Keeper(options_of(GAMES[0]), [ann, ben, bot]).table


def salted() -> Table:
    """A table that can begin at once."""
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, bot])
    for guest, salt in SALTS.items():
        keeper.add_salt(guest, salt)
    return keeper.table


def invited() -> Table:
    """A rematch of Ben's that Ann has not accepted yet."""
    return Keeper(options_of(GAMES[0]), [ann, ben, bot], BEN, invites=True).table


def first_turn() -> Table:
    """A game in which Ann has placed a house."""
    keeper = begun(ann, ben, cleo)
    keeper.play("H chu-1 V")
    return keeper.table


def asked() -> Table:
    """A game in which Ann wants to take that back."""
    keeper = begun(ann, ben, cleo)
    keeper.play("H chu-1 V")
    keeper.send(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    return keeper.table


def away() -> Table:
    """A game that Ann has left."""
    keeper = begun(ann, ben, cleo)
    keeper.send(ANN, 0, commands.Leave)
    return keeper.table


def nudged() -> Table:
    """A game in which Ben was nudged long ago."""
    keeper = begun(ann, ben, bot)
    keeper.now = NOW - STAND_IN_AFTER_MS - NUDGE_AFTER_MS
    keeper.discard()
    keeper.now = NOW - STAND_IN_AFTER_MS
    keeper.send(ANN, 0, commands.Nudge, whom=1)
    return keeper.table


def over() -> Table:
    """A game that has ended."""
    keeper = begun(ann, ben, cleo)
    while keeper.table.status == "running":
        keeper.discard()
    return keeper.table


WHO: dict[str, Any] = {"at": NOW + 7, "guest": ANN, "cid": "w1"}


def by_ann(kind: Callable[..., Command], seat: int | None = None, **parts: object) -> SentCommand:
    return by(ANN, seat, kind, id="w1", **parts)


CASES: list[tuple[Callable[[], Table], SentCommand, Entry]] = [
    (
        waiting,
        by_ann(commands.Sit, name=" Dora  D\t"),
        log.SeatChanged(seat=2, now=Seat("person", "Dora D", ANN), **WHO),
    ),
    (waiting, by_ann(commands.StandUp, seat=0), log.SeatChanged(seat=0, now=Seat(), **WHO)),
    (
        waiting,
        by_ann(commands.Place, where=2, now=bot),
        log.SeatChanged(seat=2, now=bot, **WHO),
    ),
    (
        waiting,
        by_ann(commands.AddSalt, commitment=commitment(SEED), salt="盐"),
        log.Salted(seat=0, salt="盐", **WHO),
    ),
    (
        invited,
        by_ann(commands.Accept),
        log.Accepted(seat=0, until=NOW + 7 + SALT_TIMEOUT_MS, **WHO),
    ),
    (full, by_ann(commands.Start), log.Starting(until=NOW + 7 + SALT_TIMEOUT_MS, **WHO)),
    (
        salted,
        by_ann(commands.Start),
        log.Started(
            start=1,
            hands=("OYV", "ROV", "RGY"),
            display="RROY",
            salts=("salt of Ann", "salt of Ben", ""),
            **WHO,
        ),
    ),
    (waiting, by_ann(commands.Close), log.Closed(**WHO)),
    (
        first_turn,
        by_ann(commands.Play, seat=0, action=".", moment=4),
        log.Played(seat=0, actions=(".",), **WHO),
    ),
    (
        first_turn,
        by_ann(commands.Undo, seat=0, moment=4),
        log.Undone(seat=0, length=0, **WHO),
    ),
    (
        first_turn,
        by_ann(commands.AskTakeBack, seat=0, moment=4),
        log.TakeBackAsked(seat=0, length=0, redraw=True, **WHO),
    ),
    (
        asked,
        by_ann(commands.AnswerTakeBack, seat=0, agreed=False),
        log.TakeBackAnswered(seat=0, agreed=False, withdrawn=True, **WHO),
    ),
    (first_turn, by_ann(commands.Leave, seat=0), log.StoodIn(seat=0, reason="left", **WHO)),
    (away, by_ann(commands.ComeBack, seat=0), log.CameBack(seat=0, **WHO)),
    (nudged, by_ann(commands.Nudge, seat=0, whom=1), log.Nudged(seat=0, whom=1, **WHO)),
    (
        nudged,
        by_ann(commands.AskStandIn, seat=0, whom=1, agreed=True),
        log.StoodIn(seat=1, reason="absent", **WHO),
    ),
    (
        nudged,
        by_ann(commands.AskStandIn, seat=0, whom=1, agreed=False),
        log.StandInAsked(seat=0, whom=1, agreed=False, **WHO),
    ),
    (
        first_turn,
        by_ann(commands.Say, seat=0, text=" well\n well "),
        log.Said(seat=0, text="well well", **WHO),
    ),
    (
        first_turn,
        by_ann(commands.Say, seat=0, text="x", phrase="oops"),
        log.Said(seat=0, phrase="oops", **WHO),
    ),
    (
        first_turn,
        by_ann(commands.Mute, seat=0, whom=1, muted=True),
        log.Muted(seat=1, muted=True, **WHO),
    ),
    (
        over,
        by_ann(commands.Rematch, seat=0, table_id="t2"),
        log.Rematched(game="t2", seat=0, **WHO),
    ),
]

every_case = pytest.mark.parametrize(
    ("table", "sent", "entry"), CASES, ids=[type(sent.command).__name__ for _, sent, _ in CASES]
)


@every_case
def test_a_command_becomes_its_entry(
    table: Callable[[], Table], sent: SentCommand, entry: Entry
) -> None:
    at = table()
    before = facts(at)
    progress = decide(at, sent, NOW + 7)
    assert progress.entry == entry
    assert progress.before is at
    assert facts(at) == before, "deciding changes nothing"


@every_case
def test_the_table_after_it_is_what_the_entry_makes(
    table: Callable[[], Table], sent: SentCommand, entry: Entry
) -> None:
    at = table()
    seq = at.seq
    after = decide(at, sent, NOW + 7).after
    assert after.seq == seq + 1
    assert after.changed == NOW + 7
    assert after.answered(ANN, "w1") == after.seq
    at.apply(entry)
    assert facts(at) == facts(after)


@every_case
def test_a_command_travels_unchanged(
    table: Callable[[], Table], sent: SentCommand, entry: Entry
) -> None:
    for codec in (msgspec.msgpack, msgspec.json):
        assert codec.decode(codec.encode(sent), type=SentCommand) == sent


def test_every_command_has_a_case() -> None:
    assert {type(sent.command) for _, sent, _ in CASES} == set(get_args(Command))


def test_chance_is_settled_with_the_decision() -> None:
    """Nobody ever sees a table that waits for a card."""
    keeper = begun(ann, ben, cleo)
    keeper.play("X V")
    entry = keeper.play("*")
    assert isinstance(entry, log.Played)
    drawn, *refilled = entry.actions[1:]
    assert entry.actions[0] == "*"
    assert drawn[0] == "*"
    assert refilled == []
    keeper.play("X V")
    entry = keeper.play("+R")
    assert isinstance(entry, log.Played)
    assert [action[0] for action in entry.actions] == ["+", "="]
    assert not keeper.table.position.is_chance


def test_an_action_is_stored_in_the_order_of_the_notation() -> None:
    keeper = begun(ann, ben, cleo)
    entry = keeper.play("H shu-chu OV")
    assert isinstance(entry, log.Played)
    same = decide(
        begun(ann, ben, cleo).table,
        by(ANN, 0, commands.Play, action="H shu-chu VO", moment=3),
        NOW,
    )
    assert same.entry == entry


def test_what_bots_and_the_server_do_is_nobodys_command() -> None:
    keeper = begun(bot, ann, ben)
    entry = keeper.play(f"X {keeper.table.position.hands[0][0]}")
    assert isinstance(entry, log.Played)
    assert (entry.guest, entry.cid, entry.by) == (NOBODY, "", "bot")


def test_who_sends_it_is_said_by_the_server_and_must_have_the_seat() -> None:
    keeper = begun(ann, ben, cleo)
    for guest in (BEN, NOBODY, "identity"):
        with pytest.raises(TableError) as caught:
            keeper.send(guest, 0, commands.Play, action="X V", moment=3)
        assert caught.value.key == "table.not_your_seat"
