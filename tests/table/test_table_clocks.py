"""Whose time runs, until when, and who plays when it is up. All sums are done by hand."""

import pytest

from han.table import absence, moves
from han.table import command as commands
from han.table import entry as log
from han.table.errors import StaleError, TableError
from han.table.options import Clock
from han.table.table import Table
from han.table.telling import Viewer
from han.table.timing import LEAST_ON_RETURN
from table.building import (
    ANN,
    BEN,
    CLEO,
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
    facts,
)
from table.hearing import moment_json

DAY = 24 * 3600
CLOCKS = [Clock("turn", 60), Clock("fischer", 60)]


def left(keeper: Keeper) -> list[int | None]:
    """The seconds of all seats, as everybody is told."""
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    assert told["clock"] is not None
    return [None if ms is None else ms // 1000 for ms in told["clock"]["left"]]


def until(keeper: Keeper) -> float:
    """Seconds from now to the deadline."""
    assert keeper.table.deadline is not None
    return (keeper.table.deadline - keeper.now) / 1000


def wait(keeper: Keeper, seconds: float) -> None:
    keeper.now += round(1000 * seconds)


def away_and_back(keeper: Keeper, seconds: float = 0) -> None:
    """Ann leaves, and comes back."""
    keeper.send(ANN, 0, commands.Leave)
    wait(keeper, seconds)
    keeper.send(ANN, 0, commands.ComeBack)


# Without a clock.


def test_without_a_clock_nobody_is_in_a_hurry() -> None:
    keeper = begun(ann, ben, cleo)
    wait(keeper, 400 * DAY)
    assert keeper.table.deadline is None
    assert absence.run_out(keeper.table, keeper.now) is None
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    assert told["clock"] is None


def test_before_the_start_no_clock_runs() -> None:
    created = begun(ann, ben, cleo, clock=Clock("turn", 60)).entries[:1]
    keeper = Keeper(created[0].options, [ann, ben, cleo])  # type: ignore[union-attr]
    assert keeper.table.deadline is None
    assert absence.run_out(keeper.table, NOW + 10**9) is None


# So much for every turn.


def test_every_turn_has_its_time() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    assert keeper.table.deadline == NOW + 60_000
    wait(keeper, 59)
    keeper.discard()
    assert keeper.table.deadline == NOW + 59_000 + 60_000
    wait(keeper, 10)
    keeper.discard()
    assert keeper.table.deadline == NOW + 69_000 + 60_000
    assert left(keeper) == [60, 60, 60]


def test_a_decision_within_a_turn_wins_no_time() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    wait(keeper, 20)
    keeper.play("H chu-1 V")
    assert until(keeper) == 40
    keeper.send(ANN, 0, commands.Undo, moment=keeper.table.moment)
    assert until(keeper) == 40
    keeper.send(ANN, 0, commands.Say, phrase="thinking")
    assert until(keeper) == 40


def test_days_for_a_turn() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 3 * DAY))
    wait(keeper, 2.5 * DAY)
    keeper.discard()
    assert until(keeper) == 3 * DAY
    wait(keeper, 3 * DAY - 1)
    assert absence.run_out(keeper.table, keeper.now) is None
    wait(keeper, 1)
    assert absence.run_out(keeper.table, keeper.now) is not None


# So much for the whole game.


def test_a_turn_is_charged_and_the_increment_added() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 5))
    assert keeper.table.deadline == NOW + 100_000
    wait(keeper, 30)
    keeper.discard()
    assert left(keeper) == [75, 100, 100]  # 100 - 30 + 5
    assert until(keeper) == 100
    wait(keeper, 2)
    keeper.discard()
    wait(keeper, 1)
    keeper.discard()
    assert left(keeper) == [75, 103, 104]
    assert until(keeper) == 75
    wait(keeper, 75)
    keeper.discard()
    assert left(keeper) == [5, 103, 104]


