"""A table as the sum of its log: what it remembers, and what it refuses to be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.records.fair import FairCards, commitment
from han.table import command as commands
from han.table import entry as log
from han.table.decide import decide
from han.table.entry import NOBODY, Entry, Seat
from han.table.errors import LogError
from han.table.table import REMEMBERED, Table
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    INVITE,
    NOW,
    SEED,
    TABLE,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    by,
    cleo,
    dora,
    facts,
    options_of,
)
from table.hearing import table_json
from tables import GAMES


def said(guest: str, seat: int, cid: str) -> log.Said:
    return log.Said(at=NOW, guest=guest, seat=seat, cid=cid, phrase="hello")


# Commands that come twice.


def test_a_repeated_command_is_known() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.send(ANN, 0, commands.Play, action="X V", moment=3, id="w1")
    assert keeper.table.answered(ANN, "w1") == 4
    keeper.play("*")
    keeper.send(BEN, 1, commands.Say, phrase="oops", id="w1")
    assert keeper.table.answered(ANN, "w1") == 4, "one's commands are not another's"
    assert keeper.table.answered(BEN, "w1") == 6
    assert keeper.table.answered(CLEO, "w1") is None
    assert keeper.table.answered(ANN, "w2") is None


def test_commands_without_a_name_are_never_repeated() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("X V")
    assert keeper.table.answered(ANN, "") is None
    assert keeper.table.answered(NOBODY, "") is None


def test_the_oldest_commands_are_forgotten() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.add(said(BEN, 1, "bens"))
    first = keeper.table.seq + 1
    for number in range(REMEMBERED + 5):
        keeper.add(said(ANN, 0, f"w{number}"))
    known = [keeper.table.answered(ANN, f"w{n}") for n in range(REMEMBERED + 5)]
    assert known == [None] * 5 + [first + n for n in range(5, REMEMBERED + 5)]
    assert keeper.table.answered(BEN, "bens") == first - 1, "each guest has a list of its own"


def test_a_server_that_starts_again_knows_the_same_commands() -> None:
    keeper = begun(ann, ben, cleo)
    for number in range(REMEMBERED + 5):
        keeper.add(said(ANN, 0, f"w{number}"))
    again = Table.load(TABLE, SEED, keeper.entries, INVITE)
    for number in range(REMEMBERED + 5):
        command = f"w{number}"
        assert again.answered(ANN, command) == keeper.table.answered(ANN, command)


# The log.


def test_a_log_begins_with_a_table_and_has_only_one() -> None:
    created, *_, started = begun(ann, ben, cleo).entries
    with pytest.raises(LogError, match="entry 0 of table-1 cannot be a Started"):
        Table.load(TABLE, SEED, [started])
    with pytest.raises(LogError, match="entry 1 of table-1 cannot be a Created"):
        Table.load(TABLE, SEED, [created, created])


def test_a_table_before_its_first_entry() -> None:
    keeper = begun(ann, ben, cleo)
    blank = keeper.table.blank()
    assert (blank.id, blank.invite, blank.seq) == (TABLE, INVITE, -1)
    for entry in keeper.entries:
        blank.apply(entry)
    assert facts(blank) == facts(keeper.table)


def test_who_sits_down_at_a_copy_does_not_sit_at_the_table() -> None:
    table = Keeper(options_of(GAMES[0]), [ann, ben, Seat()]).table
    before = facts(table)
    table.copy().apply(log.SeatChanged(at=NOW, guest=CLEO, seat=2, now=cleo))
    assert facts(table) == before


def test_a_closed_table() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, Seat()])
    keeper.send(ANN, None, commands.Close)
    assert keeper.table.status == "closed"
    assert keeper.table.to_move is None
    assert keeper.table.bot_to_move is None
    assert keeper.table.deadline is None


# Who sits where.


def test_seats_of_a_guest() -> None:
    table = begun(ann, ben, dora).table
    assert table.seats_of(ANN) == (0, 2)
    assert table.seats_of(BEN) == (1,)
    assert table.seats_of(EVE) == ()
    assert begun(ann, bot, bot).table.seats_of(NOBODY) == (), "bots are nobody's"


# Hosts.


def hosts(keeper: Keeper) -> list[str]:
    """Who is told to be the host."""
    guests = (ANN, BEN, CLEO, EVE)
    return [guest for guest in guests if table_json(keeper.table, guest)["is_host"]]


def stand_up(keeper: Keeper, guest: str, seat: int) -> None:
    keeper.send(guest, seat, commands.StandUp)


def test_a_host_who_stands_up_leaves_the_table_to_the_others() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, cleo])
    stand_up(keeper, ANN, 0)
    assert hosts(keeper) == [BEN], "who has the lowest seat"
    keeper.send(ANN, None, commands.Sit, name="Ann")
    assert hosts(keeper) == [BEN], "who comes again is a guest"
    stand_up(keeper, BEN, 1)
    assert hosts(keeper) == [ANN]
    keeper.send(ANN, None, commands.Place, where=1, now=bot)
    assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(keeper.table)


def test_a_host_with_a_chair_left_stays_the_host() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ben, ann, dora])
    stand_up(keeper, ANN, 1)
    assert hosts(keeper) == [ANN]
    stand_up(keeper, ANN, 2)
    assert hosts(keeper) == [BEN]


def test_a_host_who_stands_up_from_bots_stays_the_host() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, bot, Seat()])
    stand_up(keeper, ANN, 0)
    assert hosts(keeper) == [ANN]


def test_a_host_who_never_sat_down_stays_the_host() -> None:
    keeper = Keeper(options_of(GAMES[0]), [ben, cleo, bot])
    stand_up(keeper, BEN, 0)
    keeper.send(BEN, None, commands.Sit, name="Ben")
    assert hosts(keeper) == [ANN]
    keeper.send(ANN, None, commands.Start)


def test_the_chairs_of_nobodys_table_make_no_host() -> None:
    keeper = Keeper(options_of(GAMES[0]), [Seat(), bot, bot], host="")
    keeper.send(BEN, None, commands.Sit, name="Ben")
    assert hosts(keeper) == []


@pytest.mark.parametrize("guest", [ANN, BEN])
def test_whoever_sits_at_a_full_table_begins(guest: str) -> None:
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, bot])
    assert isinstance(keeper.send(guest, None, commands.Start), log.Starting)


# Who is there.


def test_who_is_present() -> None:
    keeper = begun(ann, ben, dora, bot)
    assert keeper.table.present == {ANN, BEN}
    keeper.send(ANN, 0, commands.Leave)
    assert keeper.table.present == {ANN, BEN}, "Dora still plays on Ann's device"
    keeper.send(ANN, 2, commands.Leave)
    assert keeper.table.present == {BEN}
    keeper.send(ANN, 0, commands.ComeBack)
    assert keeper.table.present == {ANN, BEN}
    keeper.add(log.StoodIn(at=NOW, seat=1, reason="clock"))
    assert keeper.table.present == {ANN, BEN}, "a clock sends nobody away"


# Chance.


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=8), min_size=3, max_size=3))
@settings(deadline=None)
def test_the_deal_follows_from_seed_and_salts(seed: bytes, salts: list[str]) -> None:
    seats = tuple(Seat("person", name, name) for name in "abc")
    entries: list[Entry] = [
        log.Created(at=NOW, guest="a", options=options_of(GAMES[0]), seats=seats, commitment="")
    ]
    table = Table.load(TABLE, seed, entries)
    for seat, (name, salt) in enumerate(zip("abc", salts, strict=True)):
        table.apply(log.Salted(at=NOW, guest=name, seat=seat, salt=salt))
    started = decide(table, by("a", None, commands.Start), NOW).entry
    right = FairCards(seed, salts).deal(GAMES[0])
    assert isinstance(started, log.Started)
    assert (started.start, started.hands, started.display) == (
        right.start,
        right.hands,
        right.display,
    )
    assert table.commitment == commitment(seed)


def test_the_seed_is_told_when_the_game_is_over() -> None:
    keeper = begun(ann, ben, cleo)
    while keeper.table.status == "running":
        assert keeper.table.revealed_seed == ""
        keeper.discard()
    assert keeper.table.revealed_seed == SEED.hex()


def test_who_is_named_in_the_record() -> None:
    keeper = begun(ann, bot, dora)
    meta = keeper.table.record_meta()
    assert meta["table"] == TABLE
    assert meta["names"] == ["Ann", "merchant", "Dora"]
    assert meta["fair"]["start_drawn"] is False
    drawn = begun(ann, bot, dora, start=None).table.record_meta()
    assert drawn["fair"]["start_drawn"] is True
