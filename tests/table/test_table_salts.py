"""Salts: when they are taken, how long the deal waits for them, and what is told of them."""

import pytest

from han.records.fair import FairCards, commitment
from han.table import command as commands
from han.table import entry as log
from han.table import opening
from han.table.entry import Entry, Seat
from han.table.opening import SALT_TIMEOUT_MS
from han.table.sender import Sender
from han.table.table import Table
from table.building import (
    ANN,
    BEN,
    EVE,
    NOW,
    SEED,
    TABLE,
    Keeper,
    ann,
    ben,
    bot,
    by,
    dora,
    options_of,
)
from table.hearing import table_json
from tables import GAMES

LAST = NOW + SALT_TIMEOUT_MS


def starting(*seats: Seat) -> Keeper:
    """A table at which Ann has asked to begin."""
    keeper = Keeper(options_of(GAMES[0]), seats)
    keeper.send(ANN, None, commands.Start)
    return keeper


def origins(table: Table) -> list[str | None]:
    return [seat["salt"] for seat in table_json(table, EVE)["seats"]]


def test_the_deal_waits_for_everybodys_salt() -> None:
    keeper = starting(ann, ben, bot)
    assert table_json(keeper.table, EVE)["starting"] == LAST
    keeper.add_salt(ANN, "a")
    assert opening.deal_if_due(keeper.table, LAST - 1) is None
    keeper.add_salt(BEN, "b")
    progress = opening.deal_if_due(keeper.table, NOW)
    assert progress is not None
    started = keeper.go_on(progress)
    assert isinstance(started, log.Started)
    assert (started.salts, started.guest) == (("a", "b", ""), "")
    assert started.hands == FairCards(SEED, ["a", "b", ""]).deal(GAMES[0]).hands
    told = table_json(keeper.table, EVE)
    assert (told["status"], told["starting"], told["salts"]) == ("running", None, ["a", "b", ""])
    assert opening.deal_if_due(keeper.table, LAST) is None


def test_nobody_holds_the_game_up_by_adding_none() -> None:
    keeper = starting(ann, ben, bot)
    keeper.add_salt(BEN, "b")
    assert keeper.table.deal_at == LAST
    progress = opening.deal_if_due(keeper.table, LAST)
    assert progress is not None
    keeper.go_on(progress)
    assert keeper.table.salts == ("", "b", "")
    assert origins(keeper.table) == ["none", "own", "bot"]


def test_whoever_says_that_none_will_come_is_not_waited_for() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, bot])
    keeper.add_salt(ANN, "")
    keeper.add_salt(BEN, "b")
    assert isinstance(keeper.send(ANN, None, commands.Start), log.Started)
    assert origins(keeper.table) == ["none", "own", "bot"]


def test_one_person_against_bots_is_asked_too() -> None:
    keeper = starting(ann, bot, bot)
    keeper.add_salt(ANN, "a")
    assert keeper.table.deal_at == NOW


def test_a_table_of_bots_waits_for_nobody() -> None:
    keeper = Keeper(options_of(GAMES[0]), [bot, bot, bot])
    assert isinstance(keeper.send(ANN, None, commands.Start), log.Started)
    assert origins(keeper.table) == ["bot"] * 3


@pytest.mark.parametrize(("salt", "expected"), [("a", ["own", "shared"]), ("", ["none", "none"])])
def test_seats_on_one_device_have_one_salt(salt: str, expected: list[str]) -> None:
    keeper = Keeper(options_of(GAMES[0]), [bot, dora, ann])
    keeper.add_salt(ANN, salt)
    assert keeper.table.salts == ("", salt, "")
    keeper.send(ANN, None, commands.Start)
    assert origins(keeper.table) == ["bot", *expected]
    assert keeper.table.record_meta()["fair"]["origins"] == ["bot", *expected]


def test_a_salt_goes_with_its_person_to_another_seat() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, Seat(), bot])
    keeper.add_salt(ANN, "a")
    keeper.send(ANN, 0, commands.StandUp)
    assert keeper.table.salts == ("", "", "")
    keeper.send(ANN, None, commands.Sit, seat=1, name="Ann")
    assert keeper.table.salts == ("", "a", "")


def test_whoever_stands_up_calls_the_start_off() -> None:
    keeper = starting(ann, ben, bot)
    keeper.send(BEN, 1, commands.StandUp)
    assert keeper.table.deal_at is None
    assert opening.deal_if_due(keeper.table, LAST) is None


def test_a_table_that_was_given_up_is_not_dealt() -> None:
    keeper = starting(ann, ben, bot)
    keeper.send(ANN, None, commands.Close)
    assert opening.deal_if_due(keeper.table, LAST) is None


def test_the_same_salt_twice_is_known_again() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, bot])
    command = by(ANN, None, commands.AddSalt, id="c", commitment=commitment(SEED), salt="a")
    keeper.carry_out(command)
    assert keeper.table.answered(ANN, "c") == 1


# Logs of before.


def old_seats() -> tuple[Seat, ...]:
    """Seats as they were stored when a salt came with the command to sit down."""
    return (
        Seat("person", "Ann", ANN, salt="old a"),
        Seat("person", "Ben", BEN, salt="old b"),
        bot,
    )


def old_table() -> list[Entry]:
    options, bound = options_of(GAMES[0]), commitment(SEED)
    return [log.Created(at=NOW, guest=ANN, options=options, seats=old_seats(), commitment=bound)]


def test_an_old_game_keeps_its_cards_and_claims_nothing_new() -> None:
    entries = old_table()
    first = FairCards(SEED, ["old a", "old b", ""]).deal(GAMES[0])
    dealt = log.Started(
        at=NOW, guest=ANN, start=first.start, hands=first.hands, display=first.display
    )
    table = Table.load(TABLE, SEED, [*entries, dealt])
    assert table.salts == ("old a", "old b", "")
    assert origins(table) == [None] * 3
    assert "origins" not in table.record_meta()["fair"]


def test_an_old_salt_counts_for_nothing_in_a_game_that_begins_now() -> None:
    entries = old_table()
    table = Table.load(TABLE, SEED, entries)
    table.apply(log.Salted(at=NOW, guest=BEN, seat=1, salt="new b"))
    table = opening.deal(table, Sender(ANN, NOW)).after
    assert table.salts == ("", "new b", "")
    assert origins(table) == ["none", "own", "bot"]