def test_a_decision_just_too_late_that_came_before_the_bot_leaves_nothing() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 5))
    wait(keeper, 100.4)
    keeper.discard()
    assert left(keeper) == [5, 100, 100]


def test_bots_have_all_the_time_they_need() -> None:
    keeper = begun(bot, ann, bot, clock=Clock("fischer", 100, 5))
    assert keeper.table.deadline is None
    wait(keeper, 500)
    assert absence.run_out(keeper.table, keeper.now) is None
    keeper.discard()
    assert left(keeper) == [100, 100, 100]
    assert until(keeper) == 100


# When time is up.


@pytest.mark.parametrize("clock", [Clock("turn", 60), Clock("fischer", 60, 5)])
def test_the_stand_in_takes_over_exactly_at_the_deadline(clock: Clock) -> None:
    keeper = begun(ann, ben, cleo, clock=clock)
    deadline = NOW + 60_000
    assert absence.run_out(keeper.table, deadline - 1) is None
    progress = absence.run_out(keeper.table, deadline)
    assert progress is not None
    assert progress.entry == log.StoodIn(at=deadline, seat=0, reason="clock")
    keeper.go_on(progress)
    assert keeper.table.stand_ins == {0: "clock"}
    assert keeper.table.bot_to_move == keeper.table.options.stand_in
    assert keeper.table.deadline is None, "nobody waits for a bot by the clock"
    assert absence.run_out(keeper.table, deadline + 10**6) is None


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(Clock("turn", 60), 60), (Clock("fischer", 60), 10), (Clock("fischer", 60, 45), 45)],
)
def test_a_missed_deadline_costs_that_turn_alone(clock: Clock, seconds: int) -> None:
    keeper = begun(ann, ben, cleo, clock=clock, stand_in="peasant")
    for _ in range(3):  # however often in a row
        keeper.run_out()
        assert keeper.table.stand_ins == {0: "clock"}
        assert keeper.table.bot_to_move == "peasant"
        before = len(keeper.entries)
        keeper.discard()
        by = [e.by for e in keeper.entries[before:] if isinstance(e, log.Played)]
        assert by == ["stand_in"] * 2
        assert keeper.table.stand_ins == {}
        keeper.discard()
        keeper.discard()
        assert keeper.table.to_move == 0
        assert keeper.table.bot_to_move is None
        assert until(keeper) == seconds
    with pytest.raises(StaleError):
        moves.play_bot(keeper.table, keeper.now, ".")
    keeper.discard()
    played = [e.by for e in keeper.entries if isinstance(e, log.Played)]
    assert played[-2:] == ["person"] * 2


def test_a_time_that_ran_out_is_spent() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    keeper.run_out()
    assert left(keeper) == [0, 100, 100]
    wait(keeper, 3)
    keeper.discard()  # the stand-in, which gets no increment
    assert left(keeper) == [10, 100, 100], "enough for a look in the next turn"
    assert until(keeper) == 100


# Leave and come back.


def test_who_leaves_in_the_own_turn_has_spent_what_was_spent() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    wait(keeper, 30)
    keeper.send(ANN, 0, commands.Leave)
    assert keeper.table.deadline is None
    wait(keeper, 500)
    keeper.send(ANN, 0, commands.ComeBack)
    assert until(keeper) == 70
    wait(keeper, 20)
    keeper.discard()
    assert left(keeper) == [52, 100, 100]


@pytest.mark.parametrize("clock", [Clock("turn", 60), Clock("fischer", 60)])
def test_to_leave_and_come_back_wins_no_more_than_a_look(clock: Clock) -> None:
    keeper = begun(ann, ben, cleo, clock=clock)
    wait(keeper, 20)
    for expected in (40, 15, 5):
        away_and_back(keeper)
        assert until(keeper) == expected
        wait(keeper, expected - 15 if expected > 15 else 10)


@pytest.mark.parametrize(
    "clock", [Clock("turn", 30), Clock("fischer", 30), Clock("fischer", 30, 9)]
)
def test_nobody_thinks_for_ever_by_leaving_and_coming_back(clock: Clock) -> None:
    keeper = begun(ann, ben, cleo, clock=clock)
    while keeper.table.returning is None:
        assert keeper.table.deadline is not None
        keeper.now = keeper.table.deadline - 1
        away_and_back(keeper, seconds=0.001)
        assert keeper.now <= NOW + 30_000 + LEAST_ON_RETURN
    assert keeper.table.to_move == 0
    assert keeper.table.bot_to_move


def test_only_the_first_return_of_a_turn_gives_time_to_look() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    wait(keeper, 58)
    away_and_back(keeper)
    assert until(keeper) == 10
    wait(keeper, 7)
    away_and_back(keeper)
    assert until(keeper) == 3
    keeper.discard()
    keeper.discard()
    keeper.discard()
    wait(keeper, 58)
    away_and_back(keeper)
    assert until(keeper) == 10, "another turn, another look"


def test_from_the_second_return_on_the_time_away_is_spent() -> None:
    """Else one could let the stand-in begin to think again and again, and never decide."""
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    away_and_back(keeper, seconds=100)
    assert until(keeper) == 60
    away_and_back(keeper, seconds=20)
    assert until(keeper) == 40
    away_and_back(keeper, seconds=40)
    assert keeper.table.returning == 0


def test_a_return_between_turns_counts_for_the_next_one() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 60))
    keeper.run_out()
    keeper.discard()
    away_and_back(keeper)
    assert left(keeper) == [10, 60, 60]
    keeper.discard()
    keeper.discard()
    wait(keeper, 8)
    away_and_back(keeper)
    assert until(keeper) == 2


def come_too_late(keeper: Keeper) -> None:
    """Ann comes back to her turn twice, the second time with nothing left."""
    for _ in range(2):
        keeper.run_out()
        keeper.send(ANN, 0, commands.ComeBack)


@pytest.mark.parametrize("clock", CLOCKS)
def test_who_comes_back_with_nothing_left_plays_again_after_the_turn(clock: Clock) -> None:
    keeper = begun(ann, ben, cleo, clock=clock, stand_in="peasant")
    come_too_late(keeper)
    assert keeper.table.bot_to_move == "peasant"
    assert keeper.table.stand_ins == {}, "she is not away"
    assert keeper.table.deadline is None
    told = moment_json(keeper.table, Viewer(ANN, 0))
    assert told is not None
    assert (told["to_move"], told["legal"]) == (0, [])
    moment = keeper.table.moment
    for command, key in (
        (by(ANN, 0, commands.ComeBack), "table.not_away"),
        (by(ANN, 0, commands.Undo, moment=moment), "table.back_soon"),
        (by(ANN, 0, commands.Play, action="X V", moment=moment), "table.back_soon"),
    ):
        with pytest.raises(TableError) as caught:
            keeper.carry_out(command)
        assert caught.value.key == key
    keeper.discard()
    assert {e.by for e in keeper.entries if isinstance(e, log.Played)} == {"stand_in"}
    assert keeper.table.to_move == 1
    assert keeper.table.returning is None
    keeper.discard()
    keeper.discard()
    assert keeper.table.bot_to_move is None
    assert until(keeper) == (60 if clock.kind == "turn" else 10)


@pytest.mark.parametrize("clock", CLOCKS)
def test_who_left_and_came_back_too_late_is_there_all_the_same(clock: Clock) -> None:
    keeper = begun(ann, ben, cleo, clock=clock)
    away_and_back(keeper)
    keeper.send(ANN, 0, commands.Leave)
    wait(keeper, 60)
    assert keeper.table.present == {BEN, CLEO}
    keeper.send(ANN, 0, commands.ComeBack)
    assert keeper.table.returning == 0
    assert keeper.table.present == {ANN, BEN, CLEO}
    keeper.send(ANN, 0, commands.Leave)
    assert keeper.table.present == {BEN, CLEO}
    keeper.discard()
    assert keeper.table.stand_ins == {0: "left"}, "who leaves again is away again"


@pytest.mark.parametrize("clock", CLOCKS)
def test_after_a_take_back_who_came_back_too_late_plays(clock: Clock) -> None:
    keeper = begun(ann, ben, cleo, clock=clock)
    for _ in range(3):
        keeper.discard()
    come_too_late(keeper)
    keeper.send(BEN, 1, commands.AskTakeBack, moment=keeper.table.moment)
    for guest, seat in ((CLEO, 2), (ANN, 0)):
        assert keeper.table.returning == 0
        keeper.send(guest, seat, commands.AnswerTakeBack, agreed=True)
    assert keeper.table.to_move == 1
    assert keeper.table.returning is None
    assert keeper.table.stand_ins == {}
    assert left(keeper)[0] == (60 if clock.kind == "turn" else 10)


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_turn_taken_back_to_its_start_is_in_time_again(clock: Clock) -> None:
    keeper = begun(ann, bot, bot, clock=clock)
    come_too_late(keeper)
    keeper.play(f"X {keeper.table.position.hands[0][0]}")
    keeper.send(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.table.bot_to_move is None
    assert until(keeper) == (60 if clock.kind == "turn" else 10)


def test_without_a_clock_one_comes_and_goes_at_will() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(5):
        away_and_back(keeper, seconds=100)
        assert keeper.table.bot_to_move is None


def test_returns_are_the_same_when_the_log_is_read_again() -> None:
    for clock in CLOCKS:
        keeper = begun(ann, ben, cleo, clock=clock)
        come_too_late(keeper)
        assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(keeper.table)
        keeper.discard()
        assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(keeper.table)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(Clock("fischer", 100, 2), 10), (Clock("fischer", 100, 45), 45), (Clock("turn", 60, 45), 10)],
)
def test_who_comes_back_too_late_has_time_to_look(clock: Clock, seconds: int) -> None:
    keeper = begun(ann, ben, cleo, clock=clock)
    keeper.run_out()
    wait(keeper, 7)
    keeper.send(ANN, 0, commands.ComeBack)
    assert seconds >= LEAST_ON_RETURN / 1000
    assert until(keeper) == seconds
    keeper.run_out()
    assert keeper.table.stand_ins == {0: "clock"}


def test_who_comes_back_in_a_turn_of_others_leaves_their_clock_alone() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    keeper.send(BEN, 1, commands.Leave)
    wait(keeper, 40)
    keeper.send(BEN, 1, commands.ComeBack)
    assert until(keeper) == 60
    assert left(keeper) == [100, 100, 100]


def test_after_a_turn_of_the_stand_in_the_next_one_is_whole() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    keeper.run_out()
    keeper.send(ANN, 0, commands.ComeBack)
    assert until(keeper) == 10
    for _ in range(3):
        keeper.discard()
    assert keeper.table.to_move == 0
    assert until(keeper) == 60


def test_taken_back_turns_are_whole_again() -> None:
    keeper = begun(ann, bot, bot, clock=Clock("turn", 60))
    wait(keeper, 55)
    keeper.send(ANN, 0, commands.Leave)
    keeper.send(ANN, 0, commands.ComeBack)
    keeper.play(f"X {keeper.table.position.hands[0][0]}")
    assert until(keeper) == 10
    keeper.send(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert until(keeper) == 60


def test_reading_the_clock_changes_nothing() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    before = facts(keeper.table)
    absence.run_out(keeper.table, NOW + 10**9)
    moment_json(keeper.table, Viewer())
    assert facts(keeper.table) == before


def test_the_last_turn_of_a_game_stops_all_clocks() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    while keeper.table.status == "running":
        keeper.discard()
    assert keeper.table.deadline is None
    assert absence.run_out(keeper.table, keeper.now + 10**9) is None
